package intake

import (
	"cmp"
	"context"

	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// builtIn is the phrase to speak where the company has set none, by the language of the page. The preview of a preset
// shows the same.
var builtIn = map[string]string{
	"EN": "I am who I say I am, and I apply of my own free will.",
	"ES": "Soy quien digo ser y hago esta solicitud por mi propia voluntad.",
	"FR": "Je suis la personne que je dis être et je fais cette demande de mon plein gré.",
	"HI": "मैं वही व्यक्ति हूँ जिसका नाम मैंने दिया है, और यह आवेदन मैंने अपनी इच्छा से किया है।",
}

// BuiltInPhrase returns the phrase to speak in a language where the company has set none.
func BuiltInPhrase(language string) string {
	return cmp.Or(builtIn[language], builtIn[preset.Languages()[0]])
}

// notePhrase keeps what a company wants its applicants to say with a recording that has come: an agent who compares
// both later has to know, whatever the company has set by then.
func notePhrase(ctx context.Context, tx *store.Tx, recording onboarding.Capture) error {
	if recording.Kind != onboarding.Voice && recording.Kind != onboarding.Video {
		return nil
	}
	of, err := tx.Company(ctx, recording.Company)
	if err != nil {
		return err
	}
	var request onboarding.RequestDetails
	if err := tx.ReadJobDoc(ctx, recording.Company, recording.JobID, store.DocRequest, &request); err != nil {
		return err
	}
	if request.Phrases == nil {
		request.Phrases = map[string]string{}
	}
	request.Phrases[recording.Request] = of.Settings.VideoIDPhrase
	return tx.WriteJobDoc(ctx, recording.Company, recording.JobID, store.DocRequest, request)
}

func phraseOf(c company.Company, language string) string {
	return cmp.Or(c.Settings.VideoIDPhrase, BuiltInPhrase(language))
}
