package api_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

const filmBody = `{"function":"VIDEO_ID","flavor":"VIDEO_ID","sdkVersion":"11.1.13.2.18","uniqueNumber":"31"}`

func TestEachAttemptGetsAChallengeInANewOrderThatEndsTheOneBefore(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(filmBody)
	path := "/api/v4/jobs/" + job + "/challenge"
	orders := map[string]bool{}
	var last intake.IssuedChallenge
	for range 12 {
		a := w.call("POST", path, bearer("acme"), "")
		if a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		last = intake.IssuedChallenge{}
		a.into(t, &last)
		distinct := map[string]bool{}
		for _, m := range last.Moves {
			distinct[m] = engine.Move(m).Known()
		}
		if len(distinct) != 3 || slices.Contains([]bool{
			distinct[last.Moves[0]], distinct[last.Moves[1]], distinct[last.Moves[2]],
		}, false) || last.Seconds < 1 {
			t.Errorf("the challenge is %+v", last)
		}
		orders[strings.Join(last.Moves, " ")] = true
	}
	if len(orders) < 2 {
		t.Errorf("twelve attempts have one order: %v", orders)
	}
	if a := w.call("POST", path, bearer("acme"), ""); a.status != 409 {
		t.Errorf("the thirteenth: %d %s", a.status, a.body)
	}
	var kept onboarding.RequestDetails
	if err := w.store.ReadJobDoc(context.Background(), "acme", job, store.DocRequest, &kept); err != nil {
		t.Fatal(err)
	}
	if got := kept.Challenges[""]; !slices.Equal(got.Moves, last.Moves) || got.Attempt != 12 || kept.Nonce == "" {
		t.Errorf("kept %+v, want %v", kept, last.Moves)
	}
}

func TestAJobWithoutAFilmHasNoChallenge(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		path string
		want int
	}{
		"a job without a film": {"/api/v4/jobs/" + w.newJob(jobBody) + "/challenge", 409},
		"no job":               {"/api/v4/jobs/123/challenge", 404},
		"with a query":         {"/api/v4/jobs/" + w.newJob(filmBody) + "/challenge?order=blink", 400},
	} {
		if a := w.call("POST", c.path, bearer("acme"), ""); a.status != c.want {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}
