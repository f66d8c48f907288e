package processing

import (
	"context"
	"errors"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
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
			if err := w.putOff(ctx, job, err); err != nil {
				w.Log.Error("put off enrolment failed", "job", job.ID, "error", err)
			}
		}
	}
}

// putOff lets the others who are due go before an applicant whose enrolment failed. Where what the job holds is gone or
// damaged, trying again would not mend it: the enrolment ends, and the audit trail says so.
func (w *Worker) putOff(ctx context.Context, j onboarding.Job, cause error) error {
	return w.Store.Write(ctx, func(tx *store.Tx) error {
		if !errors.Is(cause, store.ErrDamaged) && !fault.Is(cause, fault.NotFound) {
			return tx.PostponeEnrolment(ctx, j.Company, j.ID, tx.Now.Add(retryDelay))
		}
		due, err := tx.FinishEnrolment(ctx, j.Company, j.ID)
		if err != nil || !due {
			return err
		}
		return tx.Audit(ctx, audit.Entry{
			Company: j.Company,
			Actor:   "system",
			Action:  "customer.enrol_failed",
			Target:  "job:" + j.ID,
		})
	})
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
