package review

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/picture"
	views "proofdesk/views/review"
)

// next takes the best job and shows it.
func (w *Handler) next(c *fiber.Ctx, v shell.Visitor) error {
	back, err := v.Arrive(c.UserContext(), w.Desk)
	if err != nil {
		return err
	}
	if err := w.showNext(c, v, form.Value(c, "leaving"), ""); err != nil || !back {
		return err
	}
	return sayBack(c)
}

// sayBack makes the page that an answer leads to show that its reader is available again.
func sayBack(c *fiber.Ctx) error {
	path := c.GetRespHeader(fiber.HeaderLocation)
	if strings.Contains(path, "?") {
		return nil
	}
	return c.Redirect(path+"?did=back", fiber.StatusSeeOther)
}

// offers reports whether the visitor may be led to a job: they are not at rest, and jobs can be taken at present.
func offers(desk *review.Desk, v shell.Visitor) bool { return !v.Resting() && desk.WhyClosed() == "" }

// showNext leads to the best job, or to the queue where the visitor is offered none or none is free. after names the
// job that was just decided.
func (w *Handler) showNext(c *fiber.Ctx, v shell.Visitor, leaving, after string) error {
	if !offers(w.Desk, v) {
		if after != "" {
			return c.Redirect("/jobs/"+after+"?after="+after, fiber.StatusSeeOther)
		}
		return c.Redirect("/queue", fiber.StatusSeeOther)
	}
	if err := w.dropCheck(c, v, leaving); err != nil {
		return err
	}
	taken, err := w.Desk.Next(c.UserContext(), v.Reviewer(), leaving)
	if fault.Is(err, fault.NotFound) { // reviews come before quality checks
		otherwise := "/queue?none=1"
		if after != "" {
			otherwise = "/jobs/" + after + "?none=1"
		}
		return w.showCheckOr(c, v, after, otherwise)
	}
	if err != nil {
		return err
	}
	path := "/jobs/" + taken.JobID
	if after != "" {
		path += "?after=" + after
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// moveOn leads from a job that is not decided, but handed on or put off, to the best one, and shows what was done.
func (w *Handler) moveOn(c *fiber.Ctx, v shell.Visitor, did, id string) error {
	otherwise := "/queue?none=1"
	if did == "escalated" { // where it can be taken back
		otherwise = "/jobs/" + id
	}
	if !offers(w.Desk, v) {
		return c.Redirect(strings.TrimSuffix(otherwise, "?none=1"), fiber.StatusSeeOther)
	}
	taken, err := w.Desk.Next(c.UserContext(), v.Reviewer(), "")
	if fault.Is(err, fault.NotFound) {
		return w.showCheckOr(c, v, "", otherwise)
	}
	if err != nil {
		return err
	}
	return c.Redirect("/jobs/"+taken.JobID+"?did="+did+"&of="+id, fiber.StatusSeeOther)
}

// passing reports what was done with the job before; of that an escalation alone can be taken back.
func (w *Handler) passing(c *fiber.Ctx, v shell.Visitor, did string, page *views.Page) error {
	switch did {
	case "back":
		page.Notice = &views.Notice{Text: v.T("You took a job, so you are available again.")}
		return nil
	case "judged":
		page.Notice = &views.Notice{Text: v.T("Your judgement was saved.")}
		return nil
	}
	said := map[string]string{
		"skipped":   "Skipped: %s. You will not be offered it again for a while.",
		"escalated": "Escalated: %s. A senior agent will take it.",
		"proposed":  "Proposed: %s. Another agent has to confirm it.",
	}[did]
	id, ok := ids.ParseUUID(c.Query("of"))
	if !ok || said == "" {
		return nil
	}
	job, err := w.Store.Job(c.UserContext(), v.Company, id)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	veiled, err := w.Masking.MaskedJob(c.UserContext(), v, id)
	if veiled {
		job = masking.Job(job)
	}
	page.Notice = &views.Notice{Text: v.T(said, v.PersonName(job.FullName)), JobID: id}
	if err != nil || did != "escalated" {
		return err
	}
	return w.offerRecall(c, v, page.Notice)
}

// offerRecall lets an escalation be taken back for a while, as long as nobody has taken the job.
func (w *Handler) offerRecall(c *fiber.Ctx, v shell.Visitor, notice *views.Notice) error {
	held, err := w.Store.ReviewCase(c.UserContext(), v.Company, notice.JobID)
	if err != nil {
		return err
	}
	sent, err := w.Store.StandingEscalation(c.UserContext(), v.Company, notice.JobID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if until := sent.CompletedAt.Add(review.DefaultRecall); err == nil && review.MayRecall(held, sent, v.ID) &&
		w.Now().Before(until) {
		notice.Undo = format.Countdown(v.Language, until, w.Now())
	}
	return err
}

// ahead reserves the next job and names its pictures, so that the page can fetch them before they are needed.
func (w *Handler) ahead(c *fiber.Ctx, v shell.Visitor) error {
	taken, err := w.Desk.Ahead(c.UserContext(), v.Reviewer(), form.Value(c, "current"))
	if fault.Is(err, fault.NotFound) || w.Desk.WhyClosed() != "" {
		return c.JSON(fiber.Map{"images": []string{}})
	}
	if err != nil {
		return err
	}
	captures, err := w.Store.Captures(c.UserContext(), v.Company, taken.JobID)
	if err != nil {
		return err
	}
	masked, err := w.Masking.MaskedJob(c.UserContext(), v, taken.JobID)
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"job": taken.JobID, "images": firstPictures(captures, masked)})
}

// firstPictures returns the paths of the pictures that the page of a job shows at first, as far as the visitor may see
// them.
func firstPictures(captures []onboarding.Capture, masked bool) []string {
	paths := []string{}
	for _, capture := range captures {
		image, chip := picture.IsImage(capture.ContentType), picture.IsChip(capture)
		switch {
		case capture.Removed():
		case masked && (image || chip):
			paths = append(paths, picture.Path(capture.ID, picture.Blurred))
		case masked:
		case image:
			paths = append(paths, picture.Path(capture.ID, picture.View), picture.Path(capture.ID, picture.Thumb))
		case chip || picture.IsStrokes(capture) || picture.IsVoice(capture):
			paths = append(paths, picture.Path(capture.ID, picture.View))
		}
	}
	return paths
}
