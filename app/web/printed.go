package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/views/jobs"
)

// report shows a job on paper: what was seen, found and decided.
func (w *Console) report(c *fiber.Ctx, v visitor) error {
	id, err := jobID(c)
	if err != nil {
		return err
	}
	dossier, err := w.inspect(c, v, id)
	if err != nil {
		return err
	}
	page := printed(dossier, v)
	page.Frame = w.frame(c, v, "Report", "jobs")
	page.Made = "Printed " + dayTime(w.now()) + " UTC by " + v.DisplayName
	return w.render(c, jobs.ReportPage(page))
}

func printed(d review.Dossier, v visitor) jobs.Report {
	view := reviewPage(d, v, choice{})
	r := jobs.Report{Heading: view.Name, Job: d.Job.ID, Status: view.Status, Tone: view.Tone, About: joined(" · ", view.Document, numbered(view.Number), "submitted "+dayTime(d.Job.SubmittedAt)+" UTC"), Sources: view.Sources}
	for _, t := range view.Rail {
		if t.Src != "" {
			r.Shots = append(r.Shots, jobs.Shot{Src: shotPath(d, t.ID, sizeView), Label: t.Label})
		}
	}
	if view.Reviewed != nil {
		r.Verdict = append([]string{view.Reviewed.Outcome + " by " + view.Reviewed.By + ", " + view.Reviewed.At + " UTC"}, view.Reviewed.Reasons...)
	}
	for _, f := range view.Why {
		r.Findings = append(r.Findings, f.Text+" ("+f.Group+")")
	}
	for _, f := range view.Person {
		r.Person = append(r.Person, jobs.Pair{Label: f.Label, Value: f.Value})
	}
	for _, row := range view.Rows {
		line := jobs.Line{Cells: []string{row.Label}}
		for _, cell := range row.Cells {
			line.Cells = append(line.Cells, firstOf(cell.Value, "–"))
		}
		line.Cells = append(line.Cells, row.Match)
		r.Compared = append(r.Compared, line)
	}
	for _, check := range d.Report.Checks {
		value := "–"
		if check.Score != nil {
			value = score(*check.Score)
		}
		limit := "–"
		if check.Threshold != nil {
			limit = score(*check.Threshold)
		}
		r.Checks = append(r.Checks, jobs.Line{Cells: []string{policy.Title(check.Code), captureWord(d, check.Capture), outcomeWord(check.Outcome), value, limit, check.Provider}})
	}
	for _, e := range view.History {
		r.History = append(r.History, jobs.Pair{Label: e.At, Value: e.Text})
	}
	return r
}
