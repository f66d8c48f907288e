package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/session"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/account"
)

// policy is what a page may load: its own scripts, styles and pictures, nothing inline and nothing foreign.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"media-src 'self' blob: mediastream:; connect-src 'self'; " +
	"font-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const currentKey = "current"

// page finds out who is asking and sets what holds for every page. Who is not signed in is asked to, and comes back
// with what was typed.
func (w *Console) page(c *fiber.Ctx) error {
	c.Set(fiber.HeaderContentSecurityPolicy, contentPolicy)
	c.Set(fiber.HeaderCacheControl, "no-store")
	current, err := w.Sessions.Current(c.UserContext(), c.Get(fiber.HeaderCookie))
	if fault.Is(err, fault.Unauthenticated) {
		return w.askWho(c)
	}
	if err != nil {
		return err
	}
	c.Locals(currentKey, current)
	httpserver.Note(c, "agent", current.Agent.ID)
	return c.Next()
}

// askWho shows the sign-in page; a form that was sent is kept in it.
func (w *Console) askWho(c *fiber.Ctx) error {
	next := string(c.Request().URI().RequestURI())
	if c.Method() == fiber.MethodGet {
		return c.Redirect("/login?next="+url.QueryEscape(next), fiber.StatusSeeOther)
	}
	if err := w.sameOriginCheck(c); err != nil {
		return err
	}
	page := account.Login{Next: jobPage(c.Path())}
	for _, name := range []string{"outcome", "note", "comment"} {
		if value := form.Value(c, name); value != "" {
			page.Kept = append(page.Kept, account.Field{Name: name, Value: value})
		}
	}
	for _, value := range form.All(c, "reason") {
		page.Kept = append(page.Kept, account.Field{Name: "reason", Value: value})
	}
	c.Status(fiber.StatusUnauthorized).Set("HX-Push-Url", "false")
	return w.showLogin(c, page)
}

// jobPage returns the page that a form of a job belongs to; the queue for any other.
func jobPage(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 2 && parts[1] == "jobs" {
		return "/jobs/" + parts[2]
	}
	return "/queue"
}

// guardForm takes forms only from our own pages of this very session.
func (w *Console) guardForm(c *fiber.Ctx) error {
	if err := w.sameOriginCheck(c); err != nil {
		return err
	}
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok || !current.ValidToken(form.Value(c, "csrf")) {
		return fault.New(fault.Forbidden, "this form is of another session: go back, reload the page and send it again")
	}
	return c.Next()
}

func (w *Console) sameOrigin(c *fiber.Ctx) error {
	if err := w.sameOriginCheck(c); err != nil {
		return err
	}
	return c.Next()
}

var crossOrigin = http.NewCrossOriginProtection()

// sameOriginCheck refuses what another site's page sends (Sec-Fetch-Site, else Origin against Host).
func (w *Console) sameOriginCheck(c *fiber.Ctx) error {
	r := &http.Request{
		Method: c.Method(),
		Host:   string(c.Request().Host()),
		URL:    &url.URL{Path: c.Path()},
		Header: http.Header{},
	}
	for _, name := range []string{"Sec-Fetch-Site", "Origin"} {
		if value := c.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	if err := crossOrigin.Check(r); err != nil {
		return fault.Wrap(err, fault.Forbidden, "this form was sent from another site")
	}
	return nil
}

// address tells the caller's address for throttles and lists of sessions.
func (w *Console) address(c *fiber.Ctx) string {
	if w.Address == nil {
		return c.IP()
	}
	return w.Address(c).String()
}

// allow hands a request to its handler if the visitor's role may.
func (w *Console) allow(needs access.Permission, handle handler) fiber.Handler {
	return func(c *fiber.Ctx) error {
		current, ok := c.Locals(currentKey).(*session.Current)
		if !ok {
			return fault.New(fault.Unauthenticated, "sign in first")
		}
		v := visitor{Agent: current.Agent, Language: languageOf(c), csrf: current.Token}
		if v.MustChange && !strings.HasPrefix(c.Path(), "/me") && c.Path() != "/logout" {
			return c.Redirect("/me", fiber.StatusSeeOther)
		}
		if !v.Role.Can(needs) {
			return fault.New(fault.Forbidden, "%s", v.T("your role (%s) may not do this", v.T(string(v.Role))))
		}
		return handle(c, v)
	}
}
