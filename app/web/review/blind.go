package review

import (
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
	views "proofdesk/views/review"
)

// While a visitor holds a quality check, its job is shown to them as it was before it was decided, and everything that
// could tell the decision is closed to them.

// byClaim hands a form of the decision bar to one handler, or to another where its claim is on a quality check.
func byClaim(onCase, onCheck shell.Handler) shell.Handler {
	return func(c *fiber.Ctx, v shell.Visitor) error {
		if quality.IsClaim(form.Value(c, "claim")) {
			return onCheck(c, v)
		}
		return onCase(c, v)
	}
}

// inspectBlind returns the dossier of a job that the visitor holds for a check, as it was before the decision; false
// where they hold none. A lapsed lease is renewed, since nobody else has taken the check.
func (w *Handler) inspectBlind(c *fiber.Ctx, v shell.Visitor, id string) (review.Dossier, bool, error) {
	ctx := c.UserContext()
	check, held, err := w.Checks.Held(ctx, v.Checker(), id)
	if err != nil || !held {
		return review.Dossier{}, false, err
	}
	if check.LeaseUntil, err = w.Checks.Renew(ctx, v.Checker(), id, check.Claim); err != nil {
		return review.Dossier{}, true, err
	}
	d, err := w.Desk.Gather(ctx, v.Reviewer(), id)
	if err != nil {
		return d, true, err
	}
	var before onboarding.Payload
	err = w.Store.ReadJobDoc(ctx, v.Company, id, store.DocPayloadBefore, &before)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return d, true, err
	}
	return blinded(d, before, check), true, w.Checks.Viewed(ctx, v.Checker(), check.ID)
}

// blinded takes back from a dossier what came of the first judgement: the outcome, what the agent wrote, corrected,
// said and asked the applicant for, and whatever happened after it. Before is the payload from before.
func blinded(d review.Dossier, before onboarding.Payload, check store.QualityCheck) review.Dossier {
	d.Job.Status, d.Job.ReviewedAt, d.Job.HeldUntil = onboarding.Review, time.Time{}, time.Time{}
	d.Payload = before
	d.Reviews, d.Corrections, d.Found, d.Asked, d.Holder = nil, nil, nil, nil, ""
	var earlier []onboarding.Job
	for _, job := range d.Related {
		if job.CreatedAt.Before(check.First.At) {
			earlier = append(earlier, job)
		}
	}
	d.Related = earlier
	blank := store.ReviewCase{Company: check.Company, JobID: check.JobID, Function: check.Function}
	if d.Case != nil {
		blank.Seq, blank.Summary, blank.Stakes, blank.OpenedAt, blank.DeadlineAt = d.Case.Seq, d.Case.Summary,
			d.Case.Stakes, d.Case.OpenedAt, d.Case.DeadlineAt
	}
	blank.State, blank.Holder, blank.Claim, blank.LeaseUntil, blank.ClaimedAt, blank.Version = store.CaseOpen,
		check.Holder, check.Claim, check.LeaseUntil, check.ClaimedAt, check.Version
	d.Case = &blank
	return d
}

// showCheck marks the review page as a check; else it shows, to whom it concerns, what a lead wrote about the
// decision.
func (w *Handler) showCheck(c *fiber.Ctx, v shell.Visitor, id string, page *views.Page) error {
	_, blind, err := w.Checks.Held(c.UserContext(), v.Checker(), id)
	if err != nil {
		return err
	}
	if blind {
		page.Check, page.Deadline = true, nil
		return nil
	}
	told, err := dossier.FeedbackOf(c.UserContext(), w.Store, v, id, page.Masked)
	for _, line := range told {
		page.History = append(page.History, views.Entry{At: line.At, Text: line.Text})
	}
	return err
}

