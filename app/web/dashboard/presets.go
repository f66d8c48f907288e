package dashboard

import (
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/dashboard"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	views "proofdesk/views/chart"
	"proofdesk/views/layout"
)

// presetsPanel reports which versions of presets are published and in use, and how their jobs went.
func (w *Handler) presetsPanel(c *fiber.Ctx, v shell.Visitor, window dashboard.Window) (views.Panel, error) {
	panel := views.Panel{
		Key:   "presets",
		Title: v.T("Presets"),
		Unit:  v.T("jobs of the last 30 days"),
		CSV:   "/dashboard/presets.csv?range=" + window.Name,
		Note: v.T("Completed is the share of jobs that were submitted, among those with a day's time for it. " +
			"Captured again is the share of submitted jobs in which the applicant replaced a capture unasked, " +
			"while captures are kept. " +
			"In error is the share of decided jobs that ended in error."),
	}
	all, err := w.Presets.Overview(c.UserContext(), v.Company, w.Now())
	if err != nil {
		return panel, err
	}
	clients, _, err := w.ClientNames(c, v)
	if err != nil {
		return panel, err
	}
	table := views.Table{
		Head: []string{
			v.T("preset"), v.T("version"), v.T("used for"), v.T("draft"), v.T("SDK versions that ignore options"),
			v.T("jobs"), v.T("completed (%)"), v.T("captured again (%)"), v.T("in error (%)"),
		},
		Names: 5,
	}
	for _, s := range all {
		panel.Warnings = append(panel.Warnings, held(v, s)...)
		if !s.Archived || s.Jobs() > 0 {
			table.Rows = append(table.Rows, w.presetRows(v, s, clients)...)
		}
	}
	for _, row := range table.Rows {
		table.Links = append(table.Links, "/presets/"+row[0])
	}
	return figure.Table(panel, table, v.T("No presets yet. Create one under Presets.")), nil
}

// held reports which assignments of a preset are held, and why. Each leads to the page on which it can be resumed.
func held(v shell.Visitor, s presets.Summary) []views.Warning {
	var all []views.Warning
	for _, a := range s.Assignments {
		if why := v.HeldBecause(a); why != "" {
			all = append(all, views.Warning{
				Text: v.T("%s is held since %s: %s.", s.Name, v.When(a.Held().Since), why),
				Link: &layout.Link{Href: "/presets/" + s.Name + "/use", Label: v.T("Look at it")},
			})
		}
	}
	return all
}

// presetRows are the newest version of a preset and the others that had jobs.
func (w *Handler) presetRows(v shell.Visitor, s presets.Summary, clients map[string]string) [][]string {
	var to []string
	for _, a := range s.Assignments {
		a.Hold = nil // a warning says it
		to = append(to, v.Assignment(a, clients, w.Now()))
	}
	draft := v.T("as published")
	switch {
	case s.Waits():
		draft = v.T("waits for approval")
	case s.Unpublished > 0:
		draft = v.N(s.Unpublished, "1 unpublished change", "%d unpublished changes")
	case s.Latest == 0:
		draft = "–"
	}
	newest := []string{s.Name, strconv.Itoa(s.Latest), orDash(strings.Join(to, "; ")), draft, "–", "0", "–", "–", "–"}
	if s.Latest == 0 {
		newest[1] = "–"
	}
	rows := [][]string{newest}
	for _, u := range s.Uses {
		row := rows[0]
		if u.Version != s.Latest {
			row = []string{s.Name, strconv.Itoa(u.Version), "", "", "", "", "", "", ""}
			rows = append(rows, row)
		}
		row[4], row[5] = orDash(ignored(u)), figure.Number(u.Jobs)
		row[6], row[7] = perCent(u.Submitted, u.Due), perCent(u.Retaken, u.Kept)
		row[8] = perCent(u.Errors, u.Ended)
	}
	return rows
}

func orDash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// ignored names the SDK versions that lack options which a version sets.
func ignored(u presets.Use) string {
	var texts []string
	for _, one := range u.Ignored {
		texts = append(texts, one.SDKVersion+": "+strings.Join(one.Options, ", "))
	}
	return strings.Join(texts, "; ")
}
