package webhooks

import (
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/webhook"
	"proofdesk/views/ui"
	views "proofdesk/views/webhooks"
	"proofdesk/views/words"
)

const (
	runsShown  = 20
	minuteForm = "2006-01-02T15:04" // a time in the URL
)

// windowAsked is the window of a form as it was typed.
type windowAsked struct{ state, endpoint, from, until string }

// window reads times in the visitor's time zone. Times may have seconds.
func (a windowAsked) window(v shell.Visitor) (endpoints.DeliveryWindow, error) {
	s := endpoints.DeliveryWindow{State: webhook.State(a.state), EndpointID: a.endpoint}
	var err error
	if s.From, err = minute(v, "from", a.from); err != nil {
		return s, err
	}
	s.Until, err = minute(v, "until", a.until)
	return s, err
}

func minute(v shell.Visitor, name, text string) (time.Time, error) {
	for _, layout := range []string{minuteForm, "2006-01-02T15:04:05"} {
		if at, err := time.ParseInLocation(layout, text, v.TimeZone()); err == nil {
			return at, nil
		}
	}
	if text == "" {
		return time.Time{}, nil
	}
	return time.Time{}, fault.BadField(name, "format", "enter the time as 31 Jan 2026 09:30")
}

func readWindow(read func(string) string) windowAsked {
	return windowAsked{
		state:    read("state"),
		endpoint: read("endpoint"),
		from:     words.ISOMinute(read("from")),
		until:    words.ISOMinute(read("until")),
	}
}

// window shows the form, the preview of what it asks for, and what was sent so. A page that asks for itself gets the
// last alone.
func (w *Handler) window(c *fiber.Ctx, v shell.Visitor) error {
	asked := readWindow(func(name string) string { return form.Clean(c.Query(name)) })
	page, err := w.windowPage(c, v, asked)
	if err != nil {
		return err
	}
	if c.Get("HX-Request") != "" {
		return w.Render(c, views.Runs(page))
	}
	if asked.from != "" || asked.until != "" {
		if err := w.preview(c, v, &page, asked); err != nil {
			return err
		}
	}
	return w.Render(c, views.WindowPage(page))
}