// judge takes the visitor's judgement of a job that they hold for a check.
func (w *Handler) judge(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	known, err := w.Desk.Reasons(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	found, err := w.Desk.Gather(c.UserContext(), v.Reviewer(), id)
	if err != nil {
		return err
	}
	red := found.Decision.Red(found.Report.Checks, found.Report.Checks, found.Rows())
	sent := readDecision(c, id)
	err = w.Checks.Judge(c.UserContext(), v.Checker(), id, form.Value(c, "claim"), filledOf(sent), sent.StartedAt,
		quality.Grounds{Reasons: known, Red: red})
	switch {
	case fault.Is(err, fault.Invalid):
		return w.giveCheckBack(c, v, sent, err)
	case fault.Is(err, fault.Conflict):
		return w.lostCheck(c, v, sent, err)
	case err != nil:
		return err
	}
	if form.Value(c, "then") == "stay" {
		return c.Redirect("/quality/checks?done=judged", fiber.StatusSeeOther)
	}
	if err := w.showNext(c, v, "", ""); err != nil {
		return err
	}
	return sayJudged(c)
}

// sayJudged makes the page that an answer leads to show that a judgement was saved. Where no job follows, that is the
// list of checks.
func sayJudged(c *fiber.Ctx) error {
	path := c.GetRespHeader(fiber.HeaderLocation)
	if !strings.HasPrefix(path, "/jobs/") {
		return c.Redirect("/quality/checks?done=judged", fiber.StatusSeeOther)
	}
	return c.Redirect(path+"?did=judged", fiber.StatusSeeOther)
}

// giveCheckBack shows the filled form of a check again with what is wrong. Where somebody else holds the check by now,
// the job would show what was decided, and the visitor could never check it again: they get their words only.
func (w *Handler) giveCheckBack(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest, cause error) error {
	held, ok, err := w.Checks.Held(c.UserContext(), v.Checker(), sent.JobID)
	if err != nil {
		return err
	}
	if !ok || held.Claim != sent.Claim {
		return w.lostCheck(c, v, sent, cause)
	}
	err = w.keep(c, v, sent)
	if fault.Is(err, fault.TooLarge) {
		return w.lostCheck(c, v, sent, err)
	}
	if err != nil {
		return err
	}
	return w.showRefused(c, v, sent, cause)
}

func filledOf(sent review.DecisionRequest) quality.Filled {
	return quality.Filled{
		Outcome:   sent.Outcome,
		Reasons:   sent.Reasons,
		Overrides: sent.Overrides,
		Note:      sent.Note,
		Seen:      sent.Seen,
	}
}

// renewCheck extends the check while the page is open and returns until when; 0 means that it is lost.
func (w *Handler) renewCheck(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	until, err := w.Checks.Renew(c.UserContext(), v.Checker(), id, form.Value(c, "claim"))
	if fault.Is(err, fault.NotFound) {
		return c.JSON(fiber.Map{"until": 0})
	}
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"until": until.UnixMilli()})
}

func (w *Handler) leaveCheck(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	err = w.Checks.Leave(c.UserContext(), v.Checker(), id, form.Value(c, "claim"))
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

func (w *Handler) skipCheck(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	sent := readDecision(c, id)
	if err := w.keep(c, v, sent); err != nil {
		return err
	}
	err = w.Checks.Skip(c.UserContext(), v.Checker(), id)
	if fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound) {
		return w.lostCheck(c, v, sent, err)
	}
	if err != nil {
		return err
	}
	if v.Resting() {
		return c.Redirect("/quality/checks", fiber.StatusSeeOther)
	}
	return w.showCheckOr(c, v, "", "/quality/checks") // who does checks has not asked for a job of the queue
}

// showCheckOr leads to the next quality check, or elsewhere where none waits for the visitor. after names the job that
// was just decided.
func (w *Handler) showCheckOr(c *fiber.Ctx, v shell.Visitor, after, otherwise string) error {
	job, err := w.Checks.Next(c.UserContext(), v.Checker())
	if fault.Is(err, fault.NotFound) {
		return c.Redirect(otherwise, fiber.StatusSeeOther)
	}
	if err != nil {
		return err
	}
	path := "/jobs/" + job
	if after != "" {
		path += "?after=" + after
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// dropCheck releases a quality check that the visitor leaves for something else.
func (w *Handler) dropCheck(c *fiber.Ctx, v shell.Visitor, leaving string) error {
	if leaving == "" {
		return nil
	}
	_, held, err := w.Checks.Held(c.UserContext(), v.Checker(), leaving)
	if err != nil || !held {
		return err
	}
	return w.Checks.Release(c.UserContext(), v.Checker(), leaving)
}

// nextCheck takes the oldest check that the visitor may take, and shows its job.
func (w *Handler) nextCheck(c *fiber.Ctx, v shell.Visitor) error {
	return w.showCheckOr(c, v, "", "/quality/checks?none=1")
}

// lostCheck shows what became of a check that the visitor no longer holds, with what was typed and nothing about the
// job.
func (w *Handler) lostCheck(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest, cause error) error {
	if err := w.keep(c, v, sent); err != nil && !fault.Is(err, fault.TooLarge) {
		return err
	}
	changed, err := dossier.CheckLost(c.UserContext(), w.Store, v, sent.JobID)
	if err != nil {
		return err
	}
	page := problem.Problem{
		Frame:   w.Frame(c, v, v.T("Changed"), "queue"),
		Status:  "409",
		Changes: []string{changed},
		Heading: v.T("This check is no longer yours"),
		Message: v.T("Your judgement was not sent: %s.", v.T(shell.Message(cause))),
		Back:    layout.Link{Href: "/quality/checks", Label: v.T("Quality checks")},
	}
	if sent.Note != "" {
		page.Kept = append(page.Kept, problem.Kept{Label: v.T("Internal note"), Text: sent.Note})
	}
	c.Status(fiber.StatusConflict).Set("HX-Push-Url", "false")
	return w.Render(c, problem.Page(page))
}
