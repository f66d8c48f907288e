package review

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/words"
)

// job shows the review page.
func (w *Handler) job(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	return w.showJob(c, v, id, refusal{})
}

// showJob renders a job; problem is why a form was refused.
func (w *Handler) showJob(c *fiber.Ctx, v shell.Visitor, id string, why refusal) error {
	ctx := c.UserContext()
	found, err := w.inspectPage(c, v, id)
	if err != nil {
		return err
	}
	reasons, err := w.Desk.Reasons(ctx, v.Company)
	if err != nil {
		return err
	}
	today, err := w.Desk.Today(ctx, v.Reviewer(), v.TimeZone())
	if err != nil {
		return err
	}
	waiting, err := w.Desk.Waiting(ctx, v.Reviewer())
	if err != nil {
		return err
	}
	told := dossier.For(v, found)
	page := reviewPage(told, v, choice{a: c.Query("a"), b: c.Query("b")})
	page.Frame = w.Frame(c, v, page.Name, "queue")
	page.Waiting, page.Tally = v.Count(int64(waiting)), tally(v, today)
	if closed := w.Desk.WhyClosed(); closed != "" {
		page.Closed, page.Free, page.Decides = v.Sentence(closed), false, false
	}
	why.show(&page)
	page.Form, page.Leftover = decisionForm(told, reasons), leftover(found, v)
	if page.Corrections, err = w.corrections(c, v, told); err != nil {
		return err
	}
	if err := w.showCandidates(c, v, told, choice{a: c.Query("a"), b: c.Query("b")}, &page); err != nil {
		return err
	}
	page.Masked, page.Reveal = found.Masked, found.Masked && v.Role.Can(access.RevealValues)
	if err := w.showReveal(c, v, found, &page); err != nil {
		return err
	}
	if err := w.tellNotice(c, v, id, &page); err != nil {
		return err
	}
	if err := w.showCheck(c, v, id, &page); err != nil {
		return err
	}
	if err := w.addStanding(ctx, v, told, &page); err != nil {
		return err
	}
	if err := w.addRequest(ctx, v, told, &page); err != nil {
		return err
	}
	why.showAsking(told, &page)
	return w.Render(c, views.ReviewPage(page))
}

// tellNotice shows on the page what the visitor just decided, as long as it can be taken back, or that nothing more is
// free.
func (w *Handler) tellNotice(c *fiber.Ctx, v shell.Visitor, shown string, page *views.Page) error {
	if did := c.Query("did"); did != "" {
		return w.passing(c, v, did, page)
	}
	if c.Query("lost") != "" {
		return w.tellLost(c, v, shown, page)
	}
	if c.Query("refused") != "" {
		return w.tellRefused(c, v, shown, page)
	}
	before := c.Query("after")
	if c.Query("none") != "" {
		before = shown
	}
	if id, ok := ids.ParseUUID(before); ok {
		return w.tellDecided(c, v, id, page)
	}
	return nil
}

