package review_test

import (
	"fmt"
	"sync"
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

func TestFiftyAgentsAtOnceGetEachJobOnce(t *testing.T) {
	const agents, each = 50, 4
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, clock.System{}, agents*each)
		people := make([]review.Agent, agents)
		for i := range people {
			people[i] = agent(t, st, "agent", access.Agent)
		}
		got := make([][]string, agents)
		var wg sync.WaitGroup
		for i, a := range people {
			wg.Go(func() {
				for range each {
					c, err := d.Next(t.Context(), a, "")
					if err != nil {
						t.Errorf("agent %d after %d jobs: %v", i, len(got[i]), err)
						return
					}
					got[i] = append(got[i], c.JobID)
					if _, err := d.Decide(t.Context(), a, decision(c, onboarding.ReviewApproved)); err != nil {
						t.Errorf("agent %d decides %s: %v", i, c.JobID, err)
						return
					}
				}
			})
		}
		wg.Wait()
		given := map[string]int{}
		for i, mine := range got {
			if len(mine) != each {
				t.Errorf("agent %d got %d jobs, want %d", i, len(mine), each)
			}
			for _, id := range mine {
				given[id]++
			}
		}
		for _, id := range jobs {
			if given[id] != 1 {
				t.Errorf("job %s was given %d times", id, given[id])
			}
		}
	})
}

func TestTheMostUrgentJobComesFirstAndALapsedLeaseReturnsIt(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
		first := next(t, d, anna, "")
		if first.JobID != jobs[0] {
			t.Fatalf("got %s, want the most urgent", first.JobID)
		}
		if second := next(t, d, ben, ""); second.JobID != jobs[1] {
			t.Fatalf("ben got %s, want the free one", second.JobID)
		}
		if _, err := d.Next(t.Context(), ben, jobs[1]); !fault.Is(err, fault.NotFound) {
			t.Fatalf("nothing is free: %v", err)
		}
		next(t, d, ben, "")
		now.Advance(review.DefaultLease / 2)
		if _, err := d.Renew(t.Context(), anna, first.JobID, first.Claim); err != nil {
			t.Fatal(err)
		}
		now.Advance(review.DefaultLease/2 + time.Second)
		if c := next(t, d, ben, ""); c.JobID != jobs[1] {
			t.Fatalf("got %s: a renewed claim must hold and a lapsed one return", c.JobID)
		}
		if _, err := d.Renew(t.Context(), anna, first.JobID, "guess"); !fault.Is(err, fault.NotFound) {
			t.Fatalf("renewed with a wrong secret: %v", err)
		}
	})
}

func TestASkippedJobDoesNotComeStraightBack(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
		next(t, d, anna, "")
		if err := d.Skip(t.Context(), anna, jobs[0]); err != nil {
			t.Fatal(err)
		}
		if c := next(t, d, anna, ""); c.JobID != jobs[1] {
			t.Fatalf("anna got %s back", c.JobID)
		}
		if c := next(t, d, ben, ""); c.JobID != jobs[0] {
			t.Fatalf("ben got %s, want the one that anna skipped", c.JobID)
		}
		now.Advance(review.DefaultCoolDown + time.Second)
		if c := next(t, d, anna, ""); c.JobID != jobs[0] {
			t.Fatalf("after the cool-down: %s", c.JobID)
		}
	})
}

func TestNextReturnsTheReservedJob(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 3)
		anna := agent(t, st, "Anna", access.Agent)
		first := next(t, d, anna, "")
		for range 2 {
			if c, err := d.Ahead(t.Context(), anna, ""); err != nil || c.JobID != jobs[1] {
				t.Fatalf("ahead: %v, %v", c.JobID, err)
			}
		}
		waiting(t, st, -1) // more urgent than the one ahead
		if c := next(t, d, anna, first.JobID); c.JobID != jobs[1] {
			t.Fatalf("got %s, want the one claimed ahead", c.JobID)
		}
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			held, err := tx.HeldCases(t.Context(), company, anna.ID)
			if err == nil && len(held) != 1 {
				err = fmt.Errorf("holds %d cases: what is left goes back", len(held))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestAPageThatLostItsJobDoesNotReserveIt(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		anna, sam := agent(t, st, "Anna", access.Agent), agent(t, st, "Sam", access.Agent)
		shown := next(t, d, anna, "")
		if err := d.Release(t.Context(), anna, shown.JobID); err != nil {
			t.Fatal(err)
		}
		if c, err := d.Ahead(t.Context(), anna, shown.JobID); !fault.Is(err, fault.NotFound) {
			t.Errorf("laid ready: %s, %v; the page shows %s of %v", c.JobID, err, shown.JobID, jobs)
		}
		if _, err := d.Take(t.Context(), sam, shown.JobID); err != nil {
			t.Errorf("somebody else takes it: %v", err)
		}
	})
}

