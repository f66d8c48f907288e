package web

import (
	"errors"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell/format"
)

// translated returns one of our sentences in the visitor's language.
func (v visitor) translated(text string) string { return format.Translate(v.Language, text) }

// says writes a message of a failure as a sentence.
func (v visitor) says(text string) string { return format.Sentence(v.translated(text)) + "." }

// complaints returns what is wrong with each field that a failure names, and the first of them.
func (v visitor) complaints(err error) (wrong map[string]string, first string) {
	wrong = map[string]string{}
	var f *fault.Error
	if !errors.As(err, &f) {
		return wrong, ""
	}
	for _, field := range f.Fields {
		if first == "" {
			first = field.Name
		}
		if wrong[field.Name] == "" {
			wrong[field.Name] = v.says(field.Message)
		}
	}
	return wrong, first
}

// marked is what a page says above a form whose fields say the rest.
func (v visitor) marked() string {
	return v.T("Nothing was saved. What is wrong is said beside the field that is marked.")
}
