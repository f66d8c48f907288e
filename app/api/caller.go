package api

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/token"
)

type localKey int

const (
	callerKey localKey = iota
	holderKey
)

// bearer requires a token with the scope api_access (RFC 6750), in the Authorization header only.
func (a *API) bearer(c *fiber.Ctx) error {
	scheme, text, _ := strings.Cut(c.Get(fiber.HeaderAuthorization), " ")
	text = strings.TrimLeft(text, " ")
	if !strings.EqualFold(scheme, "Bearer") || text == "" {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="proofdesk"`)
		return fault.New(fault.Unauthenticated, "a bearer token is needed")
	}
	identity, err := a.Verify(c.UserContext(), text)
	if fault.Is(err, fault.Unauthenticated) {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="proofdesk", error="invalid_token"`)
		return fault.Wrap(err, fault.Unauthenticated, "the bearer token is not valid")
	}
	if err != nil {
		return err
	}
	if !slices.Contains(strings.Fields(identity.Scope), token.ScopeAPI) {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="proofdesk", error="insufficient_scope", scope="api_access"`)
		return fault.New(fault.Forbidden, "the token lacks the scope api_access")
	}
	caller := intake.Caller{Company: identity.Company, ClientID: identity.ClientID, Sandbox: identity.Sandbox}
	httpserver.Note(c, "company", caller.Company)
	httpserver.Note(c, "client", caller.ClientID)
	if err := a.throttle.take("client:" + caller.ClientID); err != nil {
		return err
	}
	c.Locals(callerKey, caller)
	return c.Next()
}

func callerOf(c *fiber.Ctx) intake.Caller { return c.Locals(callerKey).(intake.Caller) }

// keyed requires an API key. The answer is the same whatever is wrong with it.
func (a *API) keyed(c *fiber.Ctx) error {
	holder, err := a.VerifyKey(c.UserContext(), c.Get("X-Api-Key-Id"), c.Get("X-Api-Key-Secret"), a.address(c))
	if fault.Is(err, fault.Unauthenticated) {
		c.Set(fiber.HeaderWWWAuthenticate, `ApiKey realm="proofdesk"`)
		return fault.Wrap(err, fault.Unauthenticated, "the API key is not valid")
	}
	if err != nil {
		return err
	}
	httpserver.Note(c, "company", holder.Company)
	httpserver.Note(c, "apikey", holder.KeyID)
	if err := a.throttle.take("key:" + holder.KeyID); err != nil {
		return err
	}
	c.Locals(holderKey, holder)
	return c.Next()
}

func holderOf(c *fiber.Ctx) KeyHolder { return c.Locals(holderKey).(KeyHolder) }

// address returns the caller's network address behind trusted proxies, to count failures by.
func (a *API) address(c *fiber.Ctx) string {
	if a.Address == nil {
		return ""
	}
	return a.Address(c).String()
}
