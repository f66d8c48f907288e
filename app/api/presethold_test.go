package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/preset"
	"proofdesk/app/store"
)

const holdRule = `"hold":{"retryRate":0.2,"minJobs":10,"window":"24h"}`

// assigned publishes a preset and assigns it with a hold rule; it returns the answer.
func (w *world) assigned(fields string) answer {
	w.t.Helper()
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	return w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{`+fields+`}]`)
}

// hold holds every assignment of a preset, as if its jobs had broken the rule.
func (w *world) hold(name string) {
	w.write(func(tx *store.Tx) error {
		_, err := tx.ChangePreset(w.t.Context(), "acme", name, func(*preset.Preset) (store.PresetChange, error) {
			all, err := tx.PresetAssignments(w.t.Context(), "acme")
			for i := range all {
				all[i].Hold.Held = &preset.Held{
					Since:   tx.Now,
					Version: all[i].InForce(),
					Figure:  preset.RetryFigure,
					Jobs:    10,
					Bad:     4,
				}
			}
			return store.PresetChange{Assignments: &all}, err
		})
		return err
	})
}

// onlyAssignment returns the one assignment of the preset branded as it is answered, and the tag of the preset.
func (w *world) onlyAssignment() (map[string]any, string) {
	w.t.Helper()
	a := w.call("GET", "/api/presets/branded", admin(""), "")
	var body struct{ Assignments []map[string]any }
	a.into(w.t, &body)
	if len(body.Assignments) != 1 {
		w.t.Fatalf("%s", a.body)
	}
	return body.Assignments[0], a.header.Get("ETag")
}

func TestAHeldAssignmentIsAnsweredAndResumed(t *testing.T) {
	w := newWorld(t)
	if a := w.assigned(`"percent":100,` + holdRule); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	before, tag := w.onlyAssignment()
	if text, _ := json.Marshal(before); string(text) !=
		`{"hold":{"minJobs":10,"retryRate":0.2,"window":"24h"},"percent":100}` {
		t.Errorf("%s", text)
	}
	if a := w.call("POST", "/api/presets/branded/assignments/resume", admin(tag), `{}`); a.status != 409 {
		t.Errorf("resumed what is not held: %d %s", a.status, a.body)
	}
	old := tag
	w.hold("branded")
	if name, _ := w.sdkOptions("acme", "", focus); name != "" {
		t.Errorf("a held first version reaches %q", name)
	}
	held, tag := w.onlyAssignment()
	got, _ := held["held"].(map[string]any)
	if got["figure"] != "RETRY" || got["rate"] != .4 || got["limit"] != .2 || got["version"] != 1. ||
		got["since"] != w.clock.Now().Format("2006-01-02T15:04:05.000Z") {
		t.Fatalf("%v", held)
	}
	sent, err := json.Marshal([]any{held})
	if err != nil {
		t.Fatal(err)
	}
	a := w.call("PUT", "/api/presets/branded/assignments", admin(tag), string(sent))
	if a.status != http.StatusOK || !strings.Contains(string(a.body), `"held":{`) {
		t.Fatalf("an answer that is sent back: %d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/presets/branded/assignments/resume", admin(old), `{}`); a.status != 412 {
		t.Errorf("with an old tag: %d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/presets/branded/assignments/resume", admin(""), `{}`); a.status != 400 {
		t.Errorf("without a tag: %d %s", a.status, a.body)
	}
	tag = a.header.Get("ETag")
	if a := w.call("POST", "/api/presets/branded/assignments/resume", admin(tag),
		`{"client":"sdk"}`); a.status != 409 {
		t.Errorf("of another client: %d %s", a.status, a.body)
	}
	a = w.call("POST", "/api/presets/branded/assignments/resume", admin(tag), `{}`)
	if a.status != http.StatusOK || strings.Contains(string(a.body), `"held"`) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if name, _ := w.sdkOptions("acme", "", focus); name != "branded" {
		t.Errorf("resumed, a session gets %q", name)
	}
}

func TestEveryMistakeOfAHoldRuleIsNamed(t *testing.T) {
	for hold, want := range map[string]string{
		`{"minJobs":10,"window":"24h"}`:                                  "retryRate required",
		`{"retryRate":1.5,"errorRate":-1,"minJobs":10,"window":"24h"}`:   "retryRate range, errorRate range",
		`{"retryRate":0.2,"minJobs":0,"window":"24h"}`:                   "minJobs range",
		`{"retryRate":0.2,"minJobs":10,"window":"soon"}`:                 "window format",
		`{"minJobs":0,"window":"soon"}`:                                  "retryRate required, minJobs range, window format",
		`{"retryRate":0.2,"minJobs":10,"window":"60d"}`:                  "window range",
		`{"retryRate":"0.2","minJobs":10,"window":"24h"}`:                "retryRate type",
		`{"retryRate":0.2,"minJobs":10,"window":"24h","whenever":true}`:  "whenever unknown",
		`{"retryRate":1e999,"minJobs":10,"window":"24h"}`:                "retryRate range",
		`{"retryRate":0.2,"minJobs":1.5,"window":"24h"}`:                 "minJobs type",
		`{"retryRate":0.2,"minJobs":10,"window":"999999999999999999h"}`:  "window format",
		`{"retryRate":0.2,"minJobs":1000001,"window":"24h"}`:             "minJobs range",
		`{"retryRate":1,"errorRate":1,"minJobs":1000001,"window":"24h"}`: "retryRate required, minJobs range",
	} {
		w := newWorld(t)
		a := w.assigned(`"hold":` + hold)
		var problem struct {
			Errors []struct{ Field, Rule, Message string }
		}
		if a.into(t, &problem); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", hold, a.status, a.body)
		}
		var got []string
		for _, e := range problem.Errors {
			name := strings.TrimPrefix(e.Field, "assignments[0].hold.")
			if !strings.Contains(e.Message, e.Field) {
				t.Errorf("%s: the message %q does not name %s", hold, e.Message, e.Field)
			}
			got = append(got, name+" "+e.Rule)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", hold, got, want)
		}
	}
}
