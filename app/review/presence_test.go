package review_test

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestEachSeesWhoElseLooksAtTheSameJobUntilTheyLeaveOrFallSilent(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		other := &review.Desk{Store: st, Clock: now} // another node
		anna, ben, cleo := agent(t, st, "Anna",
			access.Agent), agent(t, st, "Ben", access.Senior), agent(t, st, "Cleo", access.Auditor)
		watch := func(d *review.Desk, a review.Agent, job string) {
			t.Helper()
			if err := d.Watch(t.Context(), a, job); err != nil {
				t.Fatal(err)
			}
		}
		sees := func(a review.Agent, job string, want ...string) {
			t.Helper()
			all, err := d.Viewers(t.Context(), a)
			if err != nil || !slices.Equal(all[job], want) {
				t.Errorf("%s sees %v with %v, want %v: %v", a.Name, all, job, want, err)
			}
		}
		watch(d, anna, jobs[0])
		sees(anna, jobs[0])
		watch(other, ben, jobs[0])
		watch(other, cleo, jobs[0])
		watch(d, cleo, jobs[1])
		sees(anna, jobs[0], "Ben", "Cleo")
		sees(anna, jobs[1])
		sees(cleo, jobs[0], "Anna", "Ben")
		if err := d.Unwatch(t.Context(), ben, jobs[0]); err != nil {
			t.Fatal(err)
		}
		sees(anna, jobs[0], "Cleo")
		now.Advance(review.ViewerTime + time.Second)
		watch(d, anna, jobs[0])
		sees(anna, jobs[0])
		stranger := anna
		stranger.Company = "globex"
		if err := d.Watch(t.Context(), stranger, jobs[0]); !fault.Is(err, fault.NotFound) {
			t.Errorf("a job of another company: %v", err)
		}
	})
}

func TestNothingIsLaidReadyForWhoRests(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		anna := agent(t, st, "Anna", access.Agent)
		next(t, d, anna, "")
		if ready, err := d.Ahead(t.Context(), anna, ""); err != nil || ready.JobID != jobs[1] {
			t.Fatalf("ahead: %s, %v", ready.JobID, err)
		}
		if err := d.Attend(t.Context(), anna, store.OnBreak); err != nil {
			t.Fatal(err)
		}
		if c, err := st.ReviewCase(t.Context(), company, jobs[1]); err != nil || c.HeldBy(anna.ID, now.Now()) {
			t.Errorf("what was laid ready is still held: %v", err)
		}
		if c, err := st.ReviewCase(t.Context(), company, jobs[0]); err != nil || !c.HeldBy(anna.ID, now.Now()) {
			t.Errorf("the job that is looked at was given back: %v", err)
		}
		anna.Resting = true
		if _, err := d.Ahead(t.Context(), anna, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("ahead during a break: %v", err)
		}
		if err := d.Attend(t.Context(), anna, "ELSEWHERE"); !fault.Is(err, fault.Invalid) {
			t.Errorf("an unknown state: %v", err)
		}
	})
}

func TestWhoHasNoLiveSessionIsAwayWhateverTheySaid(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, _ := desk(t, st, now, 0)
		anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertSession(t.Context(), store.Session{
				IDHash:    "h",
				Company:   company,
				AgentID:   anna.ID,
				Data:      []byte("{}"),
				CreatedAt: tx.Now,
				SeenAt:    tx.Now,
				ExpiresAt: tx.Now.Add(time.Hour),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Attend(t.Context(), anna, store.OnBreak); err != nil {
			t.Fatal(err)
		}
		states := func() map[string]store.Availability {
			t.Helper()
			rows, err := st.Attendances(t.Context(), company, now.Now(), now.Now().Add(-15*time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			all := map[string]store.Availability{}
			for _, r := range rows {
				all[r.AgentID] = r.State
			}
			return all
		}
		if s := states(); s[anna.ID] != store.OnBreak || s[ben.ID] != store.Away {
			t.Errorf("with a session and without: %v", s)
		}
		now.Advance(16 * time.Minute)
		if s := states(); s[anna.ID] != store.Away {
			t.Errorf("after a quarter of an hour of rest: %v", s)
		}
	})
}
