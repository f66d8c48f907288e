package webhooks

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/endpoints"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	views "proofdesk/views/webhooks"
)

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

		HeadersVersion: form.Version(e.HeaderNames),
		Keys:           endpointKeys(v, keys),
		Paused:         e.State == webhook.EndpointPaused,
		May:            v.Role.Can(access.ManageEndpoints),
		Pause:          v.Role.Can(access.Redeliver),
		Waiting:        v.T("No deliveries are waiting."),
		Host:           delivery.PlainHost(e.Host),
	}
	page.Address = true
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
	switch {
	case waiting == 1:
		page.Waiting = v.T("1 waiting delivery will be marked as failed.")
	case waiting > 1:
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

// endpointCounts counts what waits for an endpoint and what has failed.
func (w *Handler) endpointCounts(c *fiber.Ctx, v shell.Visitor, id string) (waiting, failed int, err error) {
	hidden, err := w.hidden(c.UserContext(), v)
	if err != nil {
		return 0, 0, err
	}
	for _, state := range []webhook.State{webhook.Pending, webhook.Paused, webhook.Failed} {
		n, err := w.Store.CountDeliveriesOfEndpoint(c.UserContext(), v.Company, id, state, countBound)
		if err != nil {
			return 0, 0, err
		}
		n = hidden.ofEndpoint(n, id, state)
		if state == webhook.Failed {
			failed = n
		} else {
			waiting += n
		}
	}
	return waiting, failed, nil
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

// firstState returns the state of the deliveries that wait for an endpoint; pending where none does.
func firstState(waits bool, e webhook.Endpoint) webhook.State {
	if waits && e.State == webhook.EndpointPaused {
		return webhook.Paused
	}
	return webhook.Pending
}
