package webhooks

import (
	"context"

	"github.com/a-h/templ"

	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// What fields may hold, the same in every language.
const (
	exampleURL       = "https://bank.example/hooks"
	exampleHeader    = "Authorization: Bearer …"
	exampleName      = "Authorization"
	exampleSignature = "t=…,kid=…,v1=…"
)

const headersHint = "One per line, as Name: value. Values are stored encrypted and are not shown again."

// field returns the row of a field, named as in the form, with its label and its hint in English. The hint may be
// empty.
func (f Form) field(ctx context.Context, name, label, hint string) templ.Component {
	if hint != "" {
		hint = words.T(ctx, hint)
	}
	return ui.Field(name, words.T(ctx, label), f.Wrong[name], hint)
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
	return ui.Invalid(name, f.Wrong[name], f.First == name)
}

// described returns what a group of inputs needs that breaks a rule: its first input takes the focus by itself.
func (f Form) described(name string) templ.Attributes {
	if f.Wrong[name] == "" {
		return nil
	}
	return templ.Attributes{"aria-describedby": name + "-problem"}
}

func (p Endpoint) invalid(name string) templ.Attributes { return ui.Invalid(name, p.Wrong[name], true) }
