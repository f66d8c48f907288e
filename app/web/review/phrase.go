package review

import (
	"context"
	"strings"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/views/words"
)

// complete adds to a dossier what the job itself does not hold: what the applicant was asked to say.
func (w *Handler) complete(ctx context.Context, v shell.Visitor, d *dossier.Dossier) error {
	speaks := d.Job.Function == onboarding.VideoID || d.Job.Function == onboarding.VoiceCapture
	if !speaks || w.Intake == nil {
		return nil
	}
	phrase, err := w.Intake.Phrase(ctx, v.Company)
	if err != nil {
		return err
	}
	d.Phrase = "“" + phrase + "”"
	if phrase == "" {
		language := strings.ToUpper(string(words.Of(ctx)))
		d.Phrase = d.T("“%s”, in the language of the page", intake.BuiltInPhrase(language))
	}
	return nil
}
