package webhooks

import (
	"context"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
)

// fromList is the value of the field "from" of a form in the list of endpoints.
const fromList = "list"

// nextEnds is among how many of the oldest and of the newest waiting deliveries the next one is looked for.
const nextEnds = 50

// formPage returns the page that a form was on: the list of endpoints, or its own.
func formPage(c *fiber.Ctx, own string) string {
	if form.Value(c, "from") == fromList {
		return "/webhooks"
	}
	return own
}

func (w *Handler) endpoints(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.endpointsPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.EndpointsPage(page))
}

func (w *Handler) endpointsPage(c *fiber.Ctx, v shell.Visitor) (views.Endpoints, error) {
	page := views.Endpoints{Page: w.hooksPage(c, v, v.T("Webhook endpoints"), "webhooks")}
	if v.Role.Can(access.ManageClients) { // the documentation leads on to clients and keys
		page.Docs = []layout.Link{
			*v.DocsLink("/docs/events"),
			{Label: v.T("Check a signature"), Href: "/docs/signature"},
		}
	}
	page.Intro = v.T("Where events about decisions and reviews are sent.")
	if v.Role.Can(access.ManageEndpoints) {
		page.Form = &views.Form{
			Path:   "/webhooks",
			Button: v.T("Add endpoint"),
			Events: eventChoices(webhook.EventTypes()),
		}
	}
	l, err := w.listOf(c.UserContext(), v)
	if err != nil {
		return page, err
	}
	if page.Rows, err = l.rows(); err != nil {
		return page, err
	}
	page.History, err = w.hostHistory(c, v, l.hosts())
	return page, err
}

// list reads the rows of endpoints. How much it reads depends on the number of endpoints, not on that of deliveries.
type list struct {
	*Handler
	ctx     context.Context
	v       shell.Visitor
	now     time.Time
	all     []webhook.Endpoint
	targets delivery.Targets
	days    map[string]dashboard.Day
	hidden  hidden
	since   time.Time // when counting them began; zero where it began with the first delivery
}

func (w *Handler) listOf(ctx context.Context, v shell.Visitor) (*list, error) {
	l := &list{Handler: w, ctx: ctx, v: v, now: w.Now()}
	var err error
	if l.all, err = w.Store.Endpoints(ctx, v.Company); err != nil {
		return nil, err
	}
	if l.hidden, err = w.hidden(ctx, v); err != nil {
		return nil, err
	}
	if l.targets, err = delivery.TargetsOf(ctx, w.Store, v); err != nil {
		return nil, err
	}
	counts := &dashboard.Reader{Store: w.Store}
	if l.since, err = counts.EndpointsSince(ctx, v.Company, l.now); err != nil {
		return nil, err
	}
	l.days, err = counts.Endpoints(ctx, v.Company, l.now)
	return l, err
}

