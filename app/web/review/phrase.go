package review

import (
	"strings"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/dossier"
)

// askedToSay returns what the applicant was asked to say in a recording; empty where nobody speaks in a capture.
func askedToSay(d dossier.Dossier, c onboarding.Capture) string {
	phrase, noted := d.Request.Phrases[c.Request]
	switch {
	case c.Kind != onboarding.Video && c.Kind != onboarding.Voice || !noted:
		return ""
	case phrase == "":
		return d.T("“%s”, in the language of the page", intake.BuiltInPhrase(strings.ToUpper(string(d.Language))))
	default:
		return "“" + phrase + "”"
	}
}
