package review

import (
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
)

// conflict reports what changed since the page was opened, with all that was chosen and typed. Where the job may still
// be taken, one key takes it again with the form filled in as it was.
func (w *Handler) conflict(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest, cause error) error {
	found, err := w.inspect(c, v, sent.JobID)
	if err != nil {
		return err
	}
	_, blind, err := w.Checks.Held(c.UserContext(), v.Checker(), sent.JobID)
	if err != nil {
		return err
	}
	kept := w.keep(c, v, sent)
	if kept != nil && !fault.Is(kept, fault.TooLarge) && !fault.Is(kept, fault.NotFound) {
		return kept
	}
	page := problem.Problem{
		Frame:   w.Frame(c, v, v.T("Changed"), "queue"),
		Status:  "409",
		Heading: v.T("This job changed while you worked on it"),
		Message: v.T("Your decision was not sent: %s.", v.T(shell.Message(cause))),
		Changes: changes(found, v, sent),
		Kept:    shell.KeptWords(v, sent.Note, sent.Comment),
		Back:    layout.Link{Href: "/jobs/" + sent.JobID, Label: v.T("View the job as it is now")},
	}
	if page.Chosen, err = w.chosen(c, v, sent); err != nil {
		return err
	}
	switch {
	case kept == nil && !blind && mayTake(found, v):
		page.Where = v.T("It is restored in the decision bar when you take the job.")
		page.Again = &problem.Again{
			Path:  "/jobs/" + sent.JobID + "/claim",
			Label: v.T("Take it again with what you typed"),
			Key:   "t",
		}
	case kept == nil:
		page.Where = v.T("It is saved as your draft for this job.")
	}
	c.Status(fiber.StatusConflict).Set("HX-Push-Url", "false")
	return w.Render(c, problem.Page(page))
}

// mayTake reports whether the visitor could take the job now, or holds it in another window.
func mayTake(d review.Dossier, v shell.Visitor) bool {
	switch a := v.Reviewer(); {
	case d.Case == nil || d.Case.State == store.CaseDone || !a.Decides:
		return false
	case d.Held(a):
		return true
	case d.Case.Held(d.Now), d.Case.State == store.CaseProposed && d.Case.Proposer == v.ID:
		return false
	default:
		return d.Case.State != store.CaseEscalated || a.Senior
	}
}

// chosen names the outcome and the reasons that were chosen.
func (w *Handler) chosen(c *fiber.Ctx, v shell.Visitor, sent review.DecisionRequest) ([]problem.Chosen, error) {
	var all []problem.Chosen
	if sent.Outcome != "" {
		all = append(all, problem.Chosen{Label: v.T("Outcome"), Values: []string{v.T(string(sent.Outcome))}})
	}
	if sent.Outcome.Is(onboarding.Approved) || len(sent.Reasons) == 0 {
		return all, nil
	}
	reasons, err := w.Desk.Reasons(c.UserContext(), v.Company)
	if err != nil {
		return nil, err
	}
	texts := problem.Chosen{Label: v.T("Reasons")}
	for _, r := range reasons {
		if slices.Contains(sent.Reasons, r.Code) {
			texts.Values = append(texts.Values, v.Reason(r))
		}
	}
	return append(all, texts), nil
}

// changes compares what was sent with what is.
func changes(d review.Dossier, v shell.Visitor, sent review.DecisionRequest) []string {
	done := standing(d.Reviews)
	switch {
	case done == nil:
	case done.AgentID == v.ID:
		return []string{v.T("You decided it yourself, perhaps in another window: %s, %s.",
			v.T(string(done.Outcome)), v.When(done.CompletedAt))}
	default:
		return []string{v.T("%s decided %s, %s.", done.AgentName, v.T(string(done.Outcome)), v.When(done.CompletedAt))}
	}
	if text := handedOnText(v, d.Reviews, d.Holder); text != "" && !last(d.Reviews).Before(sent.StartedAt) {
		return []string{text}
	}
	if text := claimText(d, v, sent); text != "" {
		return []string{text}
	}
	return nil
}

// last returns when the last review of a job was completed.
func last(reviews []store.Review) time.Time { return reviews[len(reviews)-1].CompletedAt }

// claimText returns what became of the claim with which a form was sent; empty where it is as it was.
func claimText(d review.Dossier, v shell.Visitor, sent review.DecisionRequest) string {
	switch held := d.Case; {
	case held == nil:
		return v.T("The job is not in review.")
	case held.State == store.CaseDone:
		return ""
	case d.Holder != "":
		return v.T("%s holds the job now.", d.Holder)
	case !d.Held(v.Reviewer()):
		return v.T("Your claim on the job has expired.")
	case held.EvidenceDigest != sent.Digest:
		return v.T("New evidence has come in.")
	case held.Claim != sent.Claim || held.Version != sent.Version:
		return v.T("The job was taken again, perhaps in another window of yours.")
	}
	return ""
}
