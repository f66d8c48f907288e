package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/dashboard"
	"proofdesk/app/policy"
	"proofdesk/engine"
	views "proofdesk/views/dashboard"
)

// agentFigures shows what each agent did.
func (w *Console) agentFigures(c *fiber.Ctx, v visitor, window dashboard.Window, page *views.Page) error {
	agents, err := (&dashboard.Desk{Store: w.Store}).Agents(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	table := views.Table{Head: []string{"agent", "done", "approved", "declined", "suspicious", "handling p50 (s)", "p90 (s)", "proposals judged", "confirmed"}}
	var most int64
	for _, a := range agents {
		most = max(most, a.Done)
	}
	done := views.BarList{}
	for _, a := range agents {
		table.Rows = append(table.Rows, []string{
			a.Name, figure(a.Done), shareText(a.Approved, a.Done), shareText(a.Declined, a.Done), shareText(a.Suspicious, a.Done),
			secondsOf(a.Handle, .5), secondsOf(a.Handle, .9), figure(a.Judged), shareText(a.Agreed, a.Judged),
		})
		done.Bars = append(done.Bars, views.Bar{
			Label: a.Name, Title: a.Name + ": " + thousands(a.Done) + " done, median " + took(dashboard.QuantileOr(a.Handle, .5)), Width: bar("", a.Done, most, most, "").Width,
			Class: "accent", Value: thousands(a.Done), Share: took(dashboard.QuantileOr(a.Handle, .5)),
		})
	}
	empty := "Nobody decided a job in this time."
	page.Panels = []views.Panel{
		tablePanel(views.Panel{
			Key: "agents", Title: "Agents", Unit: "decisions that stand, " + spanLabel(window.Span), CSV: "/dashboard/agents.csv?range=" + window.Name,
			Note: "Shares are of the agent's own decisions. Handling is from opening the job to the decision. Confirmed is the share of the agent's proposals that a second agent decided alike.",
		}, table, empty),
	}
	if len(agents) > 0 {
		page.Panels = append(page.Panels, views.Panel{Key: "done", Title: "Done and median handling", Unit: spanLabel(window.Span), Wide: "whole", Bars: []views.BarList{done}})
	}
	return nil
}

// secondsOf gives a quantile in seconds with a tenth; "–" where there is none.
func secondsOf(t *dashboard.Times, p float64) string {
	q, ok := t.Quantile(p)
	if !ok {
		return "–"
	}
	return oneDigit(q.Seconds())
}

// engineFigures shows how each check ended and how long it took.
func (w *Console) engineFigures(c *fiber.Ctx, v visitor, window dashboard.Window, page *views.Page) error {
	checks, err := (&dashboard.Desk{Store: w.Store}).Checks(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	table := views.Table{Head: []string{"check", "code", "asked", "pass", "warn", "fail", "inconclusive", "not run", "p50 (ms)", "p99 (ms)", "all (s)"}, Names: 2}
	for _, f := range checks {
		row := []string{policy.Title(f.Code), f.Code, figure(f.All)}
		for _, o := range []engine.Outcome{engine.Pass, engine.Warn, engine.Fail, engine.Inconclusive, engine.NotRun} {
			row = append(row, shareText(f.Outcomes[o], f.All))
		}
		table.Rows = append(table.Rows, append(row, millisText(f.Took, .5), millisText(f.Took, .99), oneDigit(f.Took.Total.Seconds())))
	}
	page.Panels = []views.Panel{tablePanel(views.Panel{
		Key: "engine", Title: "Checks of the engine", Unit: "the dearest first, " + spanLabel(window.Span), CSV: "/dashboard/engine.csv?range=" + window.Name,
		Note: "Not run means that nothing was able to look: no such capture, or no provider. Times are of checks that ran; all is their sum.",
	}, table, "The engine inspected no job in this time.")}
	return nil
}

func millisText(t *dashboard.Times, p float64) string {
	q, ok := t.Quantile(p)
	if !ok {
		return "–"
	}
	return oneDigit(float64(q) / 1e6)
}
