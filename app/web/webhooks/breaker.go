package webhooks

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

const (
	historyRows  = 50
	historyOfAll = 20 // on the page of all endpoints
	heldRows     = 20
	mixWindow    = 24 * time.Hour
	mixNewest    = 500 // deliveries of each endpoint and state whose attempts are looked at
)

func breakerChange(v shell.Visitor, host string, h store.BreakerChange) views.Change {
	return views.Change{
		At:     v.Time(h.At),
		Host:   delivery.PlainHost(host),
		Href:   delivery.HostPath(host),
		From:   v.T(string(h.From)),
		To:     v.T(string(h.To)),
		Tone:   delivery.BreakerTone(h.To),
		Reason: delivery.Reason(v.Language, h.Reason),
	}
}

// hostView describes a host by its breaker.
func (w *Handler) hostView(v shell.Visitor, b store.HostBreaker) views.Host {
	host := views.Host{
		Name:   delivery.PlainHost(b.Host),
		Path:   delivery.HostPath(b.Host),
		State:  v.T(string(b.State)),
		Tone:   delivery.BreakerTone(b.State),
		Reason: delivery.Reason(v.Language, cmp.Or(b.Reason, "has never opened")),
		Since:  ui.Time{Text: "–"},
		Probe:  "–",
		Reset:  v.Role.Can(access.Redeliver) && b.State != webhook.Closed,
		Force:  v.Role.Can(access.ManageEndpoints) && !b.Forced,
	}
	if b.Forced {
		host.State = v.T("paused by hand")
	}
	if !b.ChangedAt.IsZero() {
		host.Since = v.Time(b.ChangedAt)
	}
	if b.State != webhook.Closed {
		host.Probe = delivery.ProbeTime(v, b, w.Now())
	}
	return host
}

// hostHistory lists the newest changes of several hosts' breakers.
func (w *Handler) hostHistory(c *fiber.Ctx, v shell.Visitor, hosts []string) ([]views.Change, error) {
	type dated struct {
		store.BreakerChange
		host string
	}
	var changes []dated
	for _, name := range hosts {
		history, err := w.Store.BreakerHistory(c.UserContext(), name, historyOfAll)
		if err != nil {
			return nil, err
		}
		for _, h := range history {
			changes = append(changes, dated{h, name})
		}
	}
	slices.SortStableFunc(changes, func(a, b dated) int { return b.At.Compare(a.At) })
	var all []views.Change
	for _, h := range changes[:min(len(changes), historyOfAll)] {
		all = append(all, breakerChange(v, h.host, h.BreakerChange))
	}
	return all, nil
}

// movedBreakers leads from the address of former releases to where the breakers are now.
func (w *Handler) movedBreakers(c *fiber.Ctx, _ shell.Visitor) error {
	return c.Redirect("/webhooks", fiber.StatusMovedPermanently)
}

func (w *Handler) movedBreaker(c *fiber.Ctx, _ shell.Visitor) error {
	asked, err := url.PathUnescape(c.Params("host"))
	if err != nil {
		return noHost(err)
	}
	return c.Redirect(delivery.HostPath(asked), fiber.StatusMovedPermanently)
}

func noHost(cause error) error {
	return fault.Wrap(cause, fault.NotFound, "none of your endpoints is on this host")
}

// hostAsked finds the host that a path names among those of the company's endpoints.
func (w *Handler) hostAsked(c *fiber.Ctx, v shell.Visitor) (string, error) {
	asked, err := url.PathUnescape(c.Params("host"))
	if err != nil {
		return "", noHost(err)
	}
	hosts, err := w.Store.HostsOf(c.UserContext(), v.Company)
	if err != nil {
		return "", err
	}
	for _, host := range hosts {
		if delivery.PlainHost(host) == asked {
			return host, nil
		}
	}
	return "", noHost(nil)
}

func (w *Handler) breaker(c *fiber.Ctx, v shell.Visitor) error {
	name, err := w.hostAsked(c, v)
	if err != nil {
		return err
	}
	page, err := w.breakerPage(c, v, name)
	if err != nil {
		return err
	}
	return w.Render(c, views.BreakerPage(page))
}

func (w *Handler) breakerPage(c *fiber.Ctx, v shell.Visitor, name string) (views.Breaker, error) {
	page := views.Breaker{Page: w.hooksPage(c, v, delivery.PlainHost(name), "webhooks")}
	page.Address = true
	page.Back = &layout.Link{Href: "/webhooks", Label: v.T("Webhook endpoints")}
	b, err := w.Store.Breaker(c.UserContext(), name)
	if err != nil {
		return page, err
	}
	n, err := w.Store.CountDeliveriesForHost(c.UserContext(), v.Company, name, countBound)
	if err != nil {
		return page, err
	}
	hidden, err := w.hidden(c.UserContext(), v)
	if err != nil {
		return page, err
	}
	n = hidden.apart(n, func(d webhook.Delivery) bool { return d.Host == name && d.State == webhook.Pending })
	host := w.hostView(v, b)
	page.Host, page.Tag, page.Tone, page.Facts = host, host.State, host.Tone, breakerFacts(v, host, b, n)
	history, err := w.Store.BreakerHistory(c.UserContext(), name, historyRows)
	if err != nil {
		return page, err
	}
	for _, h := range history {
		page.History = append(page.History, breakerChange(v, name, h))
	}
	waiting, err := w.Store.DeliveriesForHost(c.UserContext(), v.Company, name, heldRows)
	if err != nil {
		return page, err
	}
	if page.Held, err = w.deliveryRows(c, v, waiting); err != nil {
		return page, err
	}
	return page, w.addTraffic(c, v, &page, name)
}

