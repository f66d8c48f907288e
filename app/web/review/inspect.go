package review

import (
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	views "proofdesk/views/review"
)

// inspect returns the dossier of a job as the visitor may see it.
func (w *Handler) inspect(c *fiber.Ctx, v shell.Visitor, id string) (review.Dossier, error) {
	if d, blind, err := w.inspectBlind(c, v, id); blind || err != nil {
		return d, err
	}
	d, err := w.Desk.Inspect(c.UserContext(), v.Reviewer(), id)
	if err != nil {
		return d, err
	}
	if err := w.recheck(c, v, &d); err != nil {
		return review.Dossier{}, err
	}
	blind, err := w.Checks.Blind(c.UserContext(), v.Checker())
	if err != nil {
		return review.Dossier{}, err
	}
	// a related job that the visitor judges blind would show its outcome
	d.Related = slices.DeleteFunc(d.Related, func(j onboarding.Job) bool { return blind[j.ID] })
	veiled, err := w.Masking.MaskedJob(c.UserContext(), v, id)
	if err != nil {
		return review.Dossier{}, err
	}
	if veiled {
		d = masking.Dossier(d)
	}
	return d, nil
}

// inspectPage is inspect for the review page: what was revealed is shown to who asks for it, so that a reload covers
// it.
func (w *Handler) inspectPage(c *fiber.Ctx, v shell.Visitor, id string) (review.Dossier, error) {
	d, err := w.inspect(c, v, id)
	if err != nil || d.Masked || d.Held(v.Reviewer()) || c.Query("revealed") != "" {
		return d, err
	}
	veiled, err := w.Masking.Masked(c.UserContext(), v)
	if veiled && err == nil {
		d = masking.Dossier(d)
	}
	return d, err
}

// reveal uncovers a job for a minute, and leads to its page with the values.
func (w *Handler) reveal(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	if _, err := w.Desk.Reveal(c.UserContext(), v.Reviewer(), id); err != nil {
		return err
	}
	return c.Redirect("/jobs/"+id+"?revealed=1", fiber.StatusSeeOther)
}

// showReveal counts down what is left of a reveal; when it is over the browser loads the page anew, covered.
func (w *Handler) showReveal(c *fiber.Ctx, v shell.Visitor, d review.Dossier, page *views.Page) error {
	if c.Query("revealed") == "" || d.Masked || d.Held(v.Reviewer()) {
		return nil
	}
	until, err := w.Desk.RevealedUntil(c.UserContext(), v.Reviewer(), d.Job.ID)
	if err != nil || !until.After(w.Now()) {
		return err
	}
	page.Revealed = format.Countdown(v.Language, until, w.Now())
	c.Set("Refresh", strconv.Itoa(int(until.Sub(w.Now()).Seconds())+1)+"; url=/jobs/"+d.Job.ID)
	return nil
}
