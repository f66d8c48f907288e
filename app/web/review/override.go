package review

import (
	"errors"
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/catalogue"
	"proofdesk/app/fault"
	"proofdesk/app/web/shell/dossier"
	views "proofdesk/views/review"
)

// overrideField begins the names of the fields that name why a job is approved in spite of a finding.
const overrideField = "override."

// refusedStatus returns the status of a form that is shown again: 422 where a red finding was not named.
func refusedStatus(err error) int {
	var refused *fault.Error
	unnamed := func(f fault.Field) bool { return f.Name == "override" }
	if errors.As(err, &refused) && slices.ContainsFunc(refused.Fields, unnamed) {
		return fiber.StatusUnprocessableEntity
	}
	return fiber.StatusBadRequest
}

// overrides lists the red findings of a job with the reasons for approving it all the same. One key chooses a reason;
// there are as many keys as digits, and as many again with Shift.
func overrides(d dossier.Dossier) []views.Override {
	var proposed map[string]string
	if p := proposal(d.Reviews); p != nil && waits(d.Case) {
		proposed = map[string]string{}
		for _, o := range p.Overrides {
			proposed[o.Finding] = p.AgentName + ": " + d.T(catalogue.OverrideText(o.Reason))
		}
	}
	var all []views.Override
	keys := 0
	for _, r := range d.Red() {
		one := views.Override{
			Name:     overrideField + r.Key(),
			Text:     d.RedSentence(r),
			Proposed: proposed[r.Key()],
		}
		for _, code := range r.Overrides() {
			one.Choices = append(one.Choices, views.Reason{
				Code: code,
				Text: d.T(catalogue.OverrideText(code)),
				Key:  overrideKey(keys),
				On:   d.Draft.Overrides[r.Key()] == code,
			})
			keys++
		}
		all = append(all, one)
	}
	return all
}

// overrideKey returns the key of the nth reason; empty where there are no more.
func overrideKey(n int) string {
	const digits = 9
	switch {
	case n < digits:
		return strconv.Itoa(n + 1)
	case n < 2*digits:
		return "⇧" + strconv.Itoa(n-digits+1)
	}
	return ""
}
