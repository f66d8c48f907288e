package webtest

import (
	"fmt"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Crowd adds jobs that are decided and, every tenth, one that waits.
func (h *Fixture) Crowd(n int) {
	h.T.Helper()
	for at := 0; at < n; at += 1000 {
		err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
			for i := at; i < min(n, at+1000); i++ {
				if err := h.writeOne(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			h.T.Fatal(err)
		}
	}
}

// writeOne writes one job of a crowd.
func (h *Fixture) writeOne(tx *store.Tx, i int) error {
	job := onboarding.Job{
		ID:           ids.UUID(),
		Seq:          tx.NextSeq(),
		Company:      "acme",
		Function:     onboarding.IDValidation,
		Flavor:       "LITE",
		Line:         onboarding.CurrentLine,
		SDKVersion:   "11.1",
		Status:       onboarding.Approved,
		UniqueNumber: fmt.Sprint(i),
		CreatedAt:    tx.Now,
	}
	waits := i%10 == 0
	if waits {
		job.Status = onboarding.Review
	}
	if err := tx.InsertJob(h.T.Context(), job); err != nil || !waits {
		return err
	}
	decision := policy.Decision{
		Outcome:  onboarding.Review,
		Met:      11,
		Required: 15,
		Reasons: []policy.Reason{
			{Code: "data.consistency", Check: engine.CodeConsistency, Band: policy.BandData},
			{Code: "quality.glare", Check: engine.CodeGlare, Band: policy.BandQuality},
		},
	}
	if err := tx.WriteJobDoc(h.T.Context(), "acme", job.ID, store.DocDecision, decision); err != nil {
		return err
	}
	if err := tx.WriteJobDoc(h.T.Context(), "acme", job.ID, store.DocReport,
		Report([]onboarding.Capture{{ID: job.ID}})); err != nil {
		return err
	}
	return tx.OpenReviewCase(h.T.Context(), store.ReviewCase{
		Company:    "acme",
		JobID:      job.ID,
		Seq:        job.Seq,
		Function:   job.Function,
		Summary:    "glare",
		Stakes:     decision.Stakes(),
		DeadlineAt: tx.Now,
	})
}
