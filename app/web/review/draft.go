package review

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/review"
)

// draft saves what is typed while the page stays. The script names the version that it saves and those that it has
// seen; a version that another browser saved in between is returned with the status 409, so that the page can ask. The
// answer says whether the visitor still holds the job.
func (w *Handler) draft(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	filled := readDecision(c, id)
	draft := filled.Draft()
	draft.Rev, draft.Claim = form.Value(c, "rev"), filled.Claim
	other, err := w.Desk.MergeDraft(c.UserContext(), v.Reviewer(), id, draft)
	if fault.Is(err, fault.Conflict) {
		return otherVersion(c, other)
	}
	if err != nil {
		return err
	}
	held, err := w.holds(c, v, id, filled.Claim)
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"saved": w.Now().UnixMilli(), "held": held})
}

// holds reports whether the visitor still holds a job, or the check of one, under the claim of a page.
func (w *Handler) holds(c *fiber.Ctx, v shell.Visitor, id, claim string) (bool, error) {
	if quality.IsClaim(claim) {
		check, held, err := w.Checks.Held(c.UserContext(), v.Checker(), id)
		return held && check.Claim == claim, err
	}
	one, err := w.Store.ReviewCase(c.UserContext(), v.Company, id)
	return one.HeldBy(v.ID, w.Now()) && one.Claim == claim, err
}

// named returns the overrides of a draft as an object, which JSON has for an empty map and not for none.
func named(overrides map[string]string) map[string]string {
	if overrides == nil {
		return map[string]string{}
	}
	return overrides
}

// otherVersion answers with the version that another browser saved.
func otherVersion(c *fiber.Ctx, other draft.Draft) error {
	return c.Status(fiber.StatusConflict).JSON(fiber.Map{
		"outcome":   other.Outcome,
		"reasons":   append([]string{}, other.Reasons...),
		"overrides": named(other.Overrides),
		"comment":   other.Comment,
		"note":      other.Note,
		"rev":       other.Rev,
		"seen":      append([]string{}, other.Seen...),
		"at":        other.SavedAt.UnixMilli(),
	})
}

// discard removes the draft that the page of a job shows, unless another browser has saved more since.
func (w *Handler) discard(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	_, err = w.Desk.MergeDraft(c.UserContext(), v.Reviewer(), id, draft.Draft{Seen: seen(c)})
	if err != nil && !fault.Is(err, fault.Conflict) {
		return err
	}
	return c.Redirect("/jobs/"+id, fiber.StatusSeeOther)
}

// seen returns the names of the versions of a draft that the sender of a form has seen.
func seen(c *fiber.Ctx) []string {
	return strings.Fields(strings.Join(form.All(c, "seen"), " "))
}

// leftover returns what the visitor typed for a job and did not send, for a page that has no form for it; nil for
// nothing.
func leftover(d review.Dossier, v shell.Visitor) *views.Leftover {
	draft := d.Unsent(v.Reviewer())
	if draft.Empty() || d.Held(v.Reviewer()) {
		return nil
	}
	return &views.Leftover{
		Text:  format.Join("\n", draft.Note, draft.Comment),
		Rev:   draft.Rev,
		Saved: v.T("saved %s", v.Recent(draft.SavedAt, d.Now)),
	}
}
