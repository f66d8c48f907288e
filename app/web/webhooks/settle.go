package webhooks

import (
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	views "proofdesk/views/webhooks"
)

// unsettled reports whether a delivery has failed and nobody has settled it.
func unsettled(d webhook.Delivery) bool { return d.State == webhook.Failed && d.SettledAt.IsZero() }

// settledText returns who settled a delivery, when and why; empty where nobody did. Names are by actors.
func settledText(v shell.Visitor, d webhook.Delivery, names map[string]string) string {
	if d.SettledAt.IsZero() {
		return ""
	}
	return v.T("by %s, %s: %s", shell.ActorName(d.SettledBy, names), v.When(d.SettledAt), d.SettledWhy)
}

// addSettlement adds to the page of a delivery who settled it, or that it can be.
func (w *Handler) addSettlement(c *fiber.Ctx, v shell.Visitor, page *views.Delivery, d webhook.Delivery) error {
	names, err := w.AgentNames(c, v)
	if text := settledText(v, d, names); text != "" {
		page.Facts = append(page.Facts, views.Fact{Name: v.T("Settled"), Text: text})
	}
	page.Settle = page.May && unsettled(d)
	return err
}

// settleChosen marks a selection of failed deliveries as settled.
func (w *Handler) settleChosen(c *fiber.Ctx, v shell.Visitor) error {
	back := form.Value(c, "here")
	if !strings.HasPrefix(back, "/deliveries?") {
		back = deliveryQuery{state: string(webhook.Failed)}.href(0)
	}
	chosen, reason := form.All(c, "delivery"), form.Value(c, "reason")
	n, err := w.Endpoints.Settle(c.UserContext(), v.Actor(), v.Company, chosen, reason)
	if err == nil {
		return c.Redirect(back+"&settled="+strconv.Itoa(n), fiber.StatusSeeOther)
	}
	if !fault.Is(err, fault.Invalid) {
		return err
	}
	page, failure := w.deliveriesPage(c, v)
	if failure != nil {
		return failure
	}
	page.Chosen, page.Reason, page.Wrong = chosen, reason, v.Sentence(shell.Message(err))
	if len(chosen) == 0 {
		page.Problem, page.Wrong = page.Wrong, ""
	}
	return w.Render(c.Status(fiber.StatusBadRequest), views.DeliveriesPage(page))
}

// settleOne marks one failed delivery as settled.
func (w *Handler) settleOne(c *fiber.Ctx, v shell.Visitor) error {
	id := strings.ToUpper(c.Params("id"))
	reason := form.Value(c, "reason")
	n, err := w.Endpoints.Settle(c.UserContext(), v.Actor(), v.Company, []string{id}, reason)
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict,
			"only a failed delivery that nobody has settled can be settled: reload the page")
	}
	if err == nil {
		return c.Redirect("/deliveries/"+id+"?done=settled", fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failure := w.deliveryView(c, v)
	if failure != nil {
		return failure
	}
	if problem := v.Sentence(shell.Message(err)); fault.Is(err, fault.Invalid) {
		page.Reason, page.Wrong = reason, problem
	} else {
		page.Problem = problem
	}
	return w.Render(c.Status(shell.RefusalStatus(err)), views.DeliveryPage(page))
}
