package api

import (
	"errors"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"proofdesk/app/httpserver"
	"proofdesk/app/token"
)

// Auth serves the token endpoint and the endpoints that belong to it, under token.Realm.
type Auth struct {
	Tokens  *token.Service
	Address func(*fiber.Ctx) netip.Addr // the client's address; httpserver.Server.Address
	Log     *slog.Logger
}

// Routes adds the endpoints; every other method on their paths is answered with 405.
func (a *Auth) Routes(r fiber.Router) {
	const base = token.Realm + token.Protocol
	a.post(r, base+"/token", a.handleToken)
	a.post(r, base+"/token/introspect", a.handleIntrospect)
	a.post(r, base+"/revoke", a.handleRevoke)
	a.get(r, token.Realm, a.handleRealm)
	a.get(r, token.Realm+"/.well-known/openid-configuration", a.handleDiscovery)
	a.get(r, base+"/certs", a.handleCerts)
}

// Shape returns the body of an error that the HTTP server itself answers (framing, size, encoding, unknown paths).
// Under token.Realm it has the form that OAuth clients read (RFC 6749, 5.2). For httpserver.Options.
func Shape(ctx *fasthttp.RequestCtx, p httpserver.Problem) any {
	if path := string(ctx.URI().PathOriginal()); path != token.Realm && !strings.HasPrefix(path, token.Realm+"/") {
		return nil
	}
	ctx.Response.Header.Set(fiber.HeaderCacheControl, "no-store")
	ctx.Response.Header.Set(fiber.HeaderPragma, "no-cache")
	code := "invalid_request"
	if p.Status >= fiber.StatusInternalServerError {
		code = "server_error"
	}
	return token.OAuthError{Code: code, Description: p.Detail}
}

// authBodies lets the token endpoint answer over-long parameters itself.
func authBodies() []httpserver.BodyRule {
	var rules []httpserver.BodyRule
	for _, path := range []string{"/token", "/token/introspect", "/revoke"} {
		rules = append(rules, httpserver.BodyRule{
			Method:  http.MethodPost,
			Pattern: token.Realm + token.Protocol + path,
			Limit:   1 << 20,
		})
	}
	return rules
}

// public lets caches keep a public document for one minute, so that clients find a new signing key within that time.
const public = "public, max-age=60"

func (a *Auth) post(r fiber.Router, path string, handle func(*fiber.Ctx) error) {
	r.Post(path, func(c *fiber.Ctx) error {
		a.private(c)
		return a.fail(c, handle(c))
	})
	r.All(path, a.notAllowed(fiber.MethodPost))
}

func (a *Auth) get(r fiber.Router, path string, handle func(*fiber.Ctx) error) {
	r.Get(path, func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderCacheControl, public)
		err := handle(c)
		if err != nil {
			a.private(c)
		}
		return a.fail(c, err)
	})
	r.All(path, a.notAllowed("GET, HEAD"))
}

func (a *Auth) notAllowed(allow string) fiber.Handler {
	return func(c *fiber.Ctx) error {
		a.private(c)
		c.Set(fiber.HeaderAllow, allow)
		return a.fail(c, &token.OAuthError{
			Status:      fiber.StatusMethodNotAllowed,
			Code:        "invalid_request",
			Description: "the method has to be " + allow,
		})
	}
}

// private marks an answer as not to be cached (RFC 6749, 5.1).
func (a *Auth) private(c *fiber.Ctx) {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderPragma, "no-cache")
}

func (a *Auth) handleToken(c *fiber.Ctx) error {
	response, err := a.Tokens.Grant(c.UserContext(), a.request(c))
	if err != nil {
		return err
	}
	return c.JSON(response)
}

func (a *Auth) handleIntrospect(c *fiber.Ctx) error {
	response, err := a.Tokens.Introspect(c.UserContext(), a.request(c))
	if err != nil {
		return err
	}
	return c.JSON(response)
}

func (a *Auth) handleRevoke(c *fiber.Ctx) error {
	return a.Tokens.Revoke(c.UserContext(), a.request(c))
}

func (a *Auth) handleRealm(c *fiber.Ctx) error {
	info, err := a.Tokens.Realm(c.UserContext())
	if err != nil {
		return err
	}
	return c.JSON(info)
}

func (a *Auth) handleDiscovery(c *fiber.Ctx) error { return c.JSON(a.Tokens.Discover()) }

func (a *Auth) handleCerts(c *fiber.Ctx) error {
	set, err := a.Tokens.KeySet(c.UserContext())
	if err != nil {
		return err
	}
	return c.JSON(set)
}

// request returns a request as it was sent: the raw body, since fiber's accessors would inflate it, and no query.
func (a *Auth) request(c *fiber.Ctx) token.Request {
	contentType := c.Get(fiber.HeaderContentType)
	if c.Get(fiber.HeaderContentEncoding) != "" {
		contentType = "" // as sent, it is not a form
	}
	return token.Request{
		ContentType:   contentType,
		Authorization: c.Get(fiber.HeaderAuthorization),
		Query:         string(c.Context().URI().QueryString()),
		Body:          c.Context().Request.Body(),
		Address:       a.Address(c).String(),
	}
}

// fail writes an OAuth error; anything else is a server_error.
func (a *Auth) fail(c *fiber.Ctx, err error) error {
	if err == nil {
		return nil
	}
	var e *token.OAuthError
	if !errors.As(err, &e) {
		e = token.Unavailable(err)
	}
	if e.Status >= fiber.StatusInternalServerError {
		a.Log.ErrorContext(c.UserContext(), "answer token request failed", "status", e.Status, "error", err)
	}
	if e.RetryAfter > 0 {
		c.Set(fiber.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if e.Challenge {
		c.Set(fiber.HeaderWWWAuthenticate, `Basic realm="identity", charset="UTF-8"`)
	}
	return c.Status(e.Status).JSON(e)
}
