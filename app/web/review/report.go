package review

import (
	"cmp"
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/picture"
	"proofdesk/app/web/shell/wording"
	views "proofdesk/views/review"
)

// report shows a job on paper: what was seen, found and decided.
func (w *Handler) report(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	found, err := w.inspect(c, v, id)
	if err != nil {
		return err
	}
	told := dossier.For(v, found)
	page := printed(told, v)
	page.Frame = w.Frame(c, v, v.T("Report"), "jobs")
	page.Made = v.T("Printed %s (%s) by %s", told.When(w.Now()), told.TimeZone.String(), v.DisplayName)
	return w.Render(c, views.ReportPage(page))
}

func printed(d dossier.Dossier, v shell.Visitor) views.Report {
	view := reviewPage(d, v, choice{})
	r := views.Report{
		Heading: view.Name,
		Job:     d.Job.ID,
		Status:  view.Status,
		Tone:    view.Tone,
		About: format.Join(" · ", view.Document, format.UniqueNumber(view.Number),
			d.T("submitted %s", d.When(d.Job.SubmittedAt))),
	}
	for _, head := range view.Heads {
		r.Sources = append(r.Sources, head.Name)
	}
	for _, t := range view.Rail {
		if t.Src != "" {
			r.Shots = append(r.Shots, views.Shot{Src: shotPath(d, t.ID, picture.View), Label: t.Label})
		}
	}
	if view.Reviewed != nil {
		r.Verdict = append([]string{d.T("%s by %s, %s", view.Reviewed.Outcome, view.Reviewed.By, view.Reviewed.At)},
			view.Reviewed.Reasons...)
		if view.Reviewed.Comment != "" {
			r.Verdict = append(r.Verdict, d.T("To the client: %s", view.Reviewed.Comment))
		}
	}
	if s := view.Engine; s.Met != "" {
		r.Verdict = append(r.Verdict, d.T("Engine result: %s, %s", s.Outcome, s.Met))
	}
	for _, f := range d.Why() {
		r.Findings = append(r.Findings, f.Text+" ("+f.Group+")")
	}
	for _, f := range view.Person {
		r.Person = append(r.Person, views.Pair{Label: f.Label, Value: f.Value})
	}
	for _, f := range view.Place {
		r.Place = append(r.Place, views.Pair{Label: f.Label, Value: f.Value})
	}
	for _, row := range slices.Concat(view.Rows, view.Agreeing, view.Single) {
		line := views.Line{Cells: []string{row.Label}}
		for _, cell := range row.Cells {
			line.Cells = append(line.Cells, cmp.Or(d.Calendar(wording.Value(d.Language, cell.Field, cell.Value)), "–"))
		}
		line.Cells = append(line.Cells, format.Join(", ", row.Match, row.Alike))
		r.Compared = append(r.Compared, line)
	}
	for _, check := range d.Report.Checks {
		m := measure(d, check)
		r.Checks = append(r.Checks, views.Line{
			Cells: []string{
				m.Label, d.CaptureName(check.Capture), m.Outcome, cmp.Or(m.Value, "–"), cmp.Or(m.Limit, "–"), m.By,
			},
		})
	}
	for _, e := range history(d, d.Time, cmp.Or(d.Holder, v.DisplayName)) { // who reads it does so on another day
		r.History = append(r.History, views.Pair{Label: e.At.Text, Value: e.Text})
	}
	return r
}
