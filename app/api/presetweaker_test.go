package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
)

const liveness = "selfieCaptureCustomizationOptions.captureOptions.liveFaceProbabilityThreshold"

// level publishes a preset with a liveness threshold, with the approval of a second person where that needs one.
func (w *world) level(name, threshold string) {
	w.t.Helper()
	a := w.call("GET", "/api/presets/"+name, admin(""), "")
	body := `"values":{"selfieCaptureCustomizationOptions":{"captureOptions":{
		"liveFaceProbabilityThreshold":` + threshold + `}}}}`
	if a.status == http.StatusNotFound {
		a = w.call("POST", "/api/presets", admin(""), `{"name":"`+name+`",`+body)
	} else {
		a = w.call("PUT", "/api/presets/"+name+"/draft", admin("*"), "{"+body)
	}
	a = w.call("POST", "/api/presets/"+name+"/publish", admin("*"), `{"note":"as agreed"}`)
	if a.status == http.StatusAccepted {
		w.approved(name)
	} else if a.status != http.StatusCreated {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
}

// approved lets a second person approve what is proposed of a preset.
func (w *world) approved(name string) {
	w.t.Helper()
	p, err := w.store.Preset(w.t.Context(), "acme", name)
	if err == nil {
		_, err = w.api.Presets.Approve(w.t.Context(), "agent:ben", "acme", name, p.Revision)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// assign sets the assignments of a preset and returns the answer's status.
func (w *world) assign(name, assignments string) int {
	w.t.Helper()
	a := w.call("PUT", "/api/presets/"+name+"/assignments", admin("*"), assignments)
	waits := strings.Contains(string(a.body), `"weakens":["`+liveness+`"]`)
	if a.status >= 300 || waits != (a.status == http.StatusAccepted) {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	return a.status
}

func TestAssignmentsThatProtectLessWaitForASecondPerson(t *testing.T) {
	const all, hold = `[{}]`, `{"retryRate":0,"minJobs":1,"window":"1h"}`
	later := time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
	for name, c := range map[string]struct {
		before, after string // preset: assignments, which are approved
		want          int
	}{
		"a stricter one":                  {"", "strict " + all, http.StatusOK},
		"a plain one where nothing is":    {"", "plain " + all, http.StatusOK},
		"a weak one where nothing is":     {"", "weak " + all, http.StatusAccepted},
		"a weak one for one per cent":     {"", `weak [{"percent":1}]`, http.StatusAccepted},
		"a weak one from later on":        {"", `weak [{"from":"` + later + `"}]`, http.StatusAccepted},
		"a strict one is taken away":      {"strict " + all, "strict []", http.StatusAccepted},
		"a strict one gets a share":       {"strict " + all, `strict [{"percent":99}]`, http.StatusAccepted},
		"a strict one gets more":          {`strict [{"percent":50}]`, `strict [{"percent":60}]`, http.StatusOK},
		"a strict one begins later":       {"strict " + all, `strict [{"from":"` + later + `"}]`, http.StatusAccepted},
		"a strict one may be held":        {"strict " + all, `strict [{"hold":` + hold + `}]`, http.StatusAccepted},
		"a plain one over a strict one":   {"strict " + all, `plain [{"client":"CLIENT"}]`, http.StatusAccepted},
		"a plain one for a function":      {"strict " + all, `plain [{"function":"VIDEO_ID"}]`, http.StatusAccepted},
		"an older version":                {"grown " + all, `grown [{"version":1}]`, http.StatusAccepted},
		"a newer version":                 {`grown [{"version":1}]`, "grown " + all, http.StatusOK},
		"a plain one beside a strict one": {`strict [{"percent":50}]`, `plain [{"percent":50}]`, http.StatusOK},
		"a copy of a weak one":            {"strict " + all, `copy [{"client":"CLIENT"}]`, http.StatusAccepted},
		"a plain one under a strict one":  {`strict [{"client":"CLIENT"}]`, "plain " + all, http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.clients()
			w.level("strict", "0.99")
			w.level("plain", "0.9")
			w.level("weak", "0.5")
			w.level("copy", "0.6")
			w.level("grown", "0.9")
			w.level("grown", "0.95")
			if preset, assignments, ok := strings.Cut(c.before, " "); ok {
				assignments = strings.ReplaceAll(assignments, "CLIENT", "sdk")
				if w.assign(preset, assignments) == http.StatusAccepted {
					w.approved(preset)
				}
			}
			preset, assignments, _ := strings.Cut(c.after, " ")
			assignments = strings.ReplaceAll(assignments, "CLIENT", "sdk")
			before, _ := w.store.PresetAssignments(t.Context(), "acme")
			if got := w.assign(preset, assignments); got != c.want {
				t.Fatalf("%d, want %d", got, c.want)
			}
			after, _ := w.store.PresetAssignments(t.Context(), "acme")
			if same := fmt.Sprint(before) == fmt.Sprint(after); same != (c.want == http.StatusAccepted) {
				t.Errorf("%+v\n%+v", before, after)
			}
			if c.want == http.StatusAccepted {
				w.approved(preset)
				approved, _ := w.store.PresetAssignments(t.Context(), "acme")
				if fmt.Sprint(approved) == fmt.Sprint(before) {
					t.Error("the approval changed nothing")
				}
			}
		})
	}
}

func TestProposedAssignmentsAreNotApprovedOnceMoreIsAtStake(t *testing.T) {
	w := newWorld(t)
	w.level("weak", "0.5")
	w.level("strict", "0.99")
	w.assign("weak", `[{"function":"VIDEO_ID"}]`)
	w.assign("strict", `[{}]`)
	p, err := w.store.Preset(t.Context(), "acme", "weak")
	if err != nil || p.Proposal == nil {
		t.Fatal(p, err)
	}
	if _, err := w.api.Presets.Approve(t.Context(), p.Proposal.By, "acme", "weak", p.Revision); err == nil {
		t.Error("one person approved their own proposal")
	}
	_, err = w.api.Presets.Approve(t.Context(), "agent:ben", "acme", "weak", p.Revision)
	if !fault.Is(err, fault.Conflict) {
		t.Errorf("approved for a strict company: %v", err)
	}
	w.assign("strict", "[]")
	w.approved("strict")
	w.approved("weak")
	if a := w.call("GET", "/api/presets/weak", admin(""), ""); strings.Contains(string(a.body), `"proposal"`) ||
		!strings.Contains(string(a.body), `"function":"VIDEO_ID"`) {
		t.Errorf("%s", a.body)
	}
}

func TestAssignmentsThatAreMadeEndThoseThatWait(t *testing.T) {
	w := newWorld(t)
	w.level("grown", "0.9")
	w.level("grown", "0.95")
	w.level("grown", "0.5")
	w.assign("grown", `[]`)
	if got := w.assign("grown", `[{}]`); got != http.StatusAccepted {
		t.Fatal(got)
	}
	w.assign("grown", `[{"version":2}]`)
	a := w.call("POST", "/api/presets/grown/approve", admin("*"), "")
	if a.status != http.StatusConflict || !strings.Contains(string(a.body), "no proposal waits for approval any more") {
		t.Errorf("%d %s", a.status, a.body)
	}
}
