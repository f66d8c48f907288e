package wording

import (
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

// Reason returns the reason with the code where its text needs no value.
func Reason(code string) (catalogue.Reason, bool) {
	r, varied, ok := catalogue.ReasonOf(code)
	return r, ok && varied == ""
}

// ShortReason words the code of a reason in a few words; of an unknown one the title of its check or its code in words.
func ShortReason(l words.Language, code string) string {
	r, varied, ok := catalogue.ReasonOf(code)
	switch {
	case ok && strings.Contains(r.Short.English, "%s"):
		return format.Sentence(l.T(r.Short.English, l.T(variedName(r, varied))))
	case ok:
		return l.T(r.Short.English)
	}
	if c, ok := catalogue.CheckOf(code); ok {
		return l.T(c.Title.English)
	}
	return format.Sentence(format.Words(code))
}

// variedName returns what the part of a code names that its reason leaves open: a check, a check digit or a field.
func variedName(r catalogue.Reason, varied string) string {
	switch {
	case strings.HasPrefix(r.Code, "*."), strings.HasPrefix(r.Code, "device."):
		return catalogue.Title(varied)
	case strings.HasPrefix(r.Code, "mrz."):
		return Digit(varied)
	}
	return FieldInSentence(varied)
}

// NoDocument are the reasons that name the capture in which there is no document, by their codes.
var NoDocument = map[string]string{
	"document.none":   "%s: there is no document in the picture",
	"document.person": "%s: the picture shows a person, not a document",
}