// breakerFacts reports where a breaker stands and by which counters it moves.
func breakerFacts(v shell.Visitor, host views.Host, b store.HostBreaker, waiting int) []views.Fact {
	facts := []views.Fact{
		{Name: v.T("Reason"), Text: host.Reason},
		{Name: v.T("Since"), Time: host.Since, Data: true},
		{
			Name: v.T("Waiting"),
			Text: boundedCount(waiting),
			Data: true,
			Href: "/deliveries?state=" + string(webhook.Pending),
		},
	}
	switch {
	case b.State == webhook.Closed:
		return append(facts, views.Fact{
			Name: v.T("Opens"),
			Text: v.T("after 5 failures in a row, or when half of at least 10 within a minute fail"),
		})
	case b.Forced:
		return append(facts, views.Fact{Name: v.T("Next probe"), Text: v.T("none until it is resumed")})
	}
	return append(facts,
		views.Fact{Name: v.T("Next probe"), Text: host.Probe, Data: true},
		views.Fact{Name: v.T("Stays open for"), Text: v.Age(b.OpenFor), Data: true},
		views.Fact{
			Name: v.T("Successful probes"),
			Text: v.T("%s of 2 in a row; then it closes", strconv.Itoa(b.Successes)),
			Data: true,
		})
}

// addTraffic adds the endpoints at a host and how the attempts of their newest deliveries ended.
func (w *Handler) addTraffic(c *fiber.Ctx, v shell.Visitor, page *views.Breaker, host string) error {
	endpoints, err := w.Store.Endpoints(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	mix, total := map[webhook.Class]store.ClassCount{}, 0
	for _, e := range endpoints {
		if e.Host != host {
			continue
		}
		page.Endpoints = append(page.Endpoints, layout.Link{Href: "/webhooks/" + e.ID, Label: e.URL})
		for _, state := range []webhook.State{webhook.Delivered, webhook.Failed, webhook.Pending} {
			since := w.Now().Add(-mixWindow)
			counts, err := w.Store.AttemptClasses(c.UserContext(), v.Company, e.ID, state, since, mixNewest)
			if err != nil {
				return err
			}
			for _, n := range counts {
				sum := mix[n.Class]
				sum.Class, sum.Count = n.Class, sum.Count+n.Count
				if n.Last.After(sum.Last) {
					sum.Last = n.Last
				}
				mix[n.Class], total = sum, total+n.Count
			}
		}
	}
	for _, n := range mix {
		page.Mix = append(page.Mix, mixRow(v, n, total))
	}
	slices.SortFunc(page.Mix, func(a, b views.Mix) int {
		return cmp.Or(int(form.Number(b.Count)-form.Number(a.Count)), strings.Compare(a.Class, b.Class))
	})
	return nil
}

func mixRow(v shell.Visitor, n store.ClassCount, total int) views.Mix {
	row := views.Mix{
		Class:   delivery.Class(v.Language, n.Class),
		Tone:    ui.Fail,
		Count:   strconv.Itoa(n.Count),
		Share:   strconv.Itoa(100 * n.Count / max(1, total)),
		Last:    v.Time(n.Last),
		Against: v.T("the delivery"),
	}
	switch {
	case n.Class == webhook.Success:
		row.Tone, row.Against = ui.Pass, "–"
	case n.Class.AgainstHost():
		row.Against = v.T("the host")
	}
	return row
}

// changeBreaker changes the breaker of the host that the path names, and shows the page that the form was on, or the
// host with what was wrong.
func (w *Handler) changeBreaker(
	c *fiber.Ctx, v shell.Visitor, done string, change func(host, reason string) error,
) error {
	name, err := w.hostAsked(c, v)
	if err != nil {
		return err
	}
	err = change(name, form.Value(c, "reason"))
	if err == nil {
		return c.Redirect(formPage(c, delivery.HostPath(name))+"?done="+done, fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failure := w.breakerPage(c, v, name)
	if failure != nil {
		return failure
	}
	wrong, _ := v.FieldProblems(err)
	page.Problem, page.Host.Typed, page.Host.Problem = v.Sentence(shell.Message(err)), form.Value(c, "reason"),
		wrong["reason"]
	return w.Render(c.Status(shell.RefusalStatus(err)), views.BreakerPage(page))
}

func (w *Handler) resetBreaker(c *fiber.Ctx, v shell.Visitor) error {
	return w.changeBreaker(c, v, "closed", func(host, reason string) error {
		return w.Endpoints.ResetBreaker(c.UserContext(), v.Actor(), v.Company, host, reason)
	})
}

func (w *Handler) forceBreaker(c *fiber.Ctx, v shell.Visitor) error {
	return w.changeBreaker(c, v, "held", func(host, reason string) error {
		return w.Endpoints.ForceBreaker(c.UserContext(), v.Actor(), v.Company, host, reason)
	})
}
