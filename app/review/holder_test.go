package review_test

import (
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// caseOf returns a case as it is now.
func caseOf(t *testing.T, st *store.Store, job string) store.ReviewCase {
	t.Helper()
	c, err := st.ReviewCase(t.Context(), company, job)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOnlyTheHolderOfAJobSkipsIt(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
	held := next(t, d, anna, "")
	if err := d.Skip(t.Context(), ben, jobs[0]); !fault.Is(err, fault.Conflict) {
		t.Errorf("somebody else skips it: %v", err)
	}
	if c := caseOf(t, st, jobs[0]); c.Claim != held.Claim {
		t.Errorf("the claim of the holder is now %q", c.Claim)
	}
	now.Advance(review.DefaultLease)
	if err := d.Skip(t.Context(), anna, jobs[0]); !fault.Is(err, fault.Conflict) {
		t.Errorf("after the lease: %v", err)
	}
}

func TestAnUndoLeavesTheJobsThatWereHeldBeforeTheDecision(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 2)
	anna := agent(t, st, "Anna", access.Agent)
	before := next(t, d, anna, "")
	decided, err := d.Take(t.Context(), anna, jobs[1])
	if err != nil {
		t.Fatal(err)
	}
	now.Advance(time.Second)
	if _, err := d.Decide(t.Context(), anna, decision(decided, onboarding.ReviewApproved)); err != nil {
		t.Fatal(err)
	}
	if err := d.Undo(t.Context(), anna, jobs[1], jobs[0]); err != nil {
		t.Fatal(err)
	}
	if c := caseOf(t, st, jobs[0]); c.Claim != before.Claim {
		t.Errorf("the other job has the claim %q instead of %q", c.Claim, before.Claim)
	}
}

func TestADayOfAnAgentBeginsAtMidnightInTheirTimeZone(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, _ := desk(t, st, now, 2)
	anna := agent(t, st, "Anna", access.Agent)
	for range 2 {
		sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved)
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		now.Advance(10 * time.Hour) // to 22:00 UTC, and 08:00 UTC of the next day
	}
	for hours, want := range map[int]int{0: 0, -9: 2, 3: 1} {
		tally, err := d.Today(t.Context(), anna, time.FixedZone("", hours*3600))
		if err != nil || tally.Done != want {
			t.Errorf("%d hours from UTC, %d are of today, want %d, %v", hours, tally.Done, want, err)
		}
	}
}
