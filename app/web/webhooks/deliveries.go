package webhooks

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

const deliveryPage = 50

// deliveryStates are the views of the list, what needs somebody first.
var deliveryStates = []struct {
	state                 webhook.State
	label, heading, empty string
}{
	{webhook.Failed, "Failed", "Failed deliveries", "No failed deliveries."},
	{webhook.Pending, "Waiting", "Waiting deliveries", "No waiting deliveries: everything that was due has been sent."},
	{webhook.Paused, "Paused", "Paused deliveries", "No deliveries are waiting for a paused endpoint."},
	{webhook.Delivered, "Delivered", "Delivered", "Nothing has been delivered yet."},
}

const anyState = "all"

// deliveryQuery is what the list was asked for.
type deliveryQuery struct {
	state    string // a state, or anyState
	endpoint string
	before   int64
}

func (q deliveryQuery) href(before int64) string {
	values := url.Values{"state": {q.state}}
	if q.endpoint != "" {
		values.Set("endpoint", q.endpoint)
	}
	if before != 0 {
		values.Set("before", strconv.FormatInt(before, 10))
	}
	return "/deliveries?" + values.Encode()
}

// readDeliveryQuery reads the URL; without a state it is failures, whether there are any or not.
func readDeliveryQuery(c *fiber.Ctx) (deliveryQuery, error) {
	q := deliveryQuery{
		state:    cmp.Or(c.Query("state"), string(webhook.Failed)),
		endpoint: c.Query("endpoint"),
		before:   form.Number(c.Query("before")),
	}
	for _, s := range deliveryStates {
		if q.state == string(s.state) {
			return q, nil
		}
	}
	if q.state != anyState || q.endpoint != "" {
		return q, fault.BadField("state", "one_of",
			"choose which deliveries to list: failed, waiting, paused, delivered or all")
	}
	return q, nil
}

// countDeliveries counts the deliveries of each state, without those of jobs that the visitor judges blind.
func (w *Handler) countDeliveries(c *fiber.Ctx, v shell.Visitor, endpoint string) (map[webhook.State]int, error) {
	counts := map[webhook.State]int{}
	hidden, err := w.hidden(c.UserContext(), v)
	if err != nil {
		return nil, err
	}
	for _, s := range deliveryStates {
		var n int
		if endpoint == "" {
			n, err = w.Store.CountDeliveries(c.UserContext(), v.Company, s.state, countBound)
		} else {
			n, err = w.Store.CountDeliveriesOfEndpoint(c.UserContext(), v.Company, endpoint, s.state, countBound)
		}
		if err != nil {
			return nil, err
		}
		counts[s.state] = hidden.apart(n, func(d webhook.Delivery) bool {
			return d.State == s.state && (endpoint == "" || endpoint == d.EndpointID)
		})
	}
	return counts, nil
}

func deliveryFilters(v shell.Visitor, q deliveryQuery, counts map[webhook.State]int) []views.Filter {
	var all []views.Filter
	for _, s := range deliveryStates {
		f := views.Filter{
			Label: v.T(s.label),
			Href:  deliveryQuery{state: string(s.state), endpoint: q.endpoint}.href(0),
			Count: boundedCount(counts[s.state]),
			On:    q.state == string(s.state),
		}
		if s.state == webhook.Failed && counts[s.state] > 0 {
			f.Tone = ui.Fail
		}
		all = append(all, f)
	}
	if q.endpoint == "" {
		all = append(all, views.Filter{
			Label: v.T("All"),
			Href:  deliveryQuery{state: anyState}.href(0),
			On:    q.state == anyState,
		})
	}
	return all
}

func (w *Handler) deliveriesPage(c *fiber.Ctx, v shell.Visitor) (views.Deliveries, error) {
	page := views.Deliveries{
		Page:   w.hooksPage(c, v, v.T("Deliveries"), "deliveries"),
		Select: v.Role.Can(access.Redeliver),
		Empty: v.T("No deliveries yet. The first appears here when a job is decided and an endpoint subscribes to " +
			"the event."),
	}
	page.Frame.Extras = w.Assets.Path("extras.js")
	counts, err := w.countDeliveries(c, v, c.Query("endpoint"))
	if err != nil {
		return page, err
	}
	q, err := readDeliveryQuery(c)
	if err != nil {
		return page, err
	}
	page.Filters, page.Here, page.Window = deliveryFilters(v, q, counts), q.href(q.before),
		"/deliveries/window?"+url.Values{"endpoint": {q.endpoint}, "state": {q.state}}.Encode()
	total := 0
	for _, s := range deliveryStates {
		total += counts[s.state]
		if q.state == string(s.state) {
			page.Heading = v.T(s.heading)
			page.Empty = v.T(s.empty)
		}
	}
	if total > 0 && q.endpoint == "" && q.state != anyState {
		page.All = deliveryQuery{state: anyState}.href(0)
	}
	found, err := w.findDeliveries(c, v, q)
	if err != nil {
		return page, err
	}
	if len(found) > deliveryPage {
		found = found[:deliveryPage]
		page.More = q.href(found[deliveryPage-1].Seq)
	}
	page.Rows, err = w.deliveryRows(c, v, found)
	page.Settle = page.Select && q.state == string(webhook.Failed) &&
		slices.ContainsFunc(page.Rows, func(r views.DeliveryRow) bool { return r.Settled == "" })
	if n := form.Number(c.Query("settled")); n > 0 {
		page.Done = v.N(int(n), "1 delivery is marked as settled.", "%d deliveries are marked as settled.")
	}
	if n := form.Number(c.Query("again")); n > 0 {
		page.Done = v.N(int(n), "1 delivery is due again, with the same event.",
			"%d deliveries are due again, each with the same event.")
	}
	return page, err
}