func TestOwnJobsComeBeforeNewOnesTheMostUrgentFirst(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 4)
		anna := agent(t, st, "Anna", access.Agent)
		var taken store.ReviewCase
		for _, id := range []string{jobs[3], jobs[1]} {
			var err error
			if taken, err = d.Take(t.Context(), anna, id); err != nil {
				t.Fatal(err)
			}
		}
		ahead, err := d.Ahead(t.Context(), anna, jobs[1])
		if err != nil || ahead.JobID != jobs[3] {
			t.Errorf("ahead of %s: %s, %v", jobs[1], ahead.JobID, err)
		}
		mine := next(t, d, anna, "")
		if mine.JobID != jobs[1] || mine.Claim != taken.Claim || mine.Version != taken.Version {
			t.Errorf("got %+v, want %s with the claim that its page has", mine, jobs[1])
		}
		if _, err := d.Decide(t.Context(), anna, decision(taken, onboarding.ReviewApproved)); err != nil {
			t.Errorf("the page that showed the job before: %v", err)
		}
		last := next(t, d, anna, "")
		if last.JobID != jobs[3] {
			t.Errorf("then %s, want the other that she holds", last.JobID)
		}
		if fresh := next(t, d, anna, last.JobID); fresh.JobID != jobs[0] {
			t.Errorf("then %s, want the most urgent new one", fresh.JobID)
		}
	})
}

func TestEscalatedJobsAreForSeniors(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		anna, sam := agent(t, st, "Anna", access.Agent), agent(t, st, "Sam", access.Senior)
		c := next(t, d, anna, "")
		if err := d.Escalate(t.Context(), anna, decision(c, "")); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Take(t.Context(), anna, jobs[0]); !fault.Is(err, fault.Forbidden) {
			t.Fatalf("an agent took it: %v", err)
		}
		if c := next(t, d, anna, ""); c.JobID != jobs[1] {
			t.Fatalf("anna got %s", c.JobID)
		}
		if c := next(t, d, sam, ""); c.JobID != jobs[0] {
			t.Fatalf("sam got %s", c.JobID)
		}
		events, err := st.EventsOfJob(t.Context(), company, jobs[0])
		if err != nil || len(events) != 0 {
			t.Fatalf("%d events, %v; escalating tells nobody", len(events), err)
		}
	})
}

func TestAnAuditorLooksAndNothingElse(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	olga := agent(t, st, "Olga", access.Auditor)
	if _, err := d.Inspect(t.Context(), olga, jobs[0]); err != nil {
		t.Fatal(err)
	}
	calls := map[string]func() error{
		"next": func() error { _, err := d.Next(t.Context(), olga, ""); return err },
		"take": func() error { _, err := d.Take(t.Context(), olga, jobs[0]); return err },
		"decide": func() error {
			_, err := d.Decide(t.Context(), olga, review.DecisionRequest{JobID: jobs[0], Outcome: "Approved"})
			return err
		},
		"undo": func() error { return d.Undo(t.Context(), olga, jobs[0], "") },
	}
	for name, call := range calls {
		if err := call(); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func next(t *testing.T, d *review.Desk, a review.Agent, leaving string) store.ReviewCase {
	t.Helper()
	c, err := d.Next(t.Context(), a, leaving)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnUndoLaysTheNextJobReadyForAfterwards(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 3)
		anna := agent(t, st, "Anna", access.Agent)
		first := next(t, d, anna, "")
		if _, err := d.Decide(t.Context(), anna, decision(first, onboarding.ReviewApproved)); err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Second)
		if second := next(t, d, anna, ""); second.JobID != jobs[1] {
			t.Fatalf("the second job is %s", second.JobID)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], jobs[1]); err != nil {
			t.Fatal(err)
		}
		again, err := st.ReviewCase(t.Context(), company, jobs[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Decide(t.Context(), anna, decision(again, onboarding.ReviewApproved)); err != nil {
			t.Fatal(err)
		}
		if after := next(t, d, anna, ""); after.JobID != jobs[1] {
			t.Errorf("after the undone decision comes %s, want %s", after.JobID, jobs[1])
		}
	})
}

func TestAJobThatWasReleasedAlreadyIsNotReleasedAgain(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		a := agent(t, st, "Anna", access.Agent)
		if _, err := d.Take(t.Context(), a, jobs[0]); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the key is pressed twice: the second request leaves what the first one left
			c, err := d.Next(t.Context(), a, jobs[0])
			if err != nil {
				t.Fatal(err)
			}
			held, err := st.ReviewCase(t.Context(), company, c.JobID)
			if err != nil || !held.HeldBy(a.ID, now.Now()) {
				t.Errorf("the agent was given a job that they do not hold: %+v %v", held, err)
			}
		}
	})
}

func TestNobodyTakesAJobWhileTheDeskIsClosed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, clock.NewManual(noon), 3)
		anna := agent(t, st, "anna", access.Senior)
		why := "the desk opens at nine"
		d.Closed = func() string { return why }
		takes := map[string]func() error{
			"next":  func() error { _, err := d.Next(t.Context(), anna, ""); return err },
			"ahead": func() error { _, err := d.Ahead(t.Context(), anna, ""); return err },
			"take":  func() error { _, err := d.Take(t.Context(), anna, jobs[0]); return err },
		}
		for name, take := range takes {
			if err := take(); !fault.Is(err, fault.Conflict) || err.Error() != why {
				t.Errorf("%s while it is closed: %v", name, err)
			}
		}
		why = ""
		for name, take := range takes {
			if err := take(); err != nil {
				t.Errorf("%s once it is open: %v", name, err)
			}
		}
	})
}
