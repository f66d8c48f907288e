package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/store"
	"proofdesk/app/web/shell/form"
)

// watch notes that the visitor looks at a job, and names who else does.
func (w *Console) watch(c *fiber.Ctx, v visitor) error {
	id, err := jobID(c)
	if err != nil {
		return err
	}
	if err := w.Desk.Watch(c.UserContext(), v.desk(), id); err != nil {
		return err
	}
	viewers, err := w.Desk.Viewers(c.UserContext(), v.desk())
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"viewers": viewers})
}

// unwatch notes that the visitor's page of a job is closed.
func (w *Console) unwatch(c *fiber.Ctx, v visitor) error {
	id, err := jobID(c)
	if err != nil {
		return err
	}
	if err := w.Desk.Unwatch(c.UserContext(), v.desk(), id); err != nil {
		return err
	}
	return c.SendStatus(fiber.StatusNoContent)
}

// status keeps whether the visitor is available, and goes back to where they were.
func (w *Console) status(c *fiber.Ctx, v visitor) error {
	err := w.Desk.Attend(c.UserContext(), v.desk(), store.Availability(form.Value(c, "availability")))
	if err != nil {
		return err
	}
	return c.Redirect(backPath(c), fiber.StatusSeeOther)
}

// arrive makes who signs in, or takes a job during a break, available again.
// It reports whether they were not.
func (w *Console) arrive(c *fiber.Ctx, v *visitor) (bool, error) {
	if !v.desk().Decides || !v.resting() {
		return false, nil
	}
	v.Availability = store.Available
	return true, w.Desk.Attend(c.UserContext(), v.desk(), store.Available)
}

// resting reports whether the visitor said that they are on a break or away.
func (v visitor) resting() bool {
	return v.Availability == store.OnBreak || v.Availability == store.Away
}
