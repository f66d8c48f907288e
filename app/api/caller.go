package api

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/store"
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
	caller, err := a.authenticate(c, text)
	if fault.Is(err, fault.Unauthenticated) {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="proofdesk", error="invalid_token"`)
		return fault.Wrap(err, fault.Unauthenticated, "the bearer token is not valid")
	}
	if err != nil {
		return err
	}
	httpserver.Note(c, "company", caller.Company)
	httpserver.Note(c, "client", caller.ClientID)
	if err := a.take(c, caller); err != nil {
		return err
	}
	if err := a.checkOrigin(c, caller); err != nil {
		return err
	}
	c.Locals(callerKey, caller)
	return c.Next()
}

// take counts a call against the limit of who calls.
func (a *API) take(c *fiber.Ctx, caller intake.Caller) error {
	if caller.Link == "" {
		return a.throttle.take("client:" + caller.ClientID)
	}
	httpserver.Note(c, "link", caller.Link)
	return a.links.take("link:" + caller.Link)
}

// authenticate returns who calls with a token of a client, or of a capture link.
func (a *API) authenticate(c *fiber.Ctx, bearer string) (intake.Caller, error) {
	if intake.IsLinkToken(bearer) {
		caller, err := a.Intake.LinkCaller(c.UserContext(), bearer)
		if err == nil && !forLink(c.Method(), c.Path(), caller.JobID) {
			err = fault.New(fault.Forbidden, "the token of a capture link is for the captures of its job only")
		}
		return caller, err
	}
	identity, err := a.Verify(c.UserContext(), bearer)
	if err == nil && !slices.Contains(strings.Fields(identity.Scope), token.ScopeAPI) {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="proofdesk", error="insufficient_scope", scope="api_access"`)
		err = fault.New(fault.Forbidden, "the token lacks the scope api_access")
	}
	if err == nil && a.Permit != nil { // a capture may take long to arrive
		c.SetUserContext(store.WithPermit(c.UserContext(), a.Permit(identity)))
	}
	return intake.Caller{Company: identity.Company, ClientID: identity.ClientID, Sandbox: identity.Sandbox}, err
}

// forLink reports whether the browser of a link's applicant may send a request: start a session, ask what the job has,
// ask for a challenge, send its captures, submit it. Results of checks are not taken from it, as nothing proves how
// they came about.
func forLink(method, path, job string) bool {
	of, found := strings.CutPrefix(path, Base+"/jobs/"+job)
	return method == fiber.MethodPost && path == Base+"/initialize" ||
		found && (method == fiber.MethodGet && of == "" ||
			method == fiber.MethodPost && (of == "/submit" || of == "/challenge") ||
			method == fiber.MethodPut && strings.HasPrefix(of, "/captures/"))
}

func callerOf(c *fiber.Ctx) intake.Caller { return c.Locals(callerKey).(intake.Caller) }

// keyed requires an API key, until the request has been served. The answer is the same whatever is wrong with it.
func (a *API) keyed(c *fiber.Ctx) error {
	err := a.withKey(c)
	if fault.Is(err, fault.Unauthenticated) {
		c.Set(fiber.HeaderWWWAuthenticate, `ApiKey realm="proofdesk"`)
		return fault.Wrap(err, fault.Unauthenticated, "the API key is not valid")
	}
	return err
}

// withKey serves a request whose API key is valid.
func (a *API) withKey(c *fiber.Ctx) error {
	holder, err := a.VerifyKey(c.UserContext(), c.Get("X-Api-Key-Id"), c.Get("X-Api-Key-Secret"), a.address(c))
	if err != nil {
		return err
	}
	httpserver.Note(c, "company", holder.Company)
	httpserver.Note(c, "apikey", holder.KeyID)
	if err := a.throttle.take("key:" + holder.KeyID); err != nil {
		return err
	}
	c.Locals(holderKey, holder)
	c.SetUserContext(store.WithPermit(c.UserContext(), holder.Permit)) // an upload may take long to be checked
	return c.Next()
}

func holderOf(c *fiber.Ctx) KeyHolder { return c.Locals(holderKey).(KeyHolder) }

// network returns the key under which the calls from an address are counted.
func (a *API) network(c *fiber.Ctx) string { return access.Network(a.address(c)) }

// address returns the caller's network address behind trusted proxies.
func (a *API) address(c *fiber.Ctx) string {
	if a.Address == nil {
		return ""
	}
	return a.Address(c).String()
}