// tellDecided shows what the visitor decided about a job, and how long it can be taken back.
func (w *Handler) tellDecided(c *fiber.Ctx, v shell.Visitor, id string, page *views.Page) error {
	decided, err := w.Store.StandingDecision(c.UserContext(), v.Company, id)
	if fault.Is(err, fault.NotFound) || err == nil && decided.AgentID != v.ID {
		return nil
	}
	if err != nil {
		return err
	}
	job, err := w.Store.Job(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	veiled, err := w.Masking.MaskedJob(c.UserContext(), v, id)
	if err != nil {
		return err
	}
	if veiled {
		job = masking.Job(job)
	}
	notice := &views.Notice{Text: v.T(string(job.Status)) + ": " + v.PersonName(job.FullName) + ".", JobID: id}
	if w.Now().Before(job.HeldUntil) {
		notice.Undo = format.Countdown(v.Language, job.HeldUntil, w.Now())
	}
	if c.Query("none") != "" {
		notice.Text += " " + v.T("No other jobs are available.")
	}
	page.Notice = notice
	return nil
}

// claim takes the job that is shown.
func (w *Handler) claim(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	path := "/jobs/" + id
	_, err = w.Desk.Take(c.UserContext(), v.Reviewer(), id)
	// somebody came first
	if v.Reviewer().Decides && (fault.Is(err, fault.Conflict) || fault.Is(err, fault.Forbidden)) {
		return c.Redirect(path+"?refused=1", fiber.StatusSeeOther)
	}
	if err != nil {
		return err
	}
	back, err := v.Arrive(c.UserContext(), w.Desk)
	if back {
		path += "?did=back"
	}
	if err != nil {
		return err
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// decide sends a decision. Where a rule is broken the page is shown again, where the job has changed a page that
// explains it; both keep every word.
func (w *Handler) decide(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	sent := readDecision(c, id)
	done, err := w.Desk.Decide(c.UserContext(), v.Reviewer(), sent)
	switch {
	case fault.Is(err, fault.Invalid):
		return w.giveBack(c, v, sent, err)
	case fault.Is(err, fault.Conflict), fault.Is(err, fault.Forbidden) && v.Reviewer().Decides: // a job handed on
		return w.conflict(c, v, sent, err)
	case err != nil:
		return err
	}
	if done.Proposed && form.Value(c, "then") != "stay" {
		return w.moveOn(c, v, "proposed", id)
	}
	if form.Value(c, "then") == "stay" {
		return c.Redirect("/jobs/"+id+"?after="+id, fiber.StatusSeeOther)
	}
	return w.showNext(c, v, "", id)
}

// giveBack shows the filled form again with what is wrong. A job that the visitor can no longer decide has no form: it
// gives way to a page with what they typed, as does a form that is too long to keep.
func (w *Handler) giveBack(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest, cause error) error {
	err := w.keep(c, v, sent)
	if fault.Is(err, fault.TooLarge) {
		return w.conflict(c, v, sent, err)
	}
	if err != nil {
		return err
	}
	held, err := w.Store.ReviewCase(c.UserContext(), v.Company, sent.JobID)
	if err != nil {
		return err
	}
	if held.State == store.CaseDone || held.Holder != v.ID || held.Claim != sent.Claim {
		return w.conflict(c, v, sent, cause)
	}
	return w.showRefused(c, v, sent, cause)
}

// showRefused shows the job with what is wrong with the form that was sent.
func (w *Handler) showRefused(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest, cause error) error {
	c.Status(refusedStatus(cause)).Set("HX-Push-Url", "false")
	return w.showJob(c, v, sent.JobID, refusal{text: v.Problem(cause)})
}

// keep saves what was typed as a draft.
func (w *Handler) keep(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest) error {
	return w.Desk.SaveDraft(c.UserContext(), v.Reviewer(), sent.JobID, sent.Draft())
}

func (w *Handler) escalate(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	sent := readDecision(c, id)
	err = w.Desk.Escalate(c.UserContext(), v.Reviewer(), sent)
	switch {
	case fault.Is(err, fault.Invalid):
		return w.giveBack(c, v, sent, err)
	case fault.Is(err, fault.Conflict):
		return w.conflict(c, v, sent, err)
	case err != nil:
		return err
	}
	return w.moveOn(c, v, "escalated", id)
}

func (w *Handler) skip(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	sent := readDecision(c, id)
	if err := w.keep(c, v, sent); err != nil {
		return err
	}
	err = w.Desk.Skip(c.UserContext(), v.Reviewer(), id)
	if fault.Is(err, fault.Conflict) {
		return w.conflict(c, v, sent, err)
	}
	if err != nil {
		return err
	}
	return w.moveOn(c, v, "skipped", id)
}

func (w *Handler) undo(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	if err := w.Desk.Undo(c.UserContext(), v.Reviewer(), id, form.Value(c, "leaving")); err != nil {
		return err
	}
	return c.Redirect("/jobs/"+id, fiber.StatusSeeOther)
}

// heartbeat extends the claim while the page is open and returns until when; 0 means that it is lost. That is no
// failure: a decision that is under way overtakes it. It tells the page what the applicant and, in other windows, the
// agent have done since.
func (w *Handler) heartbeat(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	claim, err := w.Desk.Renew(c.UserContext(), v.Reviewer(), id, form.Value(c, "claim"))
	if fault.Is(err, fault.NotFound) {
		if _, err := w.Store.Job(c.UserContext(), v.Company, id); err != nil {
			return err
		}
		return c.JSON(fiber.Map{"until": 0})
	}
	if err != nil {
		return err
	}
	told, err := w.newsOf(c, v, id)
	if err != nil {
		return err
	}
	today, err := w.Desk.Today(c.UserContext(), v.Reviewer(), v.TimeZone())
	if err != nil {
		return err
	}
	told["until"], told["tally"] = claim.Until.UnixMilli(), tally(v, today)
	return c.JSON(told)
}

// leave lets the claim run out soon; a reload comes in time to keep it.
func (w *Handler) leave(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	err = w.Desk.Leave(c.UserContext(), v.Reviewer(), id, form.Value(c, "claim"))
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// correct puts a value right and shows the page with it.
func (w *Handler) correct(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	fix := review.Correction{
		JobID:  id,
		Claim:  form.Value(c, "claim"),
		Source: form.Value(c, "source"),
		Field:  form.Value(c, "field"),
		After:  form.Value(c, "value"),
	}
	if review.Dated(fix.Field) {
		fix.After = words.ISODate(fix.After)
	}
	if fix.Before, err = w.valueBefore(c, v, fix); err != nil {
		return err
	}
	err = w.Desk.Correct(c.UserContext(), v.Reviewer(), fix)
	if fault.Is(err, fault.Invalid) {
		c.Status(fiber.StatusBadRequest).Set("HX-Push-Url", "false")
		return w.showJob(c, v, id, refusal{text: v.Problem(err), of: &fix})
	}
	if err != nil {
		return err
	}
	return c.Redirect("/jobs/"+id, fiber.StatusSeeOther)
}

// refusal is why a form of the review page came back: that of a correction, of a request for captures, or the decision.
type refusal struct {
	text   string
	of     *review.Correction
	asking *intake.Asking
}

// showAsking puts the reason into the form with which captures were asked for.
func (r refusal) showAsking(d dossier.Dossier, page *views.Page) {
	if r.asking != nil && page.Ask != nil {
		page.Ask = askForm(d, r.asking)
		page.Ask.Problem, page.Problem = r.text, ""
	}
}

// show puts the reason where the form is.
func (r refusal) show(page *views.Page) {
	if r.of == nil {
		page.Problem = r.text
		return
	}
	for _, rows := range [][]finding.Row{page.Rows, page.Agreeing, page.Single} {
		for i := range rows {
			for j := range rows[i].Cells {
				if c := &rows[i].Cells[j]; c.Editable && c.Source == r.of.Source && c.Field == r.of.Field {
					c.Problem, c.Typed = r.text, r.of.After
					return
				}
			}
		}
	}
	page.Problem = r.text // a value that has no place to be corrected in
}

// valueBefore returns the value that a correction replaces.
func (w *Handler) valueBefore(c *fiber.Ctx, v shell.Visitor, fix review.Correction) (string, error) {
	found, err := w.Desk.Inspect(c.UserContext(), v.Reviewer(), fix.JobID)
	if err != nil {
		return "", err
	}
	return dossier.NewMatrix(dossier.For(v, found)).Value(fix.Source, fix.Field), nil
}

// readDecision reads the decision bar as it was sent. Why a job is to be escalated stands before the note.
func readDecision(c *fiber.Ctx, id string) review.DecisionRequest {
	return review.DecisionRequest{
		JobID:     id,
		Claim:     form.Value(c, "claim"),
		Version:   form.Number(form.Value(c, "version")),
		Digest:    form.Value(c, "digest"),
		Outcome:   onboarding.Status(form.Value(c, "outcome")),
		Reasons:   form.All(c, "reason"),
		Overrides: form.Prefixed(c, overrideField),
		Comment:   form.Value(c, "comment"),
		Note:      format.Join("\n", form.Value(c, "why"), form.Value(c, "note")),
		StartedAt: form.Millis(form.Value(c, "started")),
		Key:       form.Value(c, "key"),
		Seen:      seen(c),
	}
}
