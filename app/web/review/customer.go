package review

import (
	"context"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
)

// complete adds to a dossier what the job itself does not hold: whom the applicant is held against, what was to be
// said.
func (w *Handler) complete(ctx context.Context, v shell.Visitor, d *dossier.Dossier) (err error) {
	if d.Job.Function == onboarding.VideoID && w.Intake != nil {
		if d.Phrase, err = w.Intake.Phrase(ctx, v.Company); err != nil {
			return err
		}
	}
	return w.findKnown(ctx, v, d)
}

// findKnown adds to a dossier the enrolled customer that the applicant is held against: the one that the policy named,
// else the one who has the job's unique number, else the nearest candidate. Who was enrolled by this very job is no one
// else; a sandbox job is about nobody.
func (w *Handler) findKnown(ctx context.Context, v shell.Visitor, d *dossier.Dossier) error {
	if d.Job.Sandbox != "" {
		return nil
	}
	if d.Decision.Customer != "" {
		c, err := w.Store.Customer(ctx, v.Company, d.Decision.Customer)
		if err := d.CompareWith(c, err); err != nil || d.Enrolled != nil {
			return err
		}
	}
	if d.Job.UniqueNumber != "" {
		c, err := w.Store.CustomerByNumber(ctx, v.Company, d.Job.UniqueNumber)
		if err := d.CompareWith(c, err); err != nil || d.Enrolled != nil {
			return err
		}
	}
	for _, candidate := range d.Decision.Candidates {
		c, err := w.Store.Customer(ctx, v.Company, candidate.CustomerID)
		if err := d.CompareWith(c, err); err != nil || d.Enrolled != nil {
			d.ByFace = candidate.By == "face"
			return err
		}
	}
	return nil
}
