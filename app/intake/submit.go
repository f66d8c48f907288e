package intake

import (
	"context"
	"fmt"
	"strings"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Submitted is the answer to a submit; a second submit gets the same.
type Submitted struct {
	JobID       string               `json:"jobId"`
	Status      onboarding.Status    `json:"status"`
	SubmittedAt onboarding.Timestamp `json:"submittedAt"`
}

// Submit hands a job over to processing. When it returns, the job is durable and will be decided. It drops the parts of
// captures that were never completed.
func (in *Intake) Submit(ctx context.Context, c Caller, id string) (Submitted, error) {
	job, err := in.job(ctx, c, id)
	if err != nil {
		return Submitted{}, err
	}
	if c.Asked != nil {
		return in.submitRequest(ctx, c, job)
	}
	if !job.Status.Is(onboarding.Capturing) {
		return submitted(job), nil
	}
	// Captures are only ever added to a job, so a need that is met before the write is met during it too.
	kinds, err := in.Store.CaptureKinds(ctx, c.Company, job.ID)
	if err != nil {
		return Submitted{}, err
	}
	if err := missing(job.Function, kinds); err != nil {
		return Submitted{}, err
	}
	var dropped []string
	err = in.Store.Write(ctx, func(tx *store.Tx) error {
		dropped = nil
		if err := c.holdForSubmit(ctx, tx, job); err != nil {
			return err
		}
		moved, err := tx.SubmitJob(ctx, c.Company, job.ID)
		if err != nil {
			return err
		}
		if !moved { // another submit was first
			job, err = tx.Job(ctx, c.Company, job.ID)
			return err
		}
		if dropped, err = tx.DropUploads(ctx, c.Company, job.ID); err != nil {
			return err
		}
		job.SubmittedAt = tx.Now
		return tx.Audit(ctx, audit.Entry{
			Company: c.Company,
			Actor:   c.actor(),
			Action:  "job.submit",
			Target:  "job:" + job.ID,
		})
	})
	if err != nil {
		return Submitted{}, err
	}
	in.nudge()
	in.unlink(ctx, c.Company, dropped)
	return submitted(job), nil
}

func submitted(job onboarding.Job) Submitted {
	return Submitted{JobID: job.ID, Status: onboarding.Queued, SubmittedAt: stamp(job.SubmittedAt)}
}

// missing returns a fault with every need of a function that no capture meets.
func missing(function onboarding.Function, have []onboarding.CaptureKind) error {
	var f findings
	for _, need := range function.Missing(have) {
		names := make([]string, len(need))
		for i, kind := range need {
			names[i] = string(kind)
		}
		f.add("captures", "required", "%s",
			fmt.Sprintf("%s needs the capture %s", function, strings.Join(names, " or ")))
	}
	return fault.BadFields(f)
}