// hosts lists the hosts of the endpoints by name.
func (l *list) hosts() []string {
	var all []string
	for _, e := range l.all {
		all = append(all, e.Host)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// urgency orders the endpoints of the list: what fails, what is held, then the others.
var urgency = map[ui.Tone]int{ui.Fail: -2, ui.Warn: -1}

func (l *list) rows() ([]views.EndpointRow, error) {
	var rows []views.EndpointRow
	for _, e := range l.all {
		row, err := l.row(e)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b views.EndpointRow) int { return urgency[a.Tone] - urgency[b.Tone] })
	return rows, nil
}

func (l *list) row(e webhook.Endpoint) (views.EndpointRow, error) {
	breaker, may := l.targets.Breaker(e.Host), l.v.Role.Can(access.Redeliver)
	row := views.EndpointRow{
		Path:     "/webhooks/" + e.ID,
		URL:      e.URL,
		About:    e.Description,
		Events:   eventsText(l.v, e.Events),
		Reason:   l.v.Translate(e.PauseReason),
		Failures: deliveryQuery{state: string(webhook.Failed), endpoint: e.ID}.href(0),
		Day:      l.day(l.days[e.ID], e.CreatedAt),
		Host:     l.hostView(l.v, breaker),
		Pause:    may && e.State != webhook.EndpointPaused,
		Resume:   may && e.State == webhook.EndpointPaused,
	}
	waiting, err := l.waiting(e, breaker, &row)
	if err != nil {
		return row, err
	}
	failed, err := l.Store.CountDeliveriesOfEndpoint(l.ctx, e.Company, e.ID, webhook.Failed, countBound)
	if err != nil {
		return row, err
	}
	unsettled, err := l.Store.CountUnsettledDeliveries(l.ctx, e.Company, e.ID, 1)
	if err != nil {
		return row, err
	}
	failed = l.hidden.ofEndpoint(failed, e.ID, webhook.Failed)
	row.Failed, row.Lost = boundedCount(failed), unsettled > 0 && failed > 0
	tried, err := shell.NewestTried(l.ctx, l.Store, e)
	if err != nil {
		return row, err
	}
	row.State, row.Tone = endpointState(l.v, e, breaker, tried, waiting)
	row.Last, err = l.lastError(tried, breaker)
	return row, err
}

// waiting adds to a row how many deliveries wait for an endpoint, and when the next of them is tried.
func (l *list) waiting(e webhook.Endpoint, breaker store.HostBreaker, row *views.EndpointRow) (int, error) {
	pending, err := l.Store.CountDeliveriesOfEndpoint(l.ctx, e.Company, e.ID, webhook.Pending, countBound)
	if err != nil {
		return 0, err
	}
	due, err := l.Store.NextOfEndpoint(l.ctx, e.Company, e.ID, nextEnds)
	if err != nil {
		return 0, err
	}
	paused, err := l.Store.CountDeliveriesOfEndpoint(l.ctx, e.Company, e.ID, webhook.Paused, countBound)
	if err != nil {
		return 0, err
	}
	pending = l.hidden.ofEndpoint(pending, e.ID, webhook.Pending)
	paused = l.hidden.ofEndpoint(paused, e.ID, webhook.Paused)
	n, next := pending+paused, webhook.Delivery{Host: e.Host, State: webhook.Pending, DueAt: due}
	if e.State == webhook.EndpointPaused {
		next.State = webhook.Paused
	}
	row.Waiting, row.Held = boundedCount(n), n > 0 && (next.State == webhook.Paused || breaker.State != webhook.Closed)
	row.Queue = deliveryQuery{state: string(firstState(paused > 0, e)), endpoint: e.ID}.href(0)
	if n > 0 || breaker.State != webhook.Closed {
		row.Next = l.targets.Next(next, l.now)
	}
	return n, nil
}

// lastError describes the newest delivery that was refused or not answered, of those that were attempted lately. While
// the breaker is open that is one with the error that opened it. Where no such delivery is among them, as with many
// that wait or where that of another endpoint of the host failed, the breaker's own record stands for it.
func (l *list) lastError(tried []webhook.Delivery, breaker store.HostBreaker) (views.LastError, error) {
	bad := func(d webhook.Delivery) bool {
		return d.State != webhook.Delivered && d.LastClass != webhook.Success &&
			(breaker.Failure == "" || breaker.Failure == d.Failure())
	}
	i := slices.IndexFunc(tried, bad)
	if i < 0 && breaker.Failure != "" {
		text := l.v.Translate(breaker.Failure)
		return views.LastError{Text: text, At: l.v.Time(breaker.FailedAt), Tone: ui.Fail}, nil
	}
	if i < 0 {
		return views.LastError{}, nil
	}
	d := tried[i]
	last := views.LastError{Text: resultText(l.v, d), Tone: ui.Fail}
	if tried[0].State == webhook.Delivered {
		last.Tone = ui.Soft
	}
	if d.LastError != "" && d.LastStatus == 0 { // a status says it already
		last.Detail = l.v.Translate(d.LastError)
	}
	attempts, err := l.Store.Attempts(l.ctx, d.Company, d.ID)
	if n := len(attempts); n > 0 {
		last.At = l.v.Time(attempts[n-1].StartedAt)
	}
	return last, err
}

// day puts the last 24 hours of an endpoint into words, hour by hour and as a whole. Hours before it was created, and
// those before deliveries were counted, are not measured.
func (l *list) day(day dashboard.Day, created time.Time) views.Day {
	var shown views.Day
	var delivered, failed int64
	text := func(delivered, failed int64) string {
		return l.v.T("%s delivered, %s failed", l.v.Language.Count(delivered), l.v.Language.Count(failed))
	}
	since := created.Truncate(time.Hour)
	if l.since.After(since) {
		since = l.since
	}
	first := l.now.Truncate(time.Hour).Add(-time.Duration(len(day)-1) * time.Hour)
	if since.After(first) {
		shown.Since = l.v.T("Measured since %s", l.v.Moment(since.In(l.v.TimeZone())))
	}
	for i, h := range day {
		delivered, failed = delivered+h.Delivered, failed+h.Failed
		at := first.Add(time.Duration(i) * time.Hour)
		hour := views.Hour{Delivered: h.Delivered, Failed: h.Failed, Unmeasured: at.Before(since)}
		what := text(h.Delivered, h.Failed)
		if hour.Unmeasured {
			what = l.v.T("not measured")
		}
		hour.Title = l.v.T("From %s: %s", l.v.Moment(at.In(l.v.TimeZone())), what)
		shown.Hours = append(shown.Hours, hour)
	}
	shown.Text = text(delivered, failed)
	if delivered+failed == 0 {
		shown.Text = l.v.T("nothing delivered, nothing failed")
	}
	return shown
}

// endpointState names the state of an endpoint by what came of its newest attempted delivery, and by what keeps the
// waiting ones: green is what delivers, not what is merely not paused.
func endpointState(
	v shell.Visitor, e webhook.Endpoint, breaker store.HostBreaker, tried []webhook.Delivery, waiting int,
) (string, ui.Tone) {
	switch {
	case e.State == webhook.EndpointPaused:
		return v.T("paused"), ui.Warn
	case len(tried) > 0 && tried[0].State == webhook.Failed:
		return v.T("failing"), ui.Fail
	case breaker.State != webhook.Closed:
		return v.T("host on hold"), ui.Warn
	case len(tried) == 0 && waiting > 0:
		return v.T("waiting to be sent"), ui.Info
	case len(tried) == 0:
		return v.T("nothing sent yet"), ui.Plain
	case tried[0].State == webhook.Delivered:
		return v.T("delivers"), ui.Pass
	}
	return v.T("retrying"), ui.Warn
}
