package processing_test

import (
	"context"
	"log/slog"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/app/processing"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine"
)

// TestMain starts PostgreSQL, and children of the engine.
func TestMain(m *testing.M) {
	inspection.Child()
	storetest.Main(m)
}

// older writes decided jobs as a program did that indexed the name of the machine-readable zone alone, here none at
// all.
func older(t *testing.T, st *store.Store, n int) []onboarding.Job {
	t.Helper()
	var jobs []onboarding.Job
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		for range n {
			j := onboarding.Job{
				ID:           ids.UUID(),
				Seq:          tx.NextSeq(),
				Company:      "acme",
				Function:     onboarding.IDValidation,
				Status:       onboarding.Processing,
				UniqueNumber: "4471",
				CreatedAt:    tx.Now,
			}
			if err := tx.InsertJob(t.Context(), j); err != nil {
				return err
			}
			j.Status, j.DecidedAt, j.FullName, j.DocumentNumber = onboarding.Review, tx.Now, "ANNE BENARB", "G0998"
			if _, err := tx.DecideJob(t.Context(), j, ""); err != nil {
				return err
			}
			jobs = append(jobs, j)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

func found(t *testing.T, st *store.Store, text string) int {
	t.Helper()
	n, err := st.CountAllJobs(t.Context(), "acme", store.JobFilter{Text: text}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOlderJobsBecomeFindableByEverySourceOfTheirNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		jobs := older(t, st, 120) // several steps of the indexer
		err := st.Write(ctx, func(tx *store.Tx) error {
			j := jobs[0]
			docs := map[string]any{
				store.DocRequest: onboarding.RequestDetails{
					Submitted: map[string]string{"lastName": "Bénard", "address.city": "Lyon"},
				},
				store.DocReport: engine.Report{
					Readings: []engine.Reading{
						{Source: engine.MRZ, Field: "lastName", Value: "BENARB"},
						{Source: engine.VIZ, Field: "lastName", Value: "Benhard"},
						{Source: engine.Barcode, Field: "lastName", Value: "Beynard"},
						{Source: engine.Chip, Field: "lastName", Value: "Benoard"},
						{Source: engine.VIZ, Field: "sex", Value: "FEMALE"},
					},
					Others: []engine.Reading{{Source: engine.MRZ, Field: "documentNumber", Value: "X7700"}},
				},
			}
			for kind, doc := range docs {
				if err := tx.WriteJobDoc(ctx, j.Company, j.ID, kind, doc); err != nil {
					return err
				}
			}
			if err := tx.PutJobDoc(ctx, jobs[1].Company, jobs[1].ID, store.DocReport, []byte("damaged")); err != nil {
				return err
			}
			return tx.InsertCorrection(ctx, store.Correction{
				ID:      ids.UUID(),
				Company: j.Company,
				JobID:   j.ID,
				AgentID: "a",
				Source:  "VIZ",
				Field:   "lastName",
				Before:  "Benhard",
				After:   "Bernhard",
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		x := &processing.Indexer{Store: st, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)}
		ended, end := context.WithCancel(ctx)
		end() // as where the program ends: what was written stays, the rest is done by the next
		_, _ = x.Index(ended)
		if n, err := x.Index(ctx); err != nil || n == 0 {
			t.Fatalf("%d indexed, %v", n, err)
		}
		for text, want := range map[string]int{
			"bénard":   1,
			"benarb":   120,
			"benhard":  1,
			"beynard":  1,
			"benoard":  1,
			"bernhard": 1,
			"x-7700":   1,
			"anne":     120,
			"g0998":    120,
			"4471":     120,
			"lyon":     0,
			"female":   0,
		} {
			if n := found(t, st, text); n != want {
				t.Errorf("%q finds %d jobs, want %d", text, n, want)
			}
		}
		if n, err := x.Index(ctx); n != 0 || err != nil {
			t.Errorf("a second turn indexes %d more, %v", n, err)
		}
	})
}

func TestAnErasedJobIsNotIndexedAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		j := older(t, st, 1)[0]
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			if _, err := tx.EraseJob(t.Context(), j.Company, j.ID); err != nil {
				return err
			}
			if err := tx.IndexJob(t.Context(), j, "ANNE BENARB"); err != nil { // an indexer that has read it before
				return err
			}
			return tx.InsertJob(t.Context(), j) // a row that words left behind would lead to
		})
		if n := found(t, st, "benarb"); err != nil || n != 0 {
			t.Errorf("words of an erased job are kept: found %d, %v", n, err)
		}
	})
}
