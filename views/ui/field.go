package ui

import "github.com/a-h/templ"

// Invalid returns the attributes of an input whose value breaks a rule: it is marked, described by the text that Wrong
// shows, and takes the focus where it is the first. It returns none where the problem is empty.
func Invalid(id, problem string, first bool) templ.Attributes {
	if problem == "" {
		return nil
	}
	a := templ.Attributes{"aria-invalid": "true", "aria-describedby": id + "-problem"}
	if first {
		a["autofocus"] = true
	}
	return a
}
