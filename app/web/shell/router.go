package shell

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/session"
)

// Handler answers a request of a signed-in visitor.
type Handler func(c *fiber.Ctx, v Visitor) error

// Router adds the routes of a wing.
type Router struct {
	app   fiber.Router
	shell *Shell
}

// Router returns the router of an app, to which it adds what belongs to no wing: the built files, the hosted capture
// page, and the icon.
func (w *Shell) Router(app fiber.Router) Router {
	app.Get("/static/:file", w.asset)
	app.Get("/sdk/:version/:file", w.sdkFile)
	app.Get("/capture/:id", w.hosted)
	app.Get("/favicon.ico", favicon)
	r := Router{app: app, shell: w}
	r.Get("/notice", access.ViewJobs, w.notice)
	return r
}

// Get adds a page for signed-in visitors with a permission.
func (r Router) Get(path string, needs access.Permission, handle Handler) {
	r.app.Get(path, r.shell.requireSession, allow(needs, handle))
}

// Post adds what answers a form of signed-in visitors with a permission. The form has to come from a page of the same
// session. It is carried out once, however often the page sends it because no answer came.
func (r Router) Post(path string, needs access.Permission, handle Handler) {
	r.PostRepeatable(path, needs, r.shell.Once(handle))
}

// PostRepeatable is Post for a handler that recognises by itself what it has carried out before.
func (r Router) PostRepeatable(path string, needs access.Permission, handle Handler) {
	r.app.Post(path, r.shell.requireSession, requireToken, allow(needs, handle))
}

// GetOpen adds a page that needs no sign-in.
func (r Router) GetOpen(path string, handle fiber.Handler) { r.app.Get(path, handle) }

// PostOpen adds what answers a form that needs no sign-in. The form has to come from a page of this console.
func (r Router) PostOpen(path string, handle fiber.Handler) {
	r.app.Post(path, requireSameOrigin, handle)
}

// Guest returns who is asking where a page is for everybody, and false for somebody who is not signed in.
func (w *Shell) Guest(c *fiber.Ctx) (Visitor, bool, error) {
	current, err := w.Sessions.Current(c.UserContext(), c.Get(fiber.HeaderCookie))
	if fault.Is(err, fault.Unauthenticated) {
		return Visitor{Language: LanguageOf(c)}, false, nil
	}
	if err != nil {
		return Visitor{}, false, err
	}
	return visitorOf(c, current), true, nil
}

func visitorOf(c *fiber.Ctx, current *session.Current) Visitor {
	return Visitor{
		Agent:       current.Agent,
		Language:    LanguageOf(c),
		BrowserZone: zoneOf(c),
		CSRF:        current.Token,
	}
}

// allow hands a request to its handler if the visitor's role may.
func allow(needs access.Permission, handle Handler) fiber.Handler {
	return func(c *fiber.Ctx) error {
		current, ok := c.Locals(currentKey).(*session.Current)
		if !ok {
			return fault.New(fault.Unauthenticated, "sign in first")
		}
		v := visitorOf(c, current)
		if v.MustChange && !strings.HasPrefix(c.Path(), "/me") && c.Path() != "/logout" {
			return c.Redirect("/me", fiber.StatusSeeOther)
		}
		if !v.Role.Can(needs) {
			return fault.New(fault.Forbidden, "%s",
				v.T("your role (%s) is not allowed to do this", v.T(string(v.Role))))
		}
		return handle(c, v)
	}
}
