package webhooks

import (
	"cmp"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/webhooks"
)

func (w *Handler) addEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	request, err := endpointRequest(c, v)
	var made endpoints.NewEndpoint
	if err == nil {
		made, err = w.Endpoints.CreateEndpoint(c.UserContext(), v.Actor(), request)
	}
	if err == nil {
		return w.showEndpoint(c, v, made.ID, func(page *views.Endpoint) {
			page.Done = v.T("The endpoint was added and is active. Configure your receiver with the key below.")
			page.Secret = &views.Secret{
				KID:    made.KID,
				Secret: made.Secret,
				Note:   v.T("Your receiver verifies signatures with it. The whole text is the key, including whsec_."),
			}
		})
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failure := w.endpointsPage(c, v)
	if failure != nil {
		return failure
	}
	if page.Form != nil {
		typed(c, v, &page.Page, page.Form, request, err)
	}
	return w.Render(c.Status(shell.RefusalStatus(err)), views.EndpointsPage(page))
}

func (w *Handler) changeEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	request, err := endpointRequest(c, v)
	request.Headers = nil // those have a form of their own
	var was endpoints.Description
	if err == nil {
		err = form.ReadVersion(c, &was)
	}
	if err == nil {
		err = w.Endpoints.UpdateEndpoint(c.UserContext(), v.Actor(), c.Params("id"), was, request)
	}
	if err == nil || !shell.IsRefusal(err) {
		return w.changedEndpoint(c, v, "saved", err)
	}
	c.Status(shell.RefusalStatus(err))
	return w.showEndpoint(c, v, c.Params("id"), func(page *views.Endpoint) {
		typed(c, v, &page.Page, page.Form, request, err)
	})
}

// endpointRequest reads the form of an endpoint. Headers are lines of name and value.
func endpointRequest(c *fiber.Ctx, v shell.Visitor) (endpoints.EndpointRequest, error) {
	r := endpoints.EndpointRequest{
		Company:     v.Company,
		URL:         strings.TrimSpace(form.Value(c, "url")),
		Description: form.Value(c, "description"),
	}
	for _, name := range form.All(c, "event") {
		r.Events = append(r.Events, onboarding.EventType(name))
	}
	if len(r.Events) == 0 {
		return r, fault.BadField("events", "required", "choose at least one event")
	}
	for line := range strings.SplitSeq(form.Value(c, "headers"), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		if !ok {
			return r, fault.BadField("headers", "format", "enter one header per line, as Name: value")
		}
		if r.Headers == nil {
			r.Headers = map[string]string{}
		}
		if _, twice := r.Headers[name]; twice {
			return r, fault.BadField("headers", "unique", "the header %s appears twice", name)
		}
		r.Headers[name] = strings.TrimSpace(value)
	}
	return r, nil
}

// typed fills the form of an endpoint with what was sent and marks each field with what is wrong with it, or with what
// somebody else has saved. Values of headers are not sent back.
func typed(c *fiber.Ctx, v shell.Visitor, page *views.Page, f *views.Form, r endpoints.EndpointRequest, err error) {
	saved := *f
	f.URL, f.Description, f.Events = form.Value(c, "url"), form.Value(c, "description"), eventChoices(r.Events)
	f.Wrong, f.First = v.FieldProblems(err)
	if page.Problem = v.Sentence(shell.Message(err)); f.First != "" && f.First != "version" {
		page.Problem = v.NothingSaved()
	}
	if f.Version != "" && shell.Outdated(c, f.Version) {
		markSaved(v, f, saved)
	}
	var names []string
	for line := range strings.SplitSeq(form.Value(c, "headers"), "\n") {
		if name, _, ok := strings.Cut(line, ":"); ok {
			names = append(names, name+": ")
		}
	}
	f.Headers = strings.Join(names, "\n")
}

// markSaved marks the fields of a form that differ from what somebody else has saved. The first one takes the focus.
func markSaved(v shell.Visitor, f *views.Form, saved views.Form) {
	for _, field := range []struct{ name, typed, saved string }{
		{"url", f.URL, saved.URL},
		{"description", f.Description, saved.Description},
		{"events", chosen(f.Events), chosen(saved.Events)},
	} {
		if field.typed == field.saved || f.Wrong[field.name] != "" {
			continue
		}
		f.Wrong[field.name] = v.SavedMeanwhile(field.saved)
		f.First = cmp.Or(f.First, field.name)
	}
}

// chosen lists the events that are chosen.
func chosen(events []views.Choice) string {
	text := ""
	for _, e := range events {
		if e.On {
			text = format.Join(", ", text, e.Label)
		}
	}
	return text
}
