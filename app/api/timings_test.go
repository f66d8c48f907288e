package api_test

import (
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestTheTimingsOfASubmitWaitForTheFiguresOnce(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	w.put(job, "selfie", string(jpegOf(t, 64, 40)))
	w.put(job, "passport", string(jpegOf(t, 64, 40)))
	waiting := func() []store.UnfoldedTimings {
		t.Helper()
		rows, err := w.store.UnfoldedTimings(t.Context(), 9)
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	path, json := "/api/v4/jobs/"+job+"/submit", bearer("acme").with("Content-Type", "application/json")
	const timings = `{"timings":{"engine":{"milliseconds":812,"downloaded":true},"captures":[
		{"capture":"selfie","automatic":true,"milliseconds":3210,"framesPerSecond":14.5},
		{"capture":"passport","automatic":false,"milliseconds":20100}]}}`
	if a := w.call("POST", path, json, timings); a.status != 202 {
		t.Fatalf("submit: %d %s", a.status, a.body)
	}
	if a := w.call("POST", path, json, `{"timings":{}}`); a.status != 202 {
		t.Errorf("another submit: %d %s", a.status, a.body)
	}
	rows := waiting()
	if len(rows) != 1 || rows[0].ID != job || rows[0].Company != "acme" || rows[0].At.IsZero() {
		t.Fatalf("%+v wait", rows)
	}
	got := rows[0].Timings
	if got.Engine == nil || *got.Engine != (onboarding.EngineTiming{Milliseconds: 812, Downloaded: true}) ||
		len(got.Captures) != 2 || *got.Captures[0].FramesPerSecond != 14.5 || got.Captures[1].FramesPerSecond != nil ||
		got.Captures[1].Automatic || got.Captures[1].Milliseconds != 20100 {
		t.Errorf("%+v waits", got)
	}
	for i, want := range []bool{true, false} {
		err := w.store.Write(t.Context(), func(tx *store.Tx) error {
			if marked, err := tx.MarkTimings(t.Context(), rows[0]); err != nil || marked != want {
				t.Errorf("%d: counted %t, %v", i, marked, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if rows := waiting(); len(rows) != 0 {
		t.Errorf("%+v wait once they are counted", rows)
	}
}
