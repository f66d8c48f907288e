package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

func TestAJobGetsWhatItsSessionDrew(t *testing.T) {
	w := newWorld(t)
	w.clients()
	tags := map[string]string{}
	for _, name := range []string{"one", "two"} {
		a := w.call("POST", "/api/presets", admin(""), `{"name":"`+name+`","values":{"language":"FR"}}`)
		tags[name] = w.publish(name, a.header.Get("ETag"))
		a = w.call("PUT", "/api/presets/"+name+"/assignments", admin(tags[name]), `[{"percent":40}]`)
		if a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	type drawn struct {
		SessionID string
		Preset    struct{ Name string }
	}
	job := func(who, session string) answer {
		return w.call("POST", "/api/v4/jobs", bearer(who), strings.Replace(jobBody, "{", `{"sessionId":"`+session+`",`, 1))
	}
	seen, last := map[string]int{}, ""
	for range 60 {
		var session, made drawn
		w.call("POST", "/api/v4/initialize", bearer("acme"), `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`).
			into(t, &session)
		a := job("acme", session.SessionID)
		if a.status != http.StatusCreated {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a.into(t, &made); made.Preset.Name != session.Preset.Name {
			t.Fatalf("the session got %q and its job %q", session.Preset.Name, made.Preset.Name)
		}
		seen[made.Preset.Name]++
		last = session.SessionID
	}
	if len(seen) != 3 {
		t.Errorf("of 60 sessions: %v", seen)
	}
	for name, a := range map[string]answer{
		"another client's": job("acme2", last),
		"an unknown one":   job("acme", "x"),
	} {
		if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), "initialize again") {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	w.clock.Advance(8 * 24 * time.Hour)
	if a := job("acme", last); a.status == http.StatusCreated {
		t.Errorf("after eight days: %s", a.body)
	}
}

// A job is judged by what its session got, also where the share was taken away before the job was opened.
func TestAJobKeepsWhatWasInForceWhenItsSessionDrew(t *testing.T) {
	w := newWorld(t)
	w.clients()
	w.level("weak", "0.5")
	w.assign("weak", `[{"client":"sdk"}]`)
	w.approved("weak")
	var session struct{ SessionID string }
	w.call("POST", "/api/v4/initialize", bearer("acme"), `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`).
		into(t, &session)
	w.assign("weak", `[]`)
	w.level("strict", "0.99")
	w.assign("strict", `[{}]`)
	liveness := func(fields string) any {
		return w.settings(fields)["liveFaceProbabilityThreshold"]
	}
	if got := liveness(`"sessionId":"` + session.SessionID + `",`); got != .5 {
		t.Errorf("the session's job: %v", got)
	}
	if got := liveness(""); got != .99 {
		t.Errorf("a new job: %v", got)
	}
	if got := liveness(`"preset":"weak",`); got != .99 {
		t.Errorf("a job that names it: %v", got)
	}
}

func TestAnApplicantGetsTheSamePresetAgain(t *testing.T) {
	w := newWorld(t)
	w.clients()
	w.level("one", "0.95")
	w.level("two", "0.96")
	w.assign("one", `[{"percent":40}]`)
	w.assign("two", `[{"percent":40}]`)
	if a := w.call("PUT", "/api/presets/two/assignments", admin("*"), `[{"percent":61}]`); a.status !=
		http.StatusBadRequest || !strings.Contains(string(a.body), `"rule":"range"`) {
		t.Errorf("101 per cent: %d %s", a.status, a.body)
	}
	for _, percent := range []string{"-1", "101"} {
		a := w.call("PUT", "/api/presets/two/assignments", admin("*"), `[{"percent":`+percent+`}]`)
		if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), `must be from 0 to 100`) {
			t.Errorf("%s per cent: %d %s", percent, a.status, a.body)
		}
	}
	got := map[string]bool{}
	for _, who := range []string{"anna", "ben", "cleo", "dora", "emil", "fred", "gina", "hugo"} {
		var first, again struct{ Preset struct{ Name string } }
		request := `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","applicant":"` + who + `"}`
		w.call("POST", "/api/v4/initialize", bearer("acme"), request).into(t, &first)
		w.clock.Advance(24 * time.Hour)
		w.call("POST", "/api/v4/initialize", bearer("acme"), request).into(t, &again)
		id := w.newJob(strings.Replace(jobBody, "{", `{"uniqueNumber":"`+who+`",`, 1))
		kept, err := w.store.Job(t.Context(), "acme", id)
		name, _, _ := strings.Cut(kept.Preset, "@")
		if err != nil || first != again || name != first.Preset.Name {
			t.Errorf("%s: %q, %q, %q %v", who, first.Preset.Name, again.Preset.Name, name, err)
		}
		got[name] = true
	}
	if len(got) < 2 {
		t.Errorf("all got %v", got)
	}
}

func TestAnAssignmentOfZeroPercentIsKeptAndGivenToNobody(t *testing.T) {
	w := newWorld(t)
	w.clients()
	w.level("wide", "0.95")
	w.level("later", "0.96")
	w.assign("wide", `[{}]`)
	w.assign("later", `[{"percent":0,"client":"sdk"}]`)
	if a := w.call("GET", "/api/presets/later", admin(""), ""); !strings.Contains(string(a.body), `"percent":0`) {
		t.Errorf("what was assigned is answered as %s", a.body)
	}
	for _, who := range []string{"anna", "ben", "cleo", "dora"} {
		var got struct{ Preset struct{ Name string } }
		w.call("POST", "/api/v4/initialize", bearer("acme"),
			`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","applicant":"`+who+`"}`).into(t, &got)
		if got.Preset.Name != "wide" {
			t.Errorf("%s gets %q", who, got.Preset.Name)
		}
	}
	if a := w.call("POST", "/api/presets/later/archive", admin("*"), ""); a.status != http.StatusConflict {
		t.Errorf("a preset that is kept for later is archived: %d %s", a.status, a.body)
	}
}

func TestAllExpiredDrawsAreRemovedHoweverManyThereAre(t *testing.T) {
	w := newWorld(t)
	const many = 2500
	session := func(i int) string { return fmt.Sprintf("session-%d", i) }
	w.write(func(tx *store.Tx) error {
		for i := range many {
			err := tx.InsertPresetDraw(t.Context(),
				store.PresetDraw{Company: "acme", SessionID: session(i), ClientID: "sdk"})
			if err != nil {
				return err
			}
		}
		return nil
	})
	w.clock.Advance(7*24*time.Hour + time.Second)
	if err := w.in.PurgeKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range many {
		if _, err := w.store.PresetDraw(t.Context(), "acme", session(i)); !fault.Is(err, fault.NotFound) {
			t.Fatalf("%s is kept: %v", session(i), err)
		}
	}
}
