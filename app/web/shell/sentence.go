package shell

import (
	"errors"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell/format"
)

// Each translates sentences into the visitor's language.
func (v Visitor) Each(texts ...string) []string {
	all := make([]string, 0, len(texts))
	for _, text := range texts {
		all = append(all, v.T(text))
	}
	return all
}

// Message returns the part of an error that may be shown.
func Message(err error) string {
	var f *fault.Error
	if errors.As(err, &f) && f.Code != fault.Internal {
		return f.Message
	}
	return "something went wrong on our side"
}

// Problem returns the part of an error that may be shown, as a sentence in the visitor's language.
func (v Visitor) Problem(err error) string { return v.Sentence(Message(err)) }

// Translate returns a sentence of the program in the visitor's language, with its values.
func (v Visitor) Translate(text string) string { return format.Translate(v.Language, text) }

// Sentence returns the message of a failure as a sentence in the visitor's language.
func (v Visitor) Sentence(text string) string { return format.Sentence(v.Translate(text)) + "." }

// FieldProblems returns what is wrong with each field that a failure names, and the first of them.
func (v Visitor) FieldProblems(err error) (wrong map[string]string, first string) {
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
			wrong[field.Name] = v.Sentence(field.Message)
		}
	}
	return wrong, first
}

// NothingSaved returns the message above a form with marked fields.
func (v Visitor) NothingSaved() string {
	return v.T("Nothing was saved. Correct the marked fields.")
}
