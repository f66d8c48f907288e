package administration

import (
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/page"
)

// deadlined lists what a deadline can be set for: all functions, then each.
func deadlined() []onboarding.Function {
	return append([]onboarding.Function{""}, onboarding.Functions()...)
}

func deadlineName(v shell.Visitor, f onboarding.Function) string {
	if f == "" {
		return v.T("every function")
	}
	return format.Sentence(v.T(format.Function(f)))
}

// deadlineFields ask how long a review may take, for all functions and for each.
func deadlineFields(v shell.Visitor, r company.Rules) []views.Field {
	var fields []views.Field
	for i, f := range deadlined() {
		field := views.Field{
			Name:  "deadline." + string(f),
			Label: format.Sentence(deadlineName(v, f)),
			Kind:  "number",
			Low:   strconv.Itoa(onboarding.ShortestDeadline),
			Top:   strconv.Itoa(onboarding.LongestDeadline),
		}
		if minutes := r.Deadlines[f]; minutes > 0 {
			field.Value = strconv.Itoa(minutes)
		}
		if i == 0 {
			field.Group, field.Hint = v.T("Review deadline, in minutes"),
				v.T("Leave empty to use the installation default; a function below that is left empty "+
					"uses this deadline. Applies to jobs that enter the queue from now on.")
		}
		fields = append(fields, field)
	}
	return fields
}

// deadlineNames lists the deadlines that are set.
func deadlineNames(v shell.Visitor, r company.Rules) string {
	text := ""
	for _, f := range deadlined() {
		if minutes := r.Deadlines[f]; minutes > 0 {
			text = format.Join(", ", text, v.T("%s %d min", deadlineName(v, f), minutes))
		}
	}
	return text
}

// readDeadlines reads the fields; an empty one sets nothing. What is sent for something that is no function is left to
// the rules, which refuse it by name.
func readDeadlines(c *fiber.Ctx) (onboarding.Deadlines, error) {
	deadlines, sent := onboarding.Deadlines{}, form.Prefixed(c, "deadline.")
	for _, f := range deadlined() {
		text := strings.TrimSpace(form.Value(c, "deadline."+string(f)))
		delete(sent, string(f))
		if text == "" {
			continue
		}
		minutes, err := strconv.Atoi(text)
		if err != nil {
			return nil, fault.BadField("deadline."+string(f), "format", "enter a whole number of minutes")
		}
		deadlines[f] = minutes
	}
	for name := range sent {
		deadlines[onboarding.Function(name)] = 0
	}
	return deadlines, nil
}