func (w *Handler) windowPage(c *fiber.Ctx, v shell.Visitor, asked windowAsked) (views.Window, error) {
	page := views.Window{
		Page:  w.hooksPage(c, v, v.T("Redeliver a time window"), "deliveries"),
		From:  asked.from,
		Until: asked.until,
	}
	page.Intro = v.T("For use after an outage or data loss at your receiver.")
	if asked.from == "" && asked.until == "" {
		now := w.Now().In(v.TimeZone())
		page.From, page.Until = now.Add(-time.Hour).Format(minuteForm), now.Add(time.Minute).Format(minuteForm)
	}
	for _, state := range []webhook.State{webhook.Failed, webhook.Delivered} {
		label := map[webhook.State]string{
			webhook.Failed:    "failed deliveries",
			webhook.Delivered: "successful deliveries",
		}[state]
		page.States = append(page.States, views.Choice{
			Value: string(state),
			Label: v.T(label),
			On:    asked.state == string(state),
		})
	}
	endpoints, err := w.Store.Endpoints(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	page.Endpoints = []views.Choice{{Label: v.T("all endpoints"), On: asked.endpoint == ""}}
	for _, e := range endpoints {
		page.Endpoints = append(page.Endpoints, views.Choice{
			Value: e.ID,
			Label: strings.TrimPrefix(e.URL, "https://"),
			On:    asked.endpoint == e.ID,
		})
	}
	return page, w.addRuns(c, v, &page)
}

// preview adds what a window would send again, or what is wrong with it.
func (w *Handler) preview(c *fiber.Ctx, v shell.Visitor, page *views.Window, asked windowAsked) error {
	window, err := asked.window(v)
	var p endpoints.WindowPreview
	if err == nil {
		p, err = w.Endpoints.PreviewWindow(c.UserContext(), v.Company, window)
	}
	if err != nil {
		return w.wrongWindow(c, v, page, err)
	}
	s, err := delivery.TargetsOf(c.UserContext(), w.Store, v)
	if err != nil {
		return err
	}
	page.Facts = []views.Fact{{Name: v.T("Deliveries"), Text: v.Count(int64(p.Total)), Data: true}}
	if p.Total > 0 {
		page.Facts = append(page.Facts, views.Fact{
			Name: v.T("First"),
			Time: v.Time(p.First),
			Data: true,
		}, views.Fact{Name: v.T("Last"), Time: v.Time(p.Last), Data: true})
		page.Confirm = v.N(p.Total, "Redeliver 1 delivery", "Redeliver %d deliveries")
	}
	if p.Removed > 0 {
		page.Facts = append(page.Facts, views.Fact{
			Name: v.T("Skipped"),
			Text: v.T("%s, whose endpoint was removed", v.Count(int64(p.Removed))),
		})
	}
	for _, share := range p.Shares {
		page.Shares = append(page.Shares, views.Share{
			Endpoint: s.Address(webhook.Delivery{EndpointID: share.EndpointID}),
			Count:    v.Count(int64(share.Count)),
			First:    v.Time(share.First),
			Last:     v.Time(share.Last),
		})
	}
	page.Keep = []views.Choice{
		{Label: "state", Value: asked.state},
		{Label: "endpoint", Value: asked.endpoint},
		{Label: "from", Value: asked.from},
		{Label: "until", Value: asked.until},
		{Label: "seen", Value: strconv.Itoa(p.Total)},
	}
	return nil
}

// wrongWindow marks the fields that are at fault.
func (w *Handler) wrongWindow(c *fiber.Ctx, v shell.Visitor, page *views.Window, err error) error {
	if !shell.IsRefusal(err) {
		return err
	}
	page.Wrong, page.First = v.FieldProblems(err)
	page.Problem = v.Sentence(shell.Message(err))
	c.Status(shell.RefusalStatus(err))
	return nil
}

// startWindow starts the redelivery that was previewed. If the deliveries have changed since, it shows the preview
// again.
func (w *Handler) startWindow(c *fiber.Ctx, v shell.Visitor) error {
	asked := readWindow(func(name string) string { return form.Value(c, name) })
	window, err := asked.window(v)
	if err == nil {
		_, err = w.Endpoints.StartRedelivery(c.UserContext(), v.Actor(), v.Company, window,
			int(form.Number(form.Value(c, "seen"))))
	}
	if err == nil {
		return c.Redirect("/deliveries/window?done=begun", fiber.StatusSeeOther)
	}
	if !shell.IsRefusal(err) {
		return err
	}
	page, failure := w.windowPage(c, v, asked)
	if failure != nil {
		return failure
	}
	if failure := w.preview(c, v, &page, asked); failure != nil {
		return failure
	}
	if failure := w.wrongWindow(c, v, &page, err); failure != nil {
		return failure
	}
	return w.Render(c, views.WindowPage(page))
}

func (w *Handler) stopWindow(c *fiber.Ctx, v shell.Visitor) error {
	if err := w.Endpoints.StopRedelivery(c.UserContext(), v.Actor(), v.Company, form.Value(c, "id")); err != nil {
		return err
	}
	return c.Redirect("/deliveries/window?done=stopped", fiber.StatusSeeOther)
}

func (w *Handler) addRuns(c *fiber.Ctx, v shell.Visitor, page *views.Window) error {
	runs, err := w.Store.Redeliveries(c.UserContext(), v.Company, runsShown)
	if err != nil || len(runs) == 0 {
		return err
	}
	names, err := w.AgentNames(c, v)
	if err != nil {
		return err
	}
	s, err := delivery.TargetsOf(c.UserContext(), w.Store, v)
	if err != nil {
		return err
	}
	for _, r := range runs {
		page.Runs = append(page.Runs, runView(v, s, r, shell.ActorName(r.Actor, names)))
		page.Running = page.Running || r.Stage == store.RedeliveryRunning
	}
	return nil
}

// stages are how far a redelivery has come, as people read it.
var stages = map[store.RedeliveryStage]struct {
	name string
	tone ui.Tone
}{
	store.RedeliveryRunning: {"running", ui.Info},
	store.RedeliveryDone:    {"done", ui.Plain},
	store.RedeliveryStopped: {"stopped", ui.Warn},
}

func runView(v shell.Visitor, s delivery.Targets, r store.Redelivery, by string) views.Run {
	stage := stages[r.Stage]
	which := v.T("failed deliveries")
	if r.State == webhook.Delivered {
		which = v.T("successful deliveries")
	}
	which = v.T("%s, created from %s and before %s", which, v.When(r.From), v.When(r.Until))
	if r.EndpointID != "" {
		which += ", " + s.Address(webhook.Delivery{EndpointID: r.EndpointID})
	}
	run := views.Run{
		ID:       r.ID,
		At:       v.Time(r.CreatedAt),
		State:    v.T(stage.name),
		Tone:     stage.tone,
		By:       by,
		Which:    which,
		Progress: v.T("%s of %s", v.Count(int64(r.Done)), v.Count(int64(r.Total))),
		Share:    strconv.Itoa(min(100, 100*(r.Done+r.Skipped)/max(1, r.Total))),
		Skipped:  v.Count(int64(r.Skipped)),
		Finished: ui.Time{Text: "–"},
		Stop:     r.Stage == store.RedeliveryRunning,
	}
	if !r.FinishedAt.IsZero() {
		run.Finished = v.Time(r.FinishedAt)
	}
	return run
}
