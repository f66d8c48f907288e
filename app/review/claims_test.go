package review_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

const (
	manyJobs   = 5000
	manyAgents = 50
	// longWait is how many jobs each of the others may get while one agent waits for theirs, in 99 of 100 claims. A
	// single claim may wait longer: PostgreSQL's locks keep no order, and one process was seen to wait a second for a
	// lock that others took a thousand times meanwhile.
	longWait = 10
	// leastShare is which part of an even share each agent gets at least, however long some of their claims waited.
	leastShare = 4
)

// claimed is what agents got who took and finished jobs one after the other, all at once.
type claimed struct {
	jobs   [][]string      // by agent
	took   []time.Duration // of each claim
	waited []int64         // how many claims of others each claim waited for
}

// shift lets many agents claim and close jobs at once, each as fast as they get them, until none is left.
func shift(t testing.TB, st *store.Store, jobs int) claimed {
	t.Helper()
	d, _ := desk(t, st, clock.System{}, 0)
	waitingMany(t, st, jobs)
	people := make([]review.Agent, manyAgents)
	for i := range people {
		people[i] = agent(t, st, "agent", access.Agent)
	}
	c := claimed{jobs: make([][]string, manyAgents)}
	var mu sync.Mutex
	var all sync.WaitGroup
	var claims atomic.Int64
	for i, a := range people {
		all.Go(func() {
			for {
				began, before := time.Now(), claims.Load()
				taken, err := d.Next(t.Context(), a, "")
				took, waited := time.Since(began), claims.Add(1)-before
				if fault.Is(err, fault.NotFound) || claims.Load() > 2*int64(jobs) { // a job may be given more than once
					return
				}
				if err != nil {
					t.Errorf("agent %d after %d jobs: %v", i, len(c.jobs[i]), err)
					return
				}
				c.jobs[i] = append(c.jobs[i], taken.JobID)
				mu.Lock()
				c.took, c.waited = append(c.took, took), append(c.waited, waited)
				mu.Unlock()
				finish(t, st, a, taken)
			}
		})
	}
	all.Wait()
	return c
}

// finish closes a case as its decision does.
func finish(t testing.TB, st *store.Store, a review.Agent, c store.ReviewCase) {
	t.Helper()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		return tx.CloseCase(t.Context(), store.CaseLock{
			Company: company,
			JobID:   c.JobID,
			Agent:   a.ID,
			Claim:   c.Claim,
			Version: c.Version,
			Digest:  c.EvidenceDigest,
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// waitingMany adds many jobs in review, in few transactions.
func waitingMany(t testing.TB, st *store.Store, n int) {
	t.Helper()
	for batch := range slices.Chunk(make([]int, n), 500) {
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			for range batch {
				job := onboarding.Job{
					ID:           ids.UUID(),
					Seq:          tx.NextSeq(),
					Company:      company,
					Function:     onboarding.IDValidation,
					Flavor:       "LITE",
					Line:         onboarding.CurrentLine,
					SDKVersion:   "11.1",
					Status:       onboarding.Review,
					UniqueNumber: fmt.Sprint(tx.NextSeq()),
					CreatedAt:    tx.Now,
				}
				if err := tx.InsertJob(t.Context(), job); err != nil {
					return err
				}
				if err := tx.OpenReviewCase(t.Context(), store.ReviewCase{
					Company:        company,
					JobID:          job.ID,
					Seq:            job.Seq,
					Function:       job.Function,
					Summary:        "data",
					DeadlineAt:     tx.Now.Add(time.Hour),
					EvidenceDigest: "d1",
				}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFiftyAgentsGetEachOfFiveThousandJobsOnceAndNoneIsStarved(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		given := map[string]int{}
		done := shift(t, st, manyJobs)
		slices.Sort(done.waited)
		if len(done.waited) < manyJobs {
			t.Fatalf("%d jobs were given, want %d", len(done.waited), manyJobs)
		}
		if long, most := done.waited[manyJobs*99/100], int64(longWait*manyAgents); long > most {
			t.Errorf("while one agent waited the others got %d jobs, at most %d are fair", long, most)
		}
		for i, mine := range done.jobs {
			if least := manyJobs / manyAgents / leastShare; len(mine) < least {
				t.Errorf("agent %d got %d jobs, at least %d are fair", i, len(mine), least)
			}
			for _, id := range mine {
				if given[id]++; given[id] > 1 {
					t.Errorf("job %s was given %d times", id, given[id])
				}
			}
		}
		if len(given) != manyJobs {
			t.Errorf("%d jobs were given, want %d", len(given), manyJobs)
		}
	})
}

func BenchmarkFiftyAgentsClaim(b *testing.B) {
	engines := map[string]func(testing.TB, clock.Clock) *store.Store{
		"sqlite":   storetest.SQLite,
		"postgres": storetest.Postgres,
	}
	for name, open := range engines {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				took = append(took, shift(b, open(b, clock.System{}), manyJobs).took...)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
		})
	}
}
