package webhooks

import (
	"github.com/a-h/templ"

	"proofdesk/views/ui"
)

// What fields may hold, the same in every language.
const (
	exampleURL       = "https://listener.example/hooks"
	exampleHeader    = "Authorization: Bearer …"
	exampleName      = "Authorization"
	exampleSignature = "t=…,kid=…,v1=…"
)

// noteTone returns the class of a note.
func noteTone(t ui.Tone) string {
	if t == ui.Fail {
		return "fail"
	}
	return "info"
}

// invalid returns what an input needs that breaks a rule: it is marked, its problem described, and the first takes the
// focus.
func invalid(id, problem string, first bool) templ.Attributes {
	if problem == "" {
		return nil
	}
	a := templ.Attributes{"aria-invalid": "true", "aria-describedby": id + "-problem"}
	if first {
		a["autofocus"] = true
	}
	return a
}

// polling returns what a part needs that shows something under way.
func polling(running bool) templ.Attributes {
	if !running {
		return nil
	}
	return templ.Attributes{
		"hx-get":     "/deliveries/window",
		"hx-trigger": "every 2s",
		"hx-target":  "#runs",
		"hx-swap":    "outerHTML",
	}
}

func (f Form) invalid(name string) templ.Attributes {
	return invalid(name, f.Wrong[name], f.First == name)
}

// described returns what a group of inputs needs that breaks a rule: its first input takes the focus by itself.
func (f Form) described(name string) templ.Attributes {
	if f.Wrong[name] == "" {
		return nil
	}
	return templ.Attributes{"aria-describedby": name + "-problem"}
}

func (p Endpoint) invalid(name string) templ.Attributes { return invalid(name, p.Wrong[name], true) }
