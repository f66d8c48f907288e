package review

import (
	"context"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
)

// complete adds to a dossier what the job itself does not hold: what the applicant was asked to say.
func (w *Handler) complete(ctx context.Context, v shell.Visitor, d *dossier.Dossier) (err error) {
	speaks := d.Job.Function == onboarding.VideoID || d.Job.Function == onboarding.VoiceCapture
	if speaks && w.Intake != nil {
		d.Phrase, err = w.Intake.Phrase(ctx, v.Company)
	}
	return err
}
