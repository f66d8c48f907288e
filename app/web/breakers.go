package web

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

const historyRows = 50

func breakerTone(s webhook.BreakerState) ui.Tone {
	switch s {
	case webhook.Closed:
		return ui.Pass
	case webhook.HalfOpen:
		return ui.Warn
	}
	return ui.Fail
}

func (w *Console) breakersPage(c *fiber.Ctx, v visitor) (views.Breakers, error) {
	page := views.Breakers{Page: w.hooksPage(c, v, "Breakers", "breakers")}
	page.Intro = "A host that keeps failing is left alone and probed. What is due for it is held: no attempt is lost."
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
		host, err := w.hostView(c, v, name)
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
		page.History = append(page.History, views.Change{At: v.when(h.At), Host: plainHost(h.host), From: string(h.From), To: string(h.To), Tone: breakerTone(h.To), Reason: h.Reason})
	}
	return page, nil
}

func plainHost(host string) string { return strings.TrimPrefix(host, "https://") }

func (w *Console) hostView(c *fiber.Ctx, v visitor, name string) (views.Host, error) {
	b, err := w.Store.Breaker(c.UserContext(), name)
	if err != nil {
		return views.Host{}, err
	}
	waiting, err := w.Store.CountWaiting(c.UserContext(), v.Company, name, countBound)
	if err != nil {
		return views.Host{}, err
	}
	host := views.Host{
		Name: name, State: string(b.State), Tone: breakerTone(b.State), Reason: cmp.Or(b.Reason, "has never failed"), Since: "–", Probe: "–", Waiting: bounded(waiting),
		Held: waiting > 0 && b.State != webhook.Closed, Reset: v.Role.Can(access.Redeliver) && b.State != webhook.Closed, Force: v.Role.Can(access.ManageEndpoints) && !b.Forced,
	}
	if b.Forced {
		host.State = "held by hand"
	}
	if !b.ChangedAt.IsZero() {
		host.Since = v.when(b.ChangedAt)
	}
	if b.State != webhook.Closed {
		host.Probe = strings.TrimPrefix(v.probeText(b, w.now()), "probe ")
	}
	return host, nil
}

func (w *Console) breakers(c *fiber.Ctx, v visitor) error {
	page, err := w.breakersPage(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.BreakersPage(page))
}

// changedBreaker shows the hosts again with what was done or what was wrong.
func (w *Console) changedBreaker(c *fiber.Ctx, v visitor, done string, err error) error {
	if err == nil {
		return c.Redirect("/breakers?done="+done, fiber.StatusSeeOther)
	}
	if !isRefusal(err) {
		return err
	}
	page, failure := w.breakersPage(c, v)
	if failure != nil {
		return failure
	}
	page.Problem = complaint(err)
	return w.render(c.Status(refusedStatus(err)), views.BreakersPage(page))
}

func (w *Console) resetBreaker(c *fiber.Ctx, v visitor) error {
	return w.changedBreaker(c, v, "closed", w.Accounts.ResetBreaker(c.UserContext(), v.actor(), v.Company, form(c, "host"), form(c, "reason")))
}

func (w *Console) forceBreaker(c *fiber.Ctx, v visitor) error {
	return w.changedBreaker(c, v, "held", w.Accounts.ForceBreaker(c.UserContext(), v.actor(), v.Company, form(c, "host"), form(c, "reason")))
}
