package storetest

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// Job adds a job that was never submitted, for rows that belong to one, unless the job is there.
func Job(ctx context.Context, tx *store.Tx, company, id string) error {
	if _, err := tx.Job(ctx, company, id); !fault.Is(err, fault.NotFound) {
		return err
	}
	return tx.InsertJob(ctx, onboarding.Job{
		Company:    company,
		ID:         id,
		Seq:        tx.NextSeq(),
		Function:   onboarding.IDValidation,
		Flavor:     "LITE",
		Line:       onboarding.CurrentLine,
		SDKVersion: "11.1",
		Status:     onboarding.Capturing,
		CreatedAt:  tx.Now,
	})
}

// Emit adds an event as tx.EmitEvent does, and its job unless that is there.
func Emit(ctx context.Context, tx *store.Tx, e webhook.Event, dueAt time.Time) error {
	if err := Job(ctx, tx, e.Company, e.JobID); err != nil {
		return err
	}
	return tx.EmitEvent(ctx, e, dueAt)
}
