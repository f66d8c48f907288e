package webhooks

import (
	"cmp"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/webhook"
	views "proofdesk/views/webhooks"
)

// eventNames are short names of the types of events.
var eventNames = map[onboarding.EventType]string{
	onboarding.ApplicationDecision: "decision",
	onboarding.ApplicationReviewed: "reviewed",
}

// eventName names a type of event in short.
func eventName(v shell.Visitor, t onboarding.EventType) string {
	return v.T(cmp.Or(eventNames[t], string(t)))
}

func eventsText(v shell.Visitor, types []onboarding.EventType) string {
	if len(types) == len(webhook.EventTypes()) {
		return v.T("all")
	}
	var all []string
	for _, t := range types {
		all = append(all, eventName(v, t))
	}
	return strings.Join(all, ", ")
}

func eventChoices(chosen []onboarding.EventType) []views.Choice {
	var all []views.Choice
	for _, t := range webhook.EventTypes() {
		choice := views.Choice{Value: string(t), Label: string(t)}
		for _, c := range chosen {
			choice.On = choice.On || c == t
		}
		all = append(all, choice)
	}
	return all
}
