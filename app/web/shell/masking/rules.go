package masking

import (
	"context"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
)

// Guard decides what a visitor sees of a job.
type Guard struct {
	Store  *store.Store
	Desk   *review.Desk
	Checks *quality.Checker
	Clock  clock.Clock
}

// DenyBlind refuses a page of a job to a visitor who is to judge it without knowing what was decided.
func (w *Guard) DenyBlind(handle shell.Handler) shell.Handler {
	return func(c *fiber.Ctx, v shell.Visitor) error {
		id, err := shell.JobID(c)
		if err != nil {
			return err
		}
		if err := w.RefuseBlind(c, v, id); err != nil {
			return err
		}
		return handle(c, v)
	}
}

// RefuseBlind returns a fault where the visitor holds a quality check of a job, and so may not learn its outcome.
func (w *Guard) RefuseBlind(c *fiber.Ctx, v shell.Visitor, jobID string) error {
	_, blind, err := w.Checks.Held(c.UserContext(), v.Checker(), jobID)
	if err == nil && blind {
		err = errBlind
	}
	return err
}

// errBlind is the answer to a visitor who holds a quality check.
var errBlind = fault.New(fault.Forbidden,
	"you are doing a blind check of this job: submit or skip it first")

// Masked reports whether lists show the visitor covered values: always where their role may not reveal any, else where
// the company's settings say so.
func (w *Guard) Masked(ctx context.Context, v shell.Visitor) (bool, error) {
	if !v.Role.Can(access.RevealValues) {
		return true, nil
	}
	company, err := w.Store.Company(ctx, v.Company)
	if err != nil {
		return false, err
	}
	return company.Settings.Masking, nil
}

// MaskedJob reports whether the values of a job are covered for the visitor. They are not while the visitor holds the
// job for review, nor for the time of a reveal.
func (w *Guard) MaskedJob(ctx context.Context, v shell.Visitor, jobID string) (bool, error) {
	masked, err := w.Masked(ctx, v)
	if err != nil || !masked || !v.Role.Can(access.RevealValues) {
		return masked, err
	}
	held, err := w.Store.ReviewCase(ctx, v.Company, jobID)
	if err == nil && held.HeldBy(v.ID, w.Clock.Now()) {
		return false, nil
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return true, err
	}
	if _, held, err := w.Checks.Held(ctx, v.Checker(), jobID); held || err != nil {
		return !held, err
	}
	until, err := w.Desk.RevealedUntil(ctx, v.Reviewer(), jobID)
	return !until.After(w.Clock.Now()), err
}
