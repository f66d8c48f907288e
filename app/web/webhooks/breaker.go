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
	historyRows = 50
	heldRows    = 20
	mixWindow   = 24 * time.Hour
	mixNewest   = 500 // deliveries of each endpoint and state whose attempts are looked at
)

func (w *Handler) breakersPage(c *fiber.Ctx, v shell.Visitor) (views.Breakers, error) {
	page := views.Breakers{Page: w.hooksPage(c, v, v.T("Breakers"), "breakers")}
	page.Intro = v.T("Deliveries to a host that keeps failing are held while the host is probed. No attempt is lost.")
	hosts, err := w.Store.HostsOf(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	type dated struct {
		store.BreakerChange
		host string
	}
	var changes []dated
	for _, name := range hosts {
		host, _, err := w.hostView(c, v, name)
		if err != nil {
			return page, err
		}
		page.Hosts = append(page.Hosts, host)
		history, err := w.Store.BreakerHistory(c.UserContext(), name, historyRows)
		if err != nil {
			return page, err
		}
		for _, h := range history {
			changes = append(changes, dated{h, name})
		}
	}
	slices.SortStableFunc(changes, func(a, b dated) int { return b.At.Compare(a.At) })
	for _, h := range changes[:min(len(changes), historyRows)] {
		page.History = append(page.History, breakerChange(v, h.host, h.BreakerChange))
	}
	return page, nil
}

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

func (w *Handler) hostView(c *fiber.Ctx, v shell.Visitor, name string) (views.Host, store.HostBreaker, error) {
	b, err := w.Store.Breaker(c.UserContext(), name)
	if err != nil {
		return views.Host{}, b, err
	}
	waiting, err := w.Store.CountDeliveriesForHost(c.UserContext(), v.Company, name, countBound)
	if err != nil {
		return views.Host{}, b, err
	}
	host := views.Host{
		Name:    name,
		Href:    delivery.HostPath(name),
		State:   v.T(string(b.State)),
		Tone:    delivery.BreakerTone(b.State),
		Reason:  delivery.Reason(v.Language, cmp.Or(b.Reason, "has never failed")),
		Since:   ui.Time{Text: "–"},
		Probe:   "–",
		Waiting: boundedCount(waiting),
		Held:    waiting > 0 && b.State != webhook.Closed,
		Reset:   v.Role.Can(access.Redeliver) && b.State != webhook.Closed,
		Force:   v.Role.Can(access.ManageEndpoints) && !b.Forced,
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
	return host, b, nil
}

func (w *Handler) breakers(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.breakersPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.BreakersPage(page))
}

// hostAsked finds the host that a path names among those of the company's endpoints.
func (w *Handler) hostAsked(c *fiber.Ctx, v shell.Visitor) (string, error) {
	asked, err := url.PathUnescape(c.Params("host"))
	if err != nil {
		return "", fault.Wrap(err, fault.NotFound, "none of your endpoints is on this host")
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
	return "", fault.New(fault.NotFound, "none of your endpoints is on this host")
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
	page := views.Breaker{Page: w.hooksPage(c, v, delivery.PlainHost(name), "breakers")}
	page.Back = &layout.Link{Href: "/breakers", Label: v.T("Breakers")}
	host, b, err := w.hostView(c, v, name)
	if err != nil {
		return page, err
	}
	page.Host, page.Tag, page.Tone, page.Facts = host, host.State, host.Tone, w.breakerFacts(v, host, b)
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
func (w *Handler) breakerFacts(v shell.Visitor, host views.Host, b store.HostBreaker) []views.Fact {
	facts := []views.Fact{
		{Name: v.T("Reason"), Text: host.Reason},
		{Name: v.T("Since"), Time: host.Since, Data: true},
		{Name: v.T("Waiting"), Text: host.Waiting, Data: true, Href: "/deliveries?state=" + string(webhook.Pending)},
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

// changedBreaker shows the host again with what was done or what was wrong.
func (w *Handler) changedBreaker(c *fiber.Ctx, v shell.Visitor, done string, err error) error {
	if err == nil {
		return c.Redirect(delivery.HostPath(form.Value(c, "host"))+"?done="+done, fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failure := w.breakerPage(c, v, form.Value(c, "host"))
	if failure != nil {
		return failure
	}
	wrong, _ := v.FieldProblems(err)
	page.Problem, page.Host.Typed, page.Host.Problem = v.Sentence(shell.Message(err)), form.Value(c, "reason"),
		wrong["reason"]
	return w.Render(c.Status(shell.RefusalStatus(err)), views.BreakerPage(page))
}

func (w *Handler) resetBreaker(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedBreaker(c, v, "closed",
		w.Endpoints.ResetBreaker(c.UserContext(), v.Actor(), v.Company, form.Value(c, "host"), form.Value(c, "reason")))
}

func (w *Handler) forceBreaker(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedBreaker(c, v, "held",
		w.Endpoints.ForceBreaker(c.UserContext(), v.Actor(), v.Company, form.Value(c, "host"), form.Value(c, "reason")))
}
