package processing

import (
	"context"

	"proofdesk/app/audit"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// enrolments enrols the applicants whose review can no longer be undone.
func (w *Worker) enrolments(ctx context.Context) {
	jobs, err := w.Store.EnrolmentsDue(ctx, w.Clock.Now(), 50)
	if err != nil {
		if ctx.Err() == nil {
			w.Log.Error("list due enrolments failed", "error", err)
		}
		return
	}
	for _, job := range jobs {
		if err := w.enrolReviewed(ctx, job); err != nil && ctx.Err() == nil {
			w.Log.Error("enrol reviewed applicant failed", "job", job.ID, "error", err)
		}
	}
}

// enrolReviewed enrols the applicant of a job that an agent approved.
func (w *Worker) enrolReviewed(ctx context.Context, j onboarding.Job) error {
	var report engine.Report
	if err := w.Store.ReadJobDoc(ctx, j.Company, j.ID, store.DocReport, &report); err != nil {
		return err
	}
	var payload onboarding.Payload
	if err := w.Store.ReadJobDoc(ctx, j.Company, j.ID, store.DocPayload, &payload); err != nil {
		return err
	}
	enrolment, err := w.Gallery.Prepare(ctx, customerOf(j, payload.PersonalDetails), report.Templates)
	if err != nil {
		return err
	}
	return w.Store.Write(ctx, func(tx *store.Tx) error {
		due, err := tx.FinishEnrolment(ctx, j.Company, j.ID)
		if err != nil || !due {
			return err
		}
		if err := enrolment.Write(ctx, tx); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.Entry{
			Company: j.Company,
			Actor:   "system",
			Action:  "customer.enrol",
			Target:  "customer:" + enrolment.Customer.ID,
			Detail:  map[string]string{"job": j.ID},
		})
	})
}
