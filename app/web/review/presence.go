package review

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
)

// watch notes that the visitor looks at a job, and names who else does. A quality check is blind both ways: who decided
// may have the job open, and would see that somebody judges it again.
func (w *Handler) watch(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	if _, blind, err := w.Checks.Held(c.UserContext(), v.Checker(), id); blind || err != nil {
		return c.JSON(fiber.Map{"viewers": fiber.Map{}})
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
func (w *Handler) unwatch(c *fiber.Ctx, v shell.Visitor) error {
	id, err := shell.JobID(c)
	if err != nil {
		return err
	}
	if err := w.Desk.Unwatch(c.UserContext(), v.Reviewer(), id); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}
