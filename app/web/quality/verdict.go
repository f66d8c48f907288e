package quality

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/quality"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/quality"
)

// verdictChoices are what a lead chooses from.
func verdictChoices(v shell.Visitor) []views.Choice {
	return []views.Choice{
		{Value: string(store.VerdictFirst), Label: v.T("the first")},
		{Value: string(store.VerdictSecond), Label: v.T("the second")},
		{Value: string(store.VerdictEither), Label: v.T("either decision is defensible")},
	}
}

// adjudicate writes a verdict on a disagreement.
func (w *Handler) adjudicate(c *fiber.Ctx, v shell.Visitor) error {
	id, ok := ids.ParseUUID(c.Params("check"))
	if !ok {
		return fault.New(fault.NotFound, "this quality check does not exist")
	}
	sent := quality.Adjudication{
		Check:   id,
		Verdict: store.Verdict(form.Value(c, "verdict")),
		Note:    form.Value(c, "note"),
		Keep:    form.Value(c, "unseen") != "",
	}
	shown, ok := strings.CutPrefix(form.Value(c, "back"), "/quality?") // the query of the page with the form
	if !ok {
		shown = "range=" + usualSpan
	}
	err := form.ReadVersion(c, &sent.Version)
	if err == nil {
		err = w.Checks.Adjudicate(c.UserContext(), v.Checker(), sent)
	}
	if err != nil {
		c.Request().URI().SetQueryString(shown)
		return w.wrongVerdict(c, v, sent, err)
	}
	return c.Redirect("/quality?"+shown+"&done=saved#check-"+id, fiber.StatusSeeOther)
}

// wrongVerdict shows the page again with the verdict that was refused. The disagreement is on it in any case: newer
// ones may have moved it to the next page meanwhile.
func (w *Handler) wrongVerdict(c *fiber.Ctx, v shell.Visitor, sent quality.Adjudication, cause error) error {
	if !shell.IsRefusal(cause) {
		return cause
	}
	check, err := w.Store.QualityCheck(c.UserContext(), v.Company, sent.Check)
	if err != nil {
		return err
	}
	if !check.Disputed() { // the page of a check that is open would tell who judges it blind
		return cause
	}
	reasons, err := w.reasonTexts(c, v)
	if err != nil {
		return err
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return err
	}
	refused := disagreement(check, v, reasons, masked)
	refused.Form = typedVerdict(c, v, refused, check.Verdict, cause)
	if masked && fault.Is(cause, fault.Conflict) { // what is saved is not shown
		refused.Form.WrongNote = ""
	}
	c.Status(shell.RefusalStatus(cause))
	return w.showQuality(c, v, func(q *views.Quality) {
		at := slices.IndexFunc(q.Split, func(d views.Disagreement) bool { return d.ID == refused.ID })
		if at < 0 {
			q.Split = slices.Insert(q.Split, 0, refused)
			return
		}
		q.Split[at] = refused
	})
}

// typedVerdict returns the form of a verdict with what was sent, each field marked with the rule that it breaks or with
// what somebody else has saved.
func typedVerdict(
	c *fiber.Ctx, v shell.Visitor, d views.Disagreement, saved store.Verdict, cause error,
) views.Adjudication {
	wrong, _ := v.FieldProblems(cause)
	typed := views.Adjudication{
		Version:      d.Form.Version,
		Chosen:       form.Value(c, "verdict"),
		Note:         form.Value(c, "note"),
		Unseen:       d.Form.Unseen,
		Problem:      v.Sentence(shell.Message(cause)),
		WrongVerdict: wrong["verdict"],
		WrongNote:    wrong["note"],
	}
	if fault.Is(cause, fault.Conflict) && typed.Chosen != string(saved) {
		typed.WrongVerdict = v.SavedMeanwhile(d.Verdict)
	}
	if fault.Is(cause, fault.Conflict) && typed.Note != d.Note {
		typed.WrongNote = v.SavedMeanwhile(d.Note)
	}
	return typed
}
