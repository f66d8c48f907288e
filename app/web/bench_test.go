package web_test

import (
	"fmt"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// crowd adds jobs that are decided and, every tenth, one that waits.
func (h *house) crowd(n int) {
	h.t.Helper()
	for at := 0; at < n; at += 1000 {
		err := h.store.Write(h.t.Context(), func(tx *store.Tx) error {
			for i := at; i < min(n, at+1000); i++ {
				if err := h.one(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *house) one(tx *store.Tx, i int) error {
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
	if err := tx.InsertJob(h.t.Context(), job); err != nil || !waits {
		return err
	}
	decision := policy.Decision{
		Outcome: onboarding.Review,
		Score:   .5,
		Reasons: []policy.Reason{
			{Code: "data.consistency", Check: engine.CodeConsistency, Band: "data"},
			{Code: "quality.glare", Check: engine.CodeGlare, Band: "quality"},
		},
	}
	if err := tx.WriteJobDoc(h.t.Context(), "acme", job.ID, store.DocDecision, decision); err != nil {
		return err
	}
	if err := tx.WriteJobDoc(h.t.Context(), "acme", job.ID, store.DocReport,
		report([]onboarding.Capture{{ID: job.ID}})); err != nil {
		return err
	}
	return tx.OpenReviewCase(h.t.Context(), store.ReviewCase{
		Company:    "acme",
		JobID:      job.ID,
		Seq:        job.Seq,
		Function:   job.Function,
		Summary:    "glare",
		Score:      .5,
		DeadlineAt: tx.Now,
	})
}

func benchmarkPage(b *testing.B, path func(job string) string) {
	h := open(b)
	id, _ := h.job("acme", "DOE, JANE")
	h.crowd(20_000)
	agent := h.as(access.Agent)
	for b.Loop() {
		if agent.get(path(id)); agent.status != 200 {
			b.Fatal(agent.status)
		}
	}
}

func BenchmarkReviewPage(b *testing.B) {
	benchmarkPage(b, func(job string) string { return "/jobs/" + job })
}

func BenchmarkQueuePage(b *testing.B) { benchmarkPage(b, func(string) string { return "/queue" }) }

func BenchmarkTakeTheNextJob(b *testing.B) {
	h := open(b)
	h.crowd(20_000)
	agent := h.as(access.Agent).get("/queue")
	token := agent.field("csrf")
	for b.Loop() {
		agent.post("/queue/next", map[string][]string{"csrf": {token}})
		if agent.status != 303 {
			b.Fatal(agent.status)
		}
	}
}
