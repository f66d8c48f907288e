package dashboard

import (
	"cmp"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/catalogue"
	"proofdesk/app/dashboard"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/engine"
	views "proofdesk/views/chart"
)

// agentFigures shows what each agent did.
func (w *Handler) agentFigures(c *fiber.Ctx, v shell.Visitor, window dashboard.Window, page *views.Page) error {
	reader, err := w.reader(c, v)
	if err != nil {
		return err
	}
	agents, err := reader.Agents(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	states, err := w.availabilities(c, v)
	if err != nil {
		return err
	}
	table := views.Table{
		Head: []string{
			v.T("agent"), v.T("availability"), v.T("decisions"), v.T("approved (%)"), v.T("declined (%)"),
			v.T("suspicious (%)"), v.T("handling p50 (s)"), v.T("p90 (s)"), v.T("proposals judged"),
			v.T("confirmed (%)"),
			v.T("approved over red"), v.T("of approvals (%)"),
		},
		Names: 2,
	}
	var most int64
	for _, a := range agents {
		most = max(most, a.Done)
	}
	done := views.BarList{}
	for _, a := range agents {
		table.Rows = append(table.Rows, []string{
			a.Name, cmp.Or(states[a.ID], "–"), figure.Number(a.Done), perCent(a.Approved, a.Done),
			perCent(a.Declined, a.Done), perCent(a.Suspicious, a.Done),
			secondsOf(a.Handle, .5), secondsOf(a.Handle, .9), figure.Number(a.Judged), perCent(a.Agreed, a.Judged),
			figure.Number(a.Overridden), perCent(a.Overridden, a.Approved),
		})
		done.Bars = append(done.Bars, views.Bar{
			Label: a.Name,
			Title: v.T("%s: %s done, median %s", a.Name, v.Count(a.Done),
				v.Took(dashboard.QuantileOr(a.Handle, .5))),
			Width: bar(v.Language, "", a.Done, most, most, "").Width,
			Class: "accent",
			Value: v.Count(a.Done),
			Share: v.Took(dashboard.QuantileOr(a.Handle, .5)),
		})
	}
	empty := v.T("No jobs were decided in this period.")
	page.Panels = []views.Panel{
		figure.Table(views.Panel{
			Key:   "agents",
			Title: v.T("Agents"),
			Unit:  v.T("decisions that stand, %s", spanLabel(v.Language, window.Span)),
			CSV:   "/dashboard/agents.csv?range=" + window.Name,
			Note: v.T("Shares are of the agent's own decisions. Handling time runs from opening the job to the " +
				"decision. Confirmed is the share of the agent's proposals on which a second agent decided the same."),
		}, table, empty),
	}
	if len(agents) > 0 {
		page.Panels = append(page.Panels, views.Panel{
			Key:   "done",
			Title: v.T("Done and median handling"),
			Unit:  spanLabel(v.Language, window.Span),
			Wide:  "whole",
			Bars:  []views.BarList{done},
		})
	}
	return nil
}

// idleAfter is when an agent without a sign of life counts as away.
const idleAfter = 15 * time.Minute

// availabilities reports what each agent of the company does now, by their id.
func (w *Handler) availabilities(c *fiber.Ctx, v shell.Visitor) (map[string]string, error) {
	now := w.Now()
	rows, err := w.Store.Attendances(c.UserContext(), v.Company, now, now.Add(-idleAfter))
	states := map[string]string{}
	for _, row := range rows {
		states[row.AgentID] = v.T(availabilityWords[row.State])
		if !row.Since.IsZero() && row.State != store.Available {
			states[row.AgentID] += " (" + v.Age(now.Sub(row.Since)) + ")"
		}
	}
	return states, err
}

var availabilityWords = map[store.Availability]string{
	store.Available: "available",
	store.OnBreak:   "on a break",
	store.Away:      "away",
}

// perCent returns n as a share of all in per cent, as a table for programs has it; "–" where all is 0.
func perCent(n, all int64) string {
	if all <= 0 {
		return "–"
	}
	return figure.OneDigit(100 * dashboard.Share(n, all))
}

// secondsOf returns a quantile in seconds with a tenth; "–" where there is none.
func secondsOf(t *dashboard.Times, p float64) string {
	q, ok := t.Quantile(p)
	if !ok {
		return "–"
	}
	return figure.OneDigit(q.Seconds())
}

// engineFigures shows how each check ended and how long it took, here and on applicants' devices.
func (w *Handler) engineFigures(c *fiber.Ctx, v shell.Visitor, window dashboard.Window, page *views.Page) error {
	desk := &dashboard.Reader{Store: w.Store}
	steps, err := desk.StepTimes(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	checks, err := desk.Checks(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	provided, err := desk.Providers(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	devices, err := desk.Devices(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	stepTimes := stepsPanel(board{Board: steps, Language: v.Language})
	stepTimes.Wide, stepTimes.CSV = "whole", "/dashboard/steps.csv?range="+window.Name
	page.Panels = []views.Panel{
		stepTimes,
		checksPanel(v, checks, window),
		providersPanel(v, provided, window),
		devicesPanel(v, devices, window),
	}
	return nil
}

// checksPanel reports how each check ended and how long it took.
func checksPanel(v shell.Visitor, checks []dashboard.CheckFigures, window dashboard.Window) views.Panel {
	table := views.Table{
		Head: []string{
			v.T("check"), v.T("code"), v.T("requested"), v.T("pass (%)"), v.T("doubtful (%)"), v.T("fail (%)"),
			v.T("not proven (%)"), v.T("not run (%)"), "p50 (ms)", "p99 (ms)", v.T("total (s)"),
		},
		Names: 2,
	}
	for _, f := range checks {
		row := []string{v.T(catalogue.Title(f.Code)), f.Code, figure.Number(f.All)}
		for _, o := range []engine.Outcome{engine.Pass, engine.Warn, engine.Fail, engine.Inconclusive, engine.NotRun} {
			row = append(row, perCent(f.Outcomes[o], f.All))
		}
		table.Rows = append(table.Rows,
			append(row, millisText(f.Took, .5), millisText(f.Took, .99), figure.OneDigit(f.Took.Total.Seconds())))
	}
	return figure.Table(views.Panel{
		Key:   "engine",
		Title: v.T("Checks of the engine"),
		Unit:  v.T("by total time, %s", spanLabel(v.Language, window.Span)),
		CSV:   "/dashboard/engine.csv?range=" + window.Name,
		Note: v.T("Not run means that the capture or the provider was missing. Times are of checks that ran; total " +
			"is their sum."),
	}, table, v.T("The engine inspected no jobs in this period."))
}

// providersPanel reports which provider and which version of it answered each check.
func providersPanel(v shell.Visitor, provided []dashboard.Provided, window dashboard.Window) views.Panel {
	table := views.Table{
		Head:  []string{v.T("check"), v.T("code"), v.T("provider"), v.T("version"), v.T("times")},
		Names: 4,
	}
	for _, p := range provided {
		table.Rows = append(table.Rows, []string{
			v.T(catalogue.Title(p.Check)), p.Check, cmp.Or(p.Provider, "–"), cmp.Or(p.Version, "–"), figure.Number(p.N),
		})
	}
	return figure.Table(views.Panel{
		Key:   "providers",
		Title: v.T("Providers and versions"),
		Unit:  v.T("checks that ran, %s", spanLabel(v.Language, window.Span)),
		CSV:   "/dashboard/providers.csv?range=" + window.Name,
		Note:  v.T("More than one line for a check means that its provider changed in this period."),
	}, table, v.T("The engine inspected no jobs in this period."))
}

func millisText(t *dashboard.Times, p float64) string {
	q, ok := t.Quantile(p)
	if !ok {
		return "–"
	}
	return figure.OneDigit(float64(q) / 1e6)
}
