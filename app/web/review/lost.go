package review

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/review"
)

// tellLost shows on the page that replaces a decision bar which can no longer decide why that is, and lets the visitor
// undo their own decision as long as it can be undone.
func (w *Handler) tellLost(c *fiber.Ctx, v shell.Visitor, id string, page *views.Page) error {
	if page.Held { // again, or in a quality check, whose first judgement is not shown
		return nil
	}
	decided, err := w.Store.StandingDecision(c.UserContext(), v.Company, id)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	reviews, err := w.Store.Reviews(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	text := handedOnText(v, reviews, page.Holder)
	if text == "" || decided.ID != "" {
		text = lostText(v, page.Holder, decided)
	}
	page.Notice = &views.Notice{Text: text, JobID: id}
	if decided.AgentID != v.ID {
		return nil
	}
	job, err := w.Store.Job(c.UserContext(), v.Company, id)
	if err == nil && w.Now().Before(job.HeldUntil) {
		page.Notice.Undo = format.Countdown(v.Language, job.HeldUntil, w.Now())
	}
	return err
}

// tellRefused shows beside the action why the visitor could not take a job: what became of it since they opened it.
func (w *Handler) tellRefused(c *fiber.Ctx, v shell.Visitor, id string, page *views.Page) error {
	if page.Held || page.Closed != "" { // in another window, or the bar says it
		return nil
	}
	reviews, err := w.Store.Reviews(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	text := nextText(v, reviews, page.Holder)
	if done := standing(reviews); done != nil {
		text = v.T("%s decided %s, %s.", done.AgentName, v.T(string(done.Outcome)), v.When(done.CompletedAt))
	}
	if text == "" && page.Holder != "" {
		text = v.T("%s holds the job now.", page.Holder)
	}
	if text != "" {
		page.Notice = &views.Notice{Text: text, JobID: id}
	}
	return nil
}

// handedOnText returns who proposed an outcome for a job or escalated it last, and what can be done with it now; empty
// where nobody did or it was undone. Holder is who else holds the job.
func handedOnText(v shell.Visitor, reviews []store.Review, holder string) string {
	text := nextText(v, reviews, holder)
	if text != "" && reviews[len(reviews)-1].AgentID != v.ID {
		text += " " + v.T("What you typed is kept.")
	}
	return text
}

// nextText is handedOnText for somebody who typed nothing.
func nextText(v shell.Visitor, reviews []store.Review, holder string) string {
	if len(reviews) == 0 || !reviews[len(reviews)-1].UndoneAt.IsZero() {
		return ""
	}
	last := reviews[len(reviews)-1]
	own, done := last.AgentID == v.ID, handedOn(v, last)
	switch {
	case done == "":
		return ""
	case holder != "":
		done += " " + v.T("%s holds the job now.", holder)
	case last.Kind == store.ReviewProposal && own:
		done += " " + v.T("Another agent decides it now.")
	case last.Kind == store.ReviewProposal && v.Reviewer().Decides:
		done += " " + v.T("Take the job to confirm it or to decide otherwise.")
	case last.Kind == store.ReviewEscalation && v.Reviewer().Senior:
		done += " " + v.T("Take the job to decide it.")
	case last.Kind == store.ReviewEscalation:
		done += " " + v.T("A senior agent decides it now.")
	}
	return done
}

// handedOn returns who handed a job on and when; empty where a review did not.
func handedOn(v shell.Visitor, r store.Review) string {
	at, own, outcome := v.When(r.CompletedAt), r.AgentID == v.ID, v.T(string(r.Outcome))
	switch {
	case r.Kind == store.ReviewProposal && own:
		return v.T("You proposed %s in another window, %s.", outcome, at)
	case r.Kind == store.ReviewProposal:
		return v.T("%s proposed %s, %s.", r.AgentName, outcome, at)
	case r.Kind == store.ReviewEscalation && own:
		return v.T("You escalated this in another window, %s.", at)
	case r.Kind == store.ReviewEscalation:
		return v.T("%s escalated this, %s.", r.AgentName, at)
	}
	return ""
}

// lostText returns why a job that was open in a window is no longer the visitor's: it is decided, somebody else holds
// it, or its claim ran out.
func lostText(v shell.Visitor, holder string, decided store.Review) string {
	at := v.When(decided.CompletedAt)
	switch {
	case decided.ID != "" && decided.AgentID == v.ID:
		return v.T("You decided this in another window, %s: %s.", at, v.T(string(decided.Outcome)))
	case decided.ID != "":
		return v.T("%s decided this, %s: %s. What you typed is kept.", decided.AgentName, at,
			v.T(string(decided.Outcome)))
	case holder != "":
		return v.T("%s holds this job now. What you typed is kept.", holder)
	}
	return v.T("You no longer hold this job. What you typed is kept.")
}
