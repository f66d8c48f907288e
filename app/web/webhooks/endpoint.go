package webhooks

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

// doneHooks are the messages of a page of webhooks about what was done, by the word in its URL.
var doneHooks = map[string]string{
	"saved":    "Saved. Waiting deliveries are sent to this address.",
	"header":   "Saved. The header is sent from the next attempt on.",
	"removed":  "The endpoint was deleted.",
	"promoted": "The key signs from the next attempt on; the previous key is retired.",
	"dropped":  "The key was discarded.",
	"paused":   "Paused. New events wait here until you resume.",
	"resumed":  "Resumed. Waiting deliveries are being sent.",
	"again":    "The delivery is due again, with the same event.",
	"closed":   "Resumed. Waiting deliveries are being sent.",
	"held":     "Paused. Nothing is sent to this host until you resume it.",
	"settled":  "Marked as settled. It no longer counts as trouble.",
	"begun":    "Redelivery has started and continues in the background.",
	"stopped":  "Stopped. Deliveries that are already due again will still be sent.",
}

// hooksPage is a page of webhooks without its content.
func (w *Handler) hooksPage(c *fiber.Ctx, v shell.Visitor, heading, current string) views.Page {
	return views.Page{
		Frame:   w.Frame(c, v, heading, "webhooks"),
		Current: current,
		Heading: heading,
		Done:    v.T(doneHooks[c.Query("done")]),
		Zone:    v.ZoneName(),
	}
}

// countBound is up to where rows are counted for a page.
const countBound = 1000

