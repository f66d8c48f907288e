package shell

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/session"
)

// Session returns the session behind a request that has passed the sign-in.
func Session(c *fiber.Ctx) *session.Current {
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok {
		return &session.Current{}
	}
	return current
}