func (w *Handler) findDeliveries(c *fiber.Ctx, v shell.Visitor, q deliveryQuery) ([]webhook.Delivery, error) {
	state := webhook.State(q.state)
	if q.state == anyState {
		state = ""
	}
	if q.endpoint != "" {
		return w.Store.DeliveriesOfEndpoint(c.UserContext(), v.Company, q.endpoint, state, q.before, deliveryPage+1)
	}
	return w.Store.Deliveries(c.UserContext(), v.Company, state, q.before, deliveryPage+1)
}

func (w *Handler) deliveryRows(c *fiber.Ctx, v shell.Visitor, found []webhook.Delivery) ([]views.DeliveryRow, error) {
	s, err := delivery.TargetsOf(c.UserContext(), w.Store, v)
	if err != nil {
		return nil, err
	}
	blind, err := w.Masking.Checks.Blind(c.UserContext(), v.Checker())
	if err != nil {
		return nil, err
	}
	names, err := w.AgentNames(c, v)
	if err != nil {
		return nil, err
	}
	var rows []views.DeliveryRow
	for _, d := range found {
		if blind[d.JobID] { // its deliveries would tell that the job was reviewed, and when
			continue
		}
		row := views.DeliveryRow{
			ID:       d.ID,
			Href:     "/deliveries/" + d.ID,
			At:       v.Time(d.CreatedAt),
			Type:     eventName(v, d.Type),
			EventID:  d.EventID,
			Endpoint: s.Address(d),
			Job:      layout.Link{Href: "/jobs/" + d.JobID, Label: format.ShortID(d.JobID)},
			Attempts: strconv.Itoa(d.Attempts) + "/" + strconv.Itoa(d.MaxAttempts),
			Result:   resultText(v, d),
			Next:     s.Soon(d, w.Now()),
		}
		row.State, row.Tone = s.State(d)
		row.Settled = settledText(v, d, names)
		rows = append(rows, row)
	}
	return rows, nil
}

// resultText reports how the last attempt ended.
func resultText(v shell.Visitor, d webhook.Delivery) string {
	switch {
	case d.LastStatus > 0:
		return strconv.Itoa(d.LastStatus) + " " + delivery.Class(v.Language, d.LastClass)
	case d.LastClass != "":
		return delivery.Class(v.Language, d.LastClass)
	case d.LastError != "":
		return v.Translate(d.LastError)
	}
	return "–"
}

func (w *Handler) deliveries(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.deliveriesPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.DeliveriesPage(page))
}

// redeliverChosen sends a selection again.
func (w *Handler) redeliverChosen(c *fiber.Ctx, v shell.Visitor) error {
	back := form.Value(c, "here")
	if !strings.HasPrefix(back, "/deliveries?") {
		back = deliveryQuery{state: string(webhook.Failed)}.href(0)
	}
	n, err := w.Endpoints.Redeliver(c.UserContext(), v.Actor(), v.Company, form.All(c, "delivery"))
	if fault.Is(err, fault.Invalid) {
		page, failure := w.deliveriesPage(c, v)
		if failure != nil {
			return failure
		}
		page.Problem = v.Sentence(shell.Message(err))
		return w.Render(c.Status(fiber.StatusBadRequest), views.DeliveriesPage(page))
	}
	if err != nil {
		return err
	}
	return c.Redirect(back+"&again="+strconv.Itoa(n), fiber.StatusSeeOther)
}

func (w *Handler) delivery(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.deliveryView(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.DeliveryPage(page))
}

// redeliverOne makes one delivery due again.
func (w *Handler) redeliverOne(c *fiber.Ctx, v shell.Visitor) error {
	id := strings.ToUpper(c.Params("id"))
	n, err := w.Endpoints.Redeliver(c.UserContext(), v.Actor(), v.Company, []string{id})
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "a request for this delivery is in progress: wait for its result")
	}
	if err == nil {
		return c.Redirect("/deliveries/"+id+"?done=again", fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failure := w.deliveryView(c, v)
	if failure != nil {
		return failure
	}
	page.Problem = v.Sentence(shell.Message(err))
	return w.Render(c.Status(shell.RefusalStatus(err)), views.DeliveryPage(page))
}
