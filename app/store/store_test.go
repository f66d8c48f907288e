package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func newJob(tx *store.Tx, company string) onboarding.Job {
	return onboarding.Job{
		ID:         ids.UUID(),
		Seq:        tx.NextSeq(),
		Company:    company,
		Function:   onboarding.IDValidation,
		Flavor:     "LITE",
		Line:       onboarding.CurrentLine,
		SDKVersion: "11.1.13.2.18",
		Status:     onboarding.Capturing,
		CreatedAt:  tx.Now,
	}
}

func addJob(t *testing.T, st *store.Store, company string) onboarding.Job {
	t.Helper()
	var job onboarding.Job
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		job = newJob(tx, company)
		return tx.InsertJob(t.Context(), job)
	})
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func TestAWriteThatFailsTakesOnlyItselfBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		refused := errors.New("refused")
		var wg sync.WaitGroup
		results := make([]error, 200)
		for i := range results {
			wg.Go(func() {
				results[i] = st.Write(t.Context(), func(tx *store.Tx) error {
					if err := tx.InsertJob(t.Context(), newJob(tx, "acme")); err != nil || i%10 != 0 {
						return err
					}
					return refused
				})
			})
		}
		wg.Wait()
		for i, err := range results {
			if (i%10 == 0) != errors.Is(err, refused) {
				t.Errorf("write %d: %v", i, err)
			}
		}
		jobs, err := st.Jobs(t.Context(), "acme", 0, 1000)
		if err != nil || len(jobs) != 180 {
			t.Errorf("%d jobs stand, want 180 (%v)", len(jobs), err)
		}
	})
}

func TestAPanicInAWriteIsItsErrorAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			_ = tx.InsertJob(t.Context(), newJob(tx, "acme"))
			panic("a bug")
		})
		if !fault.Is(err, fault.Internal) {
			t.Errorf("got %v, want an internal fault", err)
		}
		addJob(t, st, "acme")
		if jobs, _ := st.Jobs(t.Context(), "acme", 0, 10); len(jobs) != 1 {
			t.Errorf("%d jobs stand, want 1", len(jobs))
		}
	})
}

func TestTheSameKeyTwiceIsAConflict(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme")
		err := st.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertJob(t.Context(), job) })
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("got %v, want a conflict", err)
		}
	})
}

func TestAnotherCompanysJobIsNotFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme")
		if _, err := st.Job(t.Context(), "norra", job.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("got %v, want not found", err)
		}
	})
}

func TestEveryClaimedJobHasOneWorker(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		for range 60 {
			job := addJob(t, st, "acme")
			submit(t, st, job)
		}
		var mu sync.Mutex
		seen := map[string]int{}
		var wg sync.WaitGroup
		for worker := range 6 {
			wg.Go(func() {
				for range 10 {
					err := st.Write(context.Background(), func(tx *store.Tx) error {
						jobs, err := tx.ClaimJobs(context.Background(), ids.UUID(), tx.Now.Add(1e9*60), 1+worker%2)
						mu.Lock()
						defer mu.Unlock()
						for _, j := range jobs {
							seen[j.ID]++
						}
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for id, n := range seen {
			if n != 1 {
				t.Errorf("job %s was claimed %d times", id, n)
			}
		}
		if len(seen) != 60 {
			t.Errorf("%d jobs were claimed, want 60", len(seen))
		}
	})
}

func submit(t *testing.T, st *store.Store, job onboarding.Job) {
	t.Helper()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.SubmitJob(t.Context(), job.Company, job.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAJobWithAnExpiredLeaseIsDueAgainAndTheFirstHolderCanNotDecide(t *testing.T) {
	c := clock.NewManual(clock.System{}.Now())
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		submit(t, st, addJob(t, st, "acme"))
		claim := func(lease string) []store.ClaimedJob {
			var jobs []store.ClaimedJob
			err := st.Write(t.Context(), func(tx *store.Tx) (err error) {
				jobs, err = tx.ClaimJobs(t.Context(), lease, tx.Now.Add(60e9), 5)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return jobs
		}
		first := claim("one")
		if len(first) != 1 || len(claim("two")) != 0 {
			t.Fatal("a held job was claimed again")
		}
		c.Advance(61e9)
		if again := claim("three"); len(again) != 1 || again[0].Attempts != 2 {
			t.Fatalf("an expired lease gave %+v", again)
		}
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			job := first[0].Job
			job.Status = onboarding.Approved
			held, err := tx.DecideJob(t.Context(), job, "one")
			if held {
				t.Error("the first holder decided after its lease ran out")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestADocumentIsReadAsItWasWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme").ID
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			return tx.PutJobDoc(t.Context(), "acme", job, store.DocReport, []byte(`{"a":1}`))
		})
		if err != nil {
			t.Fatal(err)
		}
		if body, err := st.JobDoc(t.Context(), "acme", job, store.DocReport); err != nil || string(body) != `{"a":1}` {
			t.Errorf("got %q, %v", body, err)
		}
	})
}
