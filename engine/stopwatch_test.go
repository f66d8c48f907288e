package engine_test

import (
	"context"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestEachCheckTellsItsOwnTime(t *testing.T) {
	s := submission(specimen.ApplicantWith(specimen.Passport, 4, specimen.Good, today))
	var clock time.Duration
	s.Watch = func() time.Duration { clock += time.Millisecond; return clock }
	r := engine.Inspect(context.Background(), s)
	var sum time.Duration
	for _, c := range r.Checks {
		if c.Elapsed < 0 || c.Elapsed > 3*time.Millisecond {
			t.Errorf("%s took %v of a clock that moves a millisecond with each look", c.Code, c.Elapsed)
		}
		sum += c.Elapsed
	}
	if sum <= 0 || sum > r.Elapsed {
		t.Errorf("the checks took %v of %v", sum, r.Elapsed)
	}
}
