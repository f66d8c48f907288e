package web

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

const deliveryPage = 50

// deliveryStates are the views of the list, what needs somebody first.
var deliveryStates = []struct {
	state webhook.State
	label string
	empty string
}{
	{webhook.Failed, "Failed", "Nothing has failed."},
	{webhook.Pending, "Waiting", "Nothing waits: every delivery that is due was sent."},
	{webhook.Paused, "Paused", "Nothing waits for a paused endpoint."},
	{webhook.Delivered, "Delivered", "Nothing was delivered yet."},
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

// readDeliveryQuery reads the URL; without a state it is failures where there are any, else everything.
func (w *Console) readDeliveryQuery(c *fiber.Ctx, counts map[webhook.State]int) (deliveryQuery, error) {
	q := deliveryQuery{state: c.Query("state"), endpoint: c.Query("endpoint"), before: number(c.Query("before"))}
	if q.state == "" {
		q.state = anyState
		if counts[webhook.Failed] > 0 || q.endpoint != "" {
			q.state = string(webhook.Failed)
		}
	}
	for _, s := range deliveryStates {
		if q.state == string(s.state) {
			return q, nil
		}
	}
	if q.state != anyState || q.endpoint != "" {
		return q, fault.BadField("state", "choice", "there is no such state: failed, pending, paused, delivered or all")
	}
	return q, nil
}

func (w *Console) countDeliveries(c *fiber.Ctx, v visitor, endpoint string) (map[webhook.State]int, error) {
	counts := map[webhook.State]int{}
	for _, s := range deliveryStates {
		var err error
		if endpoint == "" {
			counts[s.state], err = w.Store.CountDeliveries(c.UserContext(), v.Company, s.state, countBound)
		} else {
			counts[s.state], err = w.Store.CountOfEndpoint(c.UserContext(), v.Company, endpoint, s.state, countBound)
		}
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

func deliveryFilters(q deliveryQuery, counts map[webhook.State]int) []views.Filter {
	var all []views.Filter
	for _, s := range deliveryStates {
		f := views.Filter{Label: s.label, Href: deliveryQuery{state: string(s.state), endpoint: q.endpoint}.href(0), Count: bounded(counts[s.state]), On: q.state == string(s.state)}
		if s.state == webhook.Failed && counts[s.state] > 0 {
			f.Tone = ui.Fail
		}
		all = append(all, f)
	}
	if q.endpoint == "" {
		all = append(all, views.Filter{Label: "All", Href: deliveryQuery{state: anyState}.href(0), On: q.state == anyState})
	}
	return all
}

func (w *Console) deliveriesPage(c *fiber.Ctx, v visitor) (views.Deliveries, error) {
	page := views.Deliveries{Page: w.hooksPage(c, v, "Deliveries", "deliveries"), Select: v.Role.Can(access.Redeliver), Empty: "No delivery yet. The first appears here when a job is decided and an endpoint wants to know."}
	counts, err := w.countDeliveries(c, v, c.Query("endpoint"))
	if err != nil {
		return page, err
	}
	q, err := w.readDeliveryQuery(c, counts)
	if err != nil {
		return page, err
	}
	page.Filters, page.Here = deliveryFilters(q, counts), q.href(q.before)
	for _, s := range deliveryStates {
		if q.state == string(s.state) {
			page.Heading, page.Empty = s.label+" deliveries", s.empty
		}
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
	if n := number(c.Query("again")); n > 0 {
		page.Done = count(int(n)) + " due again, each with the same event."
	}
	return page, err
}

func (w *Console) findDeliveries(c *fiber.Ctx, v visitor, q deliveryQuery) ([]webhook.Delivery, error) {
	state := webhook.State(q.state)
	if q.state == anyState {
		state = ""
	}
	if q.endpoint != "" {
		return w.Store.DeliveriesOfEndpoint(c.UserContext(), v.Company, q.endpoint, state, q.before, deliveryPage+1)
	}
	return w.Store.Deliveries(c.UserContext(), v.Company, state, q.before, deliveryPage+1)
}

// senders are the endpoints and breakers that a list of deliveries speaks of.
type senders struct {
	endpoints map[string]webhook.Endpoint
	breakers  map[string]store.HostBreaker
	visitor   visitor // whose time zone it is told in
}

func (w *Console) senders(c *fiber.Ctx, v visitor) (senders, error) {
	s := senders{endpoints: map[string]webhook.Endpoint{}, breakers: map[string]store.HostBreaker{}, visitor: v}
	endpoints, err := w.Store.Endpoints(c.UserContext(), v.Company)
	if err != nil {
		return s, err
	}
	for _, e := range endpoints {
		s.endpoints[e.ID] = e
	}
	breakers, err := w.Store.Breakers(c.UserContext())
	for _, b := range breakers {
		s.breakers[b.Host] = b
	}
	return s, err
}

// address gives where a delivery goes.
func (s senders) address(d webhook.Delivery) string {
	if e, ok := s.endpoints[d.EndpointID]; ok {
		return strings.TrimPrefix(e.URL, "https://")
	}
	return "removed endpoint"
}

// held gives the breaker that keeps a waiting delivery; nil where none does.
func (s senders) held(d webhook.Delivery) *store.HostBreaker {
	b, ok := s.breakers[d.Host]
	if !ok || d.State != webhook.Pending || b.State == webhook.Closed {
		return nil
	}
	return &b
}

func (w *Console) deliveryRows(c *fiber.Ctx, v visitor, found []webhook.Delivery) ([]views.DeliveryRow, error) {
	s, err := w.senders(c, v)
	if err != nil {
		return nil, err
	}
	var rows []views.DeliveryRow
	for _, d := range found {
		row := views.DeliveryRow{
			ID: d.ID, Href: "/deliveries/" + d.ID, At: v.when(d.CreatedAt), Type: strings.TrimPrefix(string(d.Type), "application."), EventID: d.EventID, Endpoint: s.address(d),
			Job: layout.Link{Href: "/jobs/" + d.JobID, Label: shortID(d.JobID)}, Attempts: count(d.Attempts) + "/" + count(d.MaxAttempts), Result: resultText(d), Next: s.soon(d, w.now()),
		}
		row.State, row.Tone = s.state(d)
		rows = append(rows, row)
	}
	return rows, nil
}

// state names where a delivery stands.
func (s senders) state(d webhook.Delivery) (string, ui.Tone) {
	switch {
	case d.State == webhook.Delivered:
		return "delivered", ui.Pass
	case d.State == webhook.Failed:
		return "failed", ui.Fail
	case d.State == webhook.Paused:
		return "paused", ui.Warn
	case s.held(d) != nil:
		return "held", ui.Warn
	case d.Lease != "":
		return "sending", ui.Info
	case d.Attempts > 0:
		return "retrying", ui.Info
	}
	return "due", ui.Info
}

// soon tells when a delivery is tried again in few words.
func (s senders) soon(d webhook.Delivery, now time.Time) string {
	due, b := d.DueAt, s.held(d)
	switch {
	case d.State != webhook.Pending, b != nil && (b.Forced || b.State == webhook.HalfOpen):
		return s.next(d, now)
	case b != nil:
		due = b.ProbeAt
	}
	if !due.After(now) {
		return "now"
	}
	return "in " + age(due.Sub(now))
}

// next tells when a delivery is tried again.
func (s senders) next(d webhook.Delivery, now time.Time) string {
	if d.State == webhook.Paused {
		return "when resumed"
	}
	if d.State != webhook.Pending {
		return "–"
	}
	if b := s.held(d); b != nil {
		return s.visitor.probeText(*b, now)
	}
	return s.visitor.moment(d.DueAt, now)
}

// moment writes a time to come with how long it is until then.
func (v visitor) moment(at, now time.Time) string {
	if !at.After(now) {
		return "now"
	}
	return v.when(at) + ", in " + age(at.Sub(now))
}

func (v visitor) probeText(b store.HostBreaker, now time.Time) string {
	switch {
	case b.Forced:
		return "when closed by hand"
	case b.State == webhook.HalfOpen && b.ProbeAt.After(now):
		return "a probe is under way"
	}
	return "probe " + v.moment(b.ProbeAt, now)
}

// resultText tells how the last attempt ended.
func resultText(d webhook.Delivery) string {
	switch {
	case d.LastStatus > 0:
		return count(d.LastStatus) + " " + words(string(d.LastClass))
	case d.LastClass != "":
		return words(string(d.LastClass))
	case d.LastError != "":
		return d.LastError
	}
	return "–"
}

func (w *Console) deliveries(c *fiber.Ctx, v visitor) error {
	page, err := w.deliveriesPage(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.DeliveriesPage(page))
}

// redeliverChosen sends a selection again.
func (w *Console) redeliverChosen(c *fiber.Ctx, v visitor) error {
	back := form(c, "here")
	if !strings.HasPrefix(back, "/deliveries?") {
		back = "/deliveries?state=" + anyState
	}
	n, err := w.Accounts.Redeliver(c.UserContext(), v.actor(), v.Company, formAll(c, "delivery"))
	if err != nil {
		return err
	}
	return c.Redirect(back+"&again="+count(n), fiber.StatusSeeOther)
}

func (w *Console) deliveryView(c *fiber.Ctx, v visitor) (views.Delivery, error) {
	var page views.Delivery
	d, err := w.Store.Delivery(c.UserContext(), v.Company, strings.ToUpper(c.Params("id")))
	if err != nil {
		return page, err
	}
	event, err := w.Store.Event(c.UserContext(), v.Company, d.EventID)
	if err != nil {
		return page, err
	}
	veiled, err := w.covered(c.UserContext(), v)
	if err != nil {
		return page, err
	}
	if veiled {
		if event.Body, err = coverJSON(event.Body); err != nil {
			return page, err
		}
	}
	attempts, err := w.Store.Attempts(c.UserContext(), v.Company, d.ID)
	if err != nil {
		return page, err
	}
	s, err := w.senders(c, v)
	if err != nil {
		return page, err
	}
	page = views.Delivery{
		Page: w.hooksPage(c, v, "Delivery "+d.ID, "deliveries"), Path: "/deliveries/" + d.ID, Body: string(event.Body), Size: count(len(event.Body)) + " bytes, the same at every attempt",
		May: v.Role.Can(access.Redeliver), Facts: s.facts(d, event, w.now()),
	}
	page.Tag, page.Tone = s.state(d)
	page.Back = &layout.Link{Href: "/deliveries", Label: "Deliveries"}
	for i := len(attempts) - 1; i >= 0; i-- {
		if veiled { // a receiver may have answered with what it was sent
			attempts[i].ResponseExcerpt = []byte(coverAll(string(attempts[i].ResponseExcerpt)))
		}
		page.Attempts = append(page.Attempts, attemptView(v, attempts[i]))
	}
	return page, nil
}

func (s senders) facts(d webhook.Delivery, e webhook.Event, now time.Time) []views.Fact {
	kind := string(e.Type)
	if e.Test {
		kind += " · test, marked " + webhook.TestHeader
	}
	facts := []views.Fact{
		{Name: "Event", Text: kind, Data: true},
		{Name: "Event id", Text: d.EventID, Data: true, Copy: d.EventID},
		{Name: "Job", Text: d.JobID, Data: true, Href: "/jobs/" + d.JobID, Copy: d.JobID},
		{Name: "Endpoint", Text: s.address(d), Data: true},
		{Name: "Occurred", Text: s.visitor.when(e.OccurredAt), Data: true},
		{Name: "Attempts", Text: count(d.Attempts) + " of " + count(d.MaxAttempts), Data: true},
	}
	if _, ok := s.endpoints[d.EndpointID]; ok {
		facts[3].Href = "/webhooks/" + d.EndpointID
	}
	if d.LastError != "" {
		facts = append(facts, views.Fact{Name: "Last error", Text: d.LastError})
	}
	if d.State == webhook.Pending || d.State == webhook.Paused {
		return append(facts, views.Fact{Name: "Next attempt", Text: s.next(d, now), Data: true}, views.Fact{Name: "Given up after", Text: s.visitor.when(d.ExpiresAt), Data: true})
	}
	return append(facts, views.Fact{Name: "Finished", Text: s.visitor.when(d.FinishedAt), Data: true})
}

func attemptView(visitor visitor, a webhook.Attempt) views.Attempt {
	v := views.Attempt{
		N: count(a.N), At: visitor.when(a.StartedAt), Class: words(string(a.Class)), Tone: ui.Fail, Status: "–", Latency: strconv.FormatInt(a.Latency.Milliseconds(), 10) + " ms",
		Error: a.Error, KID: a.KID, Address: a.Address, Request: a.RequestHeaders, Response: a.ResponseHeaders, Excerpt: string(a.ResponseExcerpt),
	}
	if a.Status > 0 {
		v.Status = count(a.Status)
	}
	if a.Class == webhook.Success {
		v.Tone = ui.Pass
	}
	return v
}

func (w *Console) delivery(c *fiber.Ctx, v visitor) error {
	page, err := w.deliveryView(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.DeliveryPage(page))
}

// redeliverOne makes one delivery due again.
func (w *Console) redeliverOne(c *fiber.Ctx, v visitor) error {
	id := strings.ToUpper(c.Params("id"))
	n, err := w.Accounts.Redeliver(c.UserContext(), v.actor(), v.Company, []string{id})
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "a request of this delivery is under way: wait for its result")
	}
	if err == nil {
		return c.Redirect("/deliveries/"+id+"?done=again", fiber.StatusSeeOther)
	}
	if !isRefusal(err) {
		return err
	}
	page, failure := w.deliveryView(c, v)
	if failure != nil {
		return failure
	}
	page.Problem = complaint(err)
	return w.render(c.Status(refusedStatus(err)), views.DeliveryPage(page))
}
