package review

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/catalogue"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/review"
)

// recheck applies the agents' corrections to the dossier with the company's minimum age.
func (w *Handler) recheck(c *fiber.Ctx, v shell.Visitor, d *review.Dossier) error {
	if len(d.Corrections) == 0 {
		return nil
	}
	own, err := w.Store.Company(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	d.Recheck(own.Rules().MinimumAge)
	return nil
}

// corrections reports what was put right, by whom, and the results of the checks that rest on it.
func (w *Handler) corrections(c *fiber.Ctx, v shell.Visitor, d dossier.Dossier) (views.Corrections, error) {
	var shown views.Corrections
	if len(d.Corrections) == 0 {
		return shown, nil
	}
	names, err := w.AgentNames(c, v)
	for _, one := range d.Corrections {
		shown.Values = append(shown.Values, views.Corrected{
			Field:  d.T(wording.Field(one.Field)),
			Source: d.T(wording.Source(engine.Source(one.Source))),
			Before: d.Calendar(wording.Value(d.Language, one.Field, one.Before)),
			After:  d.Calendar(wording.Value(d.Language, one.Field, one.After)),
			By:     shell.ActorName("agent:"+one.AgentID, names),
			At:     d.When(one.CreatedAt),
		})
	}
	for _, code := range engine.Rechecked() {
		is, was := dossier.Worst(d.Report.Checks, code), dossier.Worst(d.Found, code)
		if is == nil {
			continue
		}
		line := views.Recheck{
			Check:  d.T(catalogue.Title(code)),
			Before: d.T(outcomeOf(was)),
			After:  d.T(outcomeOf(is)),
			Tone:   wording.OutcomeTone(string(is.Outcome)),
			Detail: d.Detail(*is),
			Focus:  d.Focus(*is),
		}
		line.Changed = line.Before != line.After
		shown.Checks = append(shown.Checks, line)
	}
	return shown, err
}

func outcomeOf(c *engine.Check) string {
	if c == nil {
		return wording.Outcome(engine.NotRun)
	}
	return wording.Outcome(c.Outcome)
}
