package webhooks

import (
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	views "proofdesk/views/webhooks"
)

// deliveryView fills the page of one delivery. Who sees values covered gets no command that would hold them.
func (w *Handler) deliveryView(c *fiber.Ctx, v shell.Visitor) (views.Delivery, error) {
	var page views.Delivery
	d, err := w.Store.Delivery(c.UserContext(), v.Company, strings.ToUpper(c.Params("id")))
	if err != nil {
		return page, err
	}
	if err := w.Masking.RefuseBlind(c, v, d.JobID); err != nil {
		return page, err
	}
	if err := w.Masking.Desk.Saw(c.UserContext(), v.Reviewer(), d.JobID); err != nil {
		return page, err
	}
	event, err := w.Store.Event(c.UserContext(), v.Company, d.EventID)
	if err != nil {
		return page, err
	}
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return page, err
	}
	if veiled {
		if event.Body, err = masking.JSON(event.Body); err != nil {
			return page, err
		}
	}
	attempts, err := w.Store.Attempts(c.UserContext(), v.Company, d.ID)
	if err != nil {
		return page, err
	}
	s, err := delivery.TargetsOf(c.UserContext(), w.Store, v)
	if err != nil {
		return page, err
	}
	page = views.Delivery{
		Page:  w.hooksPage(c, v, v.T("Delivery %s", d.ID), "deliveries"),
		Path:  "/deliveries/" + d.ID,
		Body:  string(event.Body),
		Size:  v.T("%s, the same at every attempt", v.Size(int64(len(event.Body)))),
		May:   v.Role.Can(access.Redeliver),
		Facts: deliveryFacts(s, d, event, w.Now()),
		Next:  announced(s, d, w.Now()),
	}
	page.Tag, page.Tone = s.State(d)
	page.Back = &layout.Link{Href: "/deliveries", Label: v.T("Deliveries")}
	for i := len(attempts) - 1; i >= 0; i-- {
		a := attempts[i]
		if veiled { // a receiver may have answered with what it was sent
			a.ResponseExcerpt = []byte(masking.All(string(a.ResponseExcerpt)))
		}
		shown := attemptView(v, a)
		if e, ok := s.Endpoints[d.EndpointID]; ok && !veiled {
			shown.Curl = curl(e.URL, a.RequestHeaders, event.Body)
		}
		if i+1 < len(attempts) {
			shown.Next = v.T("The next attempt followed after %s, at %s.",
				v.Age(attempts[i+1].StartedAt.Sub(a.StartedAt)), v.When(attempts[i+1].StartedAt))
		}
		page.Attempts = append(page.Attempts, shown)
	}
	return page, w.addSettlement(c, v, &page, d)
}

// announced reports when the next attempt is; nothing where there is none.
func announced(s delivery.Targets, d webhook.Delivery, now time.Time) string {
	if d.State != webhook.Pending && d.State != webhook.Paused {
		return ""
	}
	return s.Visitor.T("Attempt %s of %s: %s.", strconv.Itoa(d.Attempts+1), strconv.Itoa(d.MaxAttempts), s.Next(d, now))
}

// curl writes the request of an attempt as a command for a POSIX shell. Headers whose values were not kept are left
// out.
func curl(address, headers string, body []byte) string {
	var b strings.Builder
	b.WriteString("curl -i " + quoted(address))
	for line := range strings.Lines(headers) {
		line = strings.TrimRight(line, "\n")
		if name, value, ok := strings.Cut(line, ": "); ok && name != "" && value != "••••••" {
			b.WriteString(" \\\n  -H " + quoted(line))
		}
	}
	b.WriteString(" \\\n  --data-binary " + quoted(string(body)) + "\n")
	return b.String()
}

// quoted writes a word that a POSIX shell reads back as it is (Shell Command Language, 2.2.2).
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func deliveryFacts(s delivery.Targets, d webhook.Delivery, e webhook.Event, now time.Time) []views.Fact {
	v, kind := s.Visitor, string(e.Type)
	if e.Test {
		kind += " · " + v.T("test, marked %s", webhook.TestHeader)
	}
	facts := []views.Fact{
		{Name: v.T("Event"), Text: kind, Data: true},
		{Name: v.T("Event id"), Text: d.EventID, Data: true, Copy: d.EventID},
		{Name: v.T("Job"), Text: d.JobID, Data: true, Href: "/jobs/" + d.JobID, Copy: d.JobID},
		{Name: v.T("Endpoint"), Text: s.Address(d), Data: true},
		{Name: v.T("Occurred"), Time: v.Time(e.OccurredAt), Data: true},
		{
			Name: v.T("Attempts"),
			Text: v.T("%s of %s", strconv.Itoa(d.Attempts), strconv.Itoa(d.MaxAttempts)),
			Data: true,
		},
	}
	if _, ok := s.Endpoints[d.EndpointID]; ok {
		facts[3].Href = "/webhooks/" + d.EndpointID
	}
	if b := s.Held(d); b != nil {
		facts = append(facts, views.Fact{
			Name: v.T("Held by"),
			Text: delivery.PlainHost(d.Host),
			Data: true,
			Href: delivery.HostPath(d.Host),
		})
	}
	if d.LastError != "" {
		facts = append(facts, views.Fact{Name: v.T("Last error"), Text: v.Translate(d.LastError)})
	}
	if d.State == webhook.Pending || d.State == webhook.Paused {
		return append(facts, views.Fact{
			Name: v.T("Next attempt"),
			Text: s.Next(d, now),
			Data: true,
		}, views.Fact{Name: v.T("Expires"), Time: v.Time(d.ExpiresAt), Data: true})
	}
	return append(facts, views.Fact{Name: v.T("Finished"), Time: v.Time(d.FinishedAt), Data: true})
}

func attemptView(v shell.Visitor, a webhook.Attempt) views.Attempt {
	told := delivery.Describe(v, a)
	return views.Attempt{
		N:        told.N,
		At:       told.At,
		Class:    told.Class,
		Tone:     told.Tone,
		Status:   told.Status,
		Latency:  told.Latency,
		Error:    told.Error,
		KID:      a.KID,
		Address:  a.Address,
		Request:  a.RequestHeaders,
		Response: a.ResponseHeaders,
		Excerpt:  string(a.ResponseExcerpt),
	}
}
