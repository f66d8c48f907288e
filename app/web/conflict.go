package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/review"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
)

// conflict tells what changed since the page was opened, with every word that was typed.
func (w *Console) conflict(c *fiber.Ctx, v visitor, sent review.Decision, cause error) error {
	dossier, err := w.inspect(c, v, sent.JobID)
	if err != nil {
		return err
	}
	if err := w.keep(c, v, sent); err != nil && !fault.Is(err, fault.TooLarge) && !fault.Is(err, fault.NotFound) {
		return err
	}
	page := problem.Problem{
		Frame: w.frame(c, v, "Changed", "queue"), Status: "409", Heading: "This job changed while you worked on it",
		Message: "Your decision was not sent: " + message(cause) + ".", Changes: changes(dossier, v, sent),
		Back: layout.Link{Href: "/jobs/" + sent.JobID, Label: "Look at the job as it is now"},
	}
	for _, kept := range []problem.Kept{{Label: "Internal note", Text: sent.Note}, {Label: "Comment to the client", Text: sent.Comment}} {
		if kept.Text != "" {
			page.Kept = append(page.Kept, kept)
		}
	}
	c.Status(fiber.StatusConflict).Set("HX-Push-Url", "false")
	return w.render(c, problem.Page(page))
}

// changes compares what was sent with what is.
func changes(d review.Dossier, v visitor, sent review.Decision) []string {
	var list []string
	if done := standing(d.Reviews); done != nil {
		list = append(list, done.AgentName+" decided "+string(done.Outcome)+" at "+clockTime(done.CompletedAt)+" UTC.")
	}
	switch held := d.Case; {
	case held == nil:
		list = append(list, "The job is not in review.")
	case d.Holder != "":
		list = append(list, d.Holder+" holds the job now.")
	case !d.Held(v.desk()) && standing(d.Reviews) == nil:
		list = append(list, "Your claim on the job has run out.")
	case held.EvidenceDigest != sent.Digest:
		list = append(list, "New evidence has come in.")
	case held.Claim != sent.Claim || held.Version != sent.Version:
		list = append(list, "The job was taken again since, perhaps in another window of yours.")
	}
	return list
}