func boundedCount(n int) string {
	if n >= countBound {
		return strconv.Itoa(countBound-1) + "+"
	}
	return strconv.Itoa(n)
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

// endpointCounts counts what waits for an endpoint and what has failed.
func (w *Handler) endpointCounts(c *fiber.Ctx, v shell.Visitor, id string) (waiting, failed int, err error) {
	for _, state := range []webhook.State{webhook.Pending, webhook.Paused, webhook.Failed} {
		n, err := w.Store.CountDeliveriesOfEndpoint(c.UserContext(), v.Company, id, state, countBound)
		if err != nil {
			return 0, 0, err
		}
		if state == webhook.Failed {
			failed = n
		} else {
			waiting += n
		}
	}
	return waiting, failed, nil
}

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

func endpointKeys(v shell.Visitor, keys []webhook.EndpointKey) []views.Key {
	tones := map[webhook.KeyState]ui.Tone{
		webhook.KeyActive:  ui.Pass,
		webhook.KeyPending: ui.Info,
		webhook.KeyRetired: ui.Soft,
	}
	names := map[webhook.KeyState]string{
		webhook.KeyActive:  "signs",
		webhook.KeyPending: "pending",
		webhook.KeyRetired: "retired",
	}
	var all []views.Key
	for _, k := range keys {
		key := views.Key{
			KID:     k.KID,
			State:   v.T(names[k.State]),
			Tone:    tones[k.State],
			Created: v.Time(k.CreatedAt),
			Pending: k.State == webhook.KeyPending,
			Signs:   k.State == webhook.KeyActive,
		}
		if k.State == webhook.KeyRetired {
			key.Retired = v.Time(k.RetiredAt)
		}
		all = append(all, key)
	}
	return all
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

func (w *Handler) endpointPage(c *fiber.Ctx, v shell.Visitor, id string) (views.Endpoint, error) {
	var page views.Endpoint
	e, err := w.Store.Endpoint(c.UserContext(), v.Company, id)
	if err != nil {
		return page, err
	}
	keys, err := w.Store.EndpointKeys(c.UserContext(), v.Company, id)
	if err != nil {
		return page, err
	}
	waiting, failed, err := w.endpointCounts(c, v, id)
	if err != nil {
		return page, err
	}
	page = views.Endpoint{
		Page:    w.hooksPage(c, v, e.URL, "webhooks"),
		Path:    "/webhooks/" + id,
		Headers: e.HeaderNames,
		Keys:    endpointKeys(v, keys),
		Paused:  e.State == webhook.EndpointPaused,
		May:     v.Role.Can(access.ManageEndpoints),
		Pause:   v.Role.Can(access.Redeliver),
		Waiting: v.T("No deliveries are waiting."),
		Host:    delivery.PlainHost(e.Host),
	}
	tried, err := shell.NewestTried(c.UserContext(), w.Store, e)
	if err != nil {
		return page, err
	}
	breaker, err := w.Store.Breaker(c.UserContext(), e.Host)
	if err != nil {
		return page, err
	}
	page.Tag, page.Tone = endpointState(v, e, breaker, tried, waiting)
	page.Back = &layout.Link{Href: "/webhooks", Label: v.T("Endpoints")}
	if waiting > 0 {
		page.Waiting = v.T("%s waiting deliveries will be marked as failed.", boundedCount(waiting))
	}
	page.Facts = endpointFacts(v, e, waiting, failed)
	if page.May {
		page.Form = &views.Form{
			Path:        page.Path,
			Button:      v.T("Save"),
			Version:     form.Version(endpoints.DescriptionOf(e)),
			URL:         e.URL,
			Description: e.Description,
			Events:      eventChoices(e.Events),
		}
	}
	return page, nil
}

func endpointFacts(v shell.Visitor, e webhook.Endpoint, waiting, failed int) []views.Fact {
	facts := []views.Fact{
		{Name: v.T("Endpoint id"), Text: e.ID, Data: true, Copy: e.ID},
		{Name: v.T("Host"), Text: delivery.PlainHost(e.Host), Data: true, Href: delivery.HostPath(e.Host)},
	}
	if e.Description != "" {
		facts = append(facts, views.Fact{Name: v.T("Description"), Text: e.Description})
	}
	if e.PauseReason != "" {
		facts = append(facts, views.Fact{Name: v.T("Paused because"), Text: v.Translate(e.PauseReason)})
	}
	return append(facts,
		views.Fact{Name: v.T("Events"), Text: eventsText(v, e.Events)},
		views.Fact{
			Name: v.T("Waiting"),
			Text: boundedCount(waiting),
			Data: true,
			Href: "/deliveries?endpoint=" + e.ID + "&state=" + string(firstState(waiting > 0, e)),
		},
		views.Fact{
			Name: v.T("Failed"),
			Text: boundedCount(failed),
			Data: true,
			Href: "/deliveries?endpoint=" + e.ID + "&state=failed",
		},
		views.Fact{
			Name: v.T("Delivered"),
			Text: v.T("list"),
			Href: "/deliveries?endpoint=" + e.ID + "&state=delivered",
		},
		views.Fact{Name: v.T("Created"), Time: v.Time(e.CreatedAt), Data: true},
		views.Fact{Name: v.T("Changed"), Time: v.Time(e.UpdatedAt), Data: true})
}

// firstState is where what waits for an endpoint stands.
func firstState(any bool, e webhook.Endpoint) webhook.State {
	if any && e.State == webhook.EndpointPaused {
		return webhook.Paused
	}
	return webhook.Pending
}

func (w *Handler) endpoint(c *fiber.Ctx, v shell.Visitor) error {
	return w.showEndpoint(c, v, c.Params("id"), func(page *views.Endpoint) {
		if event := c.Query("test"); len(event) == 26 {
			page.Done = v.T("The test event %s is on its way; see the deliveries.", event)
		}
	})
}

func (w *Handler) showEndpoint(c *fiber.Ctx, v shell.Visitor, id string, more func(*views.Endpoint)) error {
	page, err := w.endpointPage(c, v, id)
	if err != nil {
		return err
	}
	more(&page)
	return w.Render(c, views.EndpointPage(page))
}

// changedEndpoint redirects to the endpoint's page, which shows what was done or what was wrong.
func (w *Handler) changedEndpoint(c *fiber.Ctx, v shell.Visitor, done string, err error) error {
	if err == nil {
		return c.Redirect(formPage(c, "/webhooks/"+c.Params("id"))+"?done="+done, fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	c.Status(shell.RefusalStatus(err))
	return w.showEndpoint(c, v, c.Params("id"), func(page *views.Endpoint) { refusedSmall(c, v, page, err) })
}

// smallFields are the fields of the smaller forms on an endpoint's page, by what a failure may call them.
var smallFields = map[string]string{
	"headers": "name",
	"name":    "name",
	"value":   "value",
	"reason":  "reason",
	"confirm": "confirm",
}

// refusedSmall marks the field of a smaller form with what is wrong with it, and keeps what was typed.
func refusedSmall(c *fiber.Ctx, v shell.Visitor, page *views.Endpoint, err error) {
	page.Problem = v.Sentence(shell.Message(err))
	page.Typed, page.Wrong = map[string]string{}, map[string]string{}
	for _, name := range []string{"name", "reason", "confirm"} {
		page.Typed[name] = form.Value(c, name)
	}
	var f *fault.Error
	if !errors.As(err, &f) {
		return
	}
	for _, field := range f.Fields {
		name := smallFields[field.Name]
		if name == "name" && field.Rule == "value" {
			name = "value"
		}
		if name != "" {
			page.Wrong[name], page.Problem = v.Sentence(field.Message), v.NothingSaved()
		}
	}
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

func (w *Handler) changeEndpointHeader(c *fiber.Ctx, v shell.Visitor) error {
	id := c.Params("id")
	if name := form.Value(c, "remove"); name != "" {
		return w.changedEndpoint(c, v, "header",
			w.Endpoints.RemoveEndpointHeader(c.UserContext(), v.Actor(), v.Company, id, name))
	}
	err := w.Endpoints.SetEndpointHeader(c.UserContext(), v.Actor(), v.Company, id,
		strings.TrimSpace(form.Value(c, "name")),
		strings.TrimSpace(form.Value(c, "value")))
	return w.changedEndpoint(c, v, "header", err)
}

func (w *Handler) addEndpointKey(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Endpoints.AddEndpointKey(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	if err != nil {
		return err
	}
	return w.showEndpoint(c, v, made.ID, func(page *views.Endpoint) {
		page.Secret = &views.Secret{
			KID:    made.KID,
			Secret: made.Secret,
			Note:   v.T("It does not sign yet. Add it to your receiver alongside the old key, then promote it."),
		}
	})
}

func (w *Handler) promoteEndpointKey(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "promoted",
		w.Endpoints.PromoteEndpointKey(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "kid")))
}

func (w *Handler) dropEndpointKey(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "dropped",
		w.Endpoints.DropEndpointKey(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "kid")))
}

func (w *Handler) pauseEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "paused",
		w.Endpoints.PauseEndpoint(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "reason")))
}

