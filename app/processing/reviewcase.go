package processing

import (
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// reviewCase returns the job's row in the review queue.
func (w *Worker) reviewCase(j onboarding.Job, d *dossier, now time.Time) store.ReviewCase {
	summary := ""
	for i, r := range d.decision.Reasons {
		if i == 2 {
			break
		}
		if i > 0 {
			summary += " · "
		}
		summary += r.Text
	}
	words := ""
	if w.Words != nil {
		words = w.Words(j, d.decision, d.report, d.captures, now)
	}
	return store.ReviewCase{
		Company:        j.Company,
		JobID:          j.ID,
		Seq:            j.Seq,
		Function:       j.Function,
		Summary:        summary,
		Words:          words,
		Stakes:         d.decision.Stakes(),
		DeadlineAt:     now.Add(d.deadline),
		EvidenceDigest: digest(d.captures),
	}
}
