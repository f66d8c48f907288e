package api

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
)

const (
	corsMethods = "GET, POST, PUT, DELETE"
	corsHeaders = "Authorization, Content-Type, Content-Range, Idempotency-Key"
	corsAnswers = "Content-Range, ETag, Location, Range, Retry-After, X-Request-Id"
	corsSeconds = "600"
)

// crossOrigin lets web pages of other origins call the API where an admin listed their origin for a client: it answers
// what the browser asks first, and permits it to read the answers. Tokens are sent in a header only, so no cookie of
// this site is ever needed.
func (a *API) crossOrigin(c *fiber.Ctx) error {
	origin := a.foreignOrigin(c)
	if origin == "" {
		return c.Next()
	}
	known, err := a.Intake.Store.KnownOrigin(c.UserContext(), origin)
	if err != nil {
		return err
	}
	c.Vary(fiber.HeaderOrigin)
	if known {
		c.Set(fiber.HeaderAccessControlAllowOrigin, origin)
		c.Set(fiber.HeaderAccessControlExposeHeaders, corsAnswers)
		c.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if c.Method() != fiber.MethodOptions {
		return c.Next()
	}
	if !known {
		return fault.New(fault.Forbidden, "no client has this origin: an admin adds it to the client's page")
	}
	c.Set(fiber.HeaderAccessControlAllowMethods, corsMethods)
	c.Set(fiber.HeaderAccessControlAllowHeaders, corsHeaders)
	c.Set(fiber.HeaderAccessControlMaxAge, corsSeconds)
	return c.SendStatus(fiber.StatusNoContent)
}

// foreignOrigin returns the origin of the page that calls; nothing for apps, servers and pages of this site.
func (a *API) foreignOrigin(c *fiber.Ctx) string {
	origin := c.Get(fiber.HeaderOrigin)
	if strings.EqualFold(origin, strings.TrimSuffix(a.Intake.PublicURL, "/")) {
		return ""
	}
	return origin
}

// checkOrigin refuses a page whose origin the token's client does not have.
func (a *API) checkOrigin(c *fiber.Ctx, caller intake.Caller) error {
	origin := a.foreignOrigin(c)
	if origin == "" {
		return nil
	}
	client, err := a.Intake.Store.Client(c.UserContext(), caller.Company, caller.ClientID)
	if err != nil {
		return err
	}
	if !slices.Contains(client.Origins, origin) {
		return fault.New(fault.Forbidden, "the client of this token does not have the page's origin: an admin adds it "+
			"to the client's page")
	}
	return nil
}