func (w *Handler) resumeEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedEndpoint(c, v, "resumed",
		w.Endpoints.ResumeEndpoint(c.UserContext(), v.Actor(), v.Company, c.Params("id")))
}

func (w *Handler) testEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	event, err := w.Endpoints.SendTest(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	if err != nil {
		return w.changedEndpoint(c, v, "", err)
	}
	return c.Redirect("/webhooks/"+c.Params("id")+"?test="+event, fiber.StatusSeeOther)
}

// checkSignature verifies a header and a body as a receiver would. The body is taken as it was sent: a
// browser's form has CRLF for every line end, which is read as LF, as our bodies have none.
func (w *Handler) checkSignature(c *fiber.Ctx, v shell.Visitor) error {
	header, body := strings.TrimSpace(form.Value(c, "signature")), form.Value(c, "body")
	header = strings.TrimSpace(strings.TrimPrefix(header, webhook.SignatureHeader+":"))
	err := w.Endpoints.CheckSignature(c.UserContext(), v.Company, c.Params("id"), header, []byte(body))
	if err != nil && !shell.IsRefusal(err) {
		return err
	}
	return w.showEndpoint(c, v, c.Params("id"), func(page *views.Endpoint) {
		page.Check = views.Check{
			Header: header,
			Body:   body,
			Said: v.T("Valid: signed with a key of this endpoint over exactly this body, within %s s.",
				strconv.Itoa(int(webhook.Tolerance/time.Second))),
			Tone: ui.Pass,
		}
		if err != nil {
			page.Check.Said, page.Check.Tone = v.T("Not valid.")+" "+v.Sentence(shell.Message(err)), ui.Fail
		}
	})
}

// deleteEndpoint deletes an endpoint once the name of its host was typed, so that nobody deletes another endpoint than
// they mean.
func (w *Handler) deleteEndpoint(c *fiber.Ctx, v shell.Visitor) error {
	e, err := w.Store.Endpoint(c.UserContext(), v.Company, c.Params("id"))
	if err != nil {
		return err
	}
	if strings.TrimSpace(form.Value(c, "confirm")) != delivery.PlainHost(e.Host) {
		return w.changedEndpoint(c, v, "",
			fault.BadField("confirm", "required", "enter the host name exactly as shown"))
	}
	if err := w.Endpoints.DeleteEndpoint(c.UserContext(), v.Actor(), v.Company, e.ID); err != nil {
		return err
	}
	return c.Redirect("/webhooks?done=removed", fiber.StatusSeeOther)
}
