package intake

import (
	"cmp"
	"context"

	"proofdesk/app/company"
	"proofdesk/app/preset"
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

// Phrase returns the phrase that a company has set for its applicants to speak in a voice or a Video ID capture; empty
// where it has set none.
func (in *Intake) Phrase(ctx context.Context, id string) (string, error) {
	of, err := in.Store.Company(ctx, id)
	return of.Settings.VideoIDPhrase, err
}

func phraseOf(c company.Company, language string) string {
	return cmp.Or(c.Settings.VideoIDPhrase, BuiltInPhrase(language))
}
