package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
)

// watch notes that the visitor looks at a job, and names who else does.
func (w *Console) watch(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	if err := w.Desk.Watch(c.UserContext(), v.Reviewer(), id); err != nil {
		return err
	}
	viewers, err := w.Desk.Viewers(c.UserContext(), v.Reviewer())
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"viewers": viewers})
}

// unwatch notes that the visitor's page of a job is closed.
func (w *Console) unwatch(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	if err := w.Desk.Unwatch(c.UserContext(), v.Reviewer(), id); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// status keeps whether the visitor is available, and goes back to where they were.
func (w *Console) status(c *fiber.Ctx, v shell.Visitor) error {
	err := w.Desk.Attend(c.UserContext(), v.Reviewer(), store.Availability(form.Value(c, "availability")))
	if err != nil {
		return err
	}
	return c.Redirect(shell.BackPath(c), fiber.StatusSeeOther)
}
