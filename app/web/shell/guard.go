package shell

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/form"
)

// contentPolicy is what a page may load: its own scripts, styles and pictures, nothing inline and nothing foreign.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"media-src 'self' blob: mediastream:; connect-src 'self'; " +
	"font-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// setPageHeaders sets the headers that every page has.
func setPageHeaders(c *fiber.Ctx) {
	c.Set(fiber.HeaderContentSecurityPolicy, contentPolicy)
	c.Set(fiber.HeaderCacheControl, "no-store")
}

// AllowFrame lets a page show other pages of this console in frames.
func AllowFrame(c *fiber.Ctx) {
	c.Set(fiber.HeaderContentSecurityPolicy, contentPolicy+"; frame-src 'self'")
}

// framedPolicy is what a page may load that is shown in a frame: only pages of this console may hold the frame.
const framedPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; form-action 'none'; frame-ancestors 'self'; base-uri 'none'"

// Framed makes a page one that other pages of this console may show in a frame.
func Framed(c *fiber.Ctx) {
	c.Set(fiber.HeaderContentSecurityPolicy, framedPolicy)
	c.Set(fiber.HeaderXFrameOptions, "SAMEORIGIN") // for browsers that do not know frame-ancestors
}

// currentKey is where a request keeps its session.
const currentKey = "current"

// FormField is one field of a form that was interrupted by a session's end.
type FormField struct {
	Name  string
	Value string
}

// requireSession finds out who is asking and sets the headers of a page. A visitor who is not signed in is asked to,
// and comes back with what they typed.
func (w *Shell) requireSession(c *fiber.Ctx) error {
	setPageHeaders(c)
	current, err := w.Sessions.Current(c.UserContext(), c.Get(fiber.HeaderCookie))
	if fault.Is(err, fault.Unauthenticated) {
		return w.askSignIn(c)
	}
	if err != nil {
		return err
	}
	c.Locals(currentKey, current)
	httpserver.Note(c, "agent", current.Agent.ID)
	c.SetUserContext(store.WithPermit(c.UserContext(), current.Permit))
	if err = c.Next(); fault.Is(err, fault.Unauthenticated) { // it ended while the request waited
		return w.askSignIn(c)
	}
	return err
}

// overrideField begins the name of each field that says why a red finding is overridden.
const overrideField = "override."

// askSignIn shows the sign-in page, which keeps the fields of a form that was sent.
func (w *Shell) askSignIn(c *fiber.Ctx) error {
	next := string(c.Request().URI().RequestURI())
	if c.Method() == fiber.MethodGet {
		return c.Redirect("/login?next="+url.QueryEscape(next), fiber.StatusSeeOther)
	}
	if err := checkOrigin(c); err != nil {
		return err
	}
	var kept []FormField
	for _, name := range []string{"agent", "outcome", "why", "note", "comment", "seen"} {
		if value := form.Value(c, name); value != "" {
			kept = append(kept, FormField{Name: name, Value: value})
		}
	}
	for _, value := range form.All(c, "reason") {
		kept = append(kept, FormField{Name: "reason", Value: value})
	}
	for finding, value := range form.Prefixed(c, overrideField) {
		kept = append(kept, FormField{Name: overrideField + finding, Value: value})
	}
	c.Status(fiber.StatusUnauthorized).Set("HX-Push-Url", "false")
	return w.SignIn(c, jobPage(c.Path()), kept)
}

// jobPage returns the page that a form of a job belongs to; the queue for any other.
func jobPage(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 2 && parts[1] == "jobs" {
		return "/jobs/" + parts[2]
	}
	return "/queue"
}

// requireToken takes forms only from our own pages of the same session, and with one value of each field that is no
// list.
func requireToken(c *fiber.Ctx) error {
	if err := checkOrigin(c); err != nil {
		return err
	}
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok || !current.ValidToken(form.Value(c, "csrf")) {
		return fault.New(fault.Forbidden, "this form belongs to another session: go back, reload the page and try "+
			"again")
	}
	if err := form.CheckSingle(c); err != nil {
		return err
	}
	return c.Next()
}

// requireSameOrigin takes forms only from our own pages, and with one value of each field that is no list.
func requireSameOrigin(c *fiber.Ctx) error {
	if err := checkOrigin(c); err != nil {
		return err
	}
	if err := form.CheckSingle(c); err != nil {
		return err
	}
	return c.Next()
}

// fetchSite is the header in which browsers say where a request comes from.
const fetchSite = "Sec-Fetch-Site"

var crossOrigin = http.NewCrossOriginProtection()

// checkOrigin refuses what another site's page sends (Sec-Fetch-Site, else Origin against Host).
func checkOrigin(c *fiber.Ctx) error {
	r := &http.Request{
		Method: c.Method(),
		Host:   string(c.Request().Host()),
		URL:    &url.URL{Path: c.Path()},
		Header: http.Header{},
	}
	for _, name := range []string{fetchSite, "Origin"} {
		if value := c.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	if err := crossOrigin.Check(r); err != nil {
		return fault.Wrap(err, fault.Forbidden,
			"this form came from another site and was not carried out: open the page in the console and send it there")
	}
	return nil
}

// Address returns the caller's address, for throttles and lists of sessions.
func (w *Shell) Address(c *fiber.Ctx) string {
	if w.ClientAddress == nil {
		return c.IP()
	}
	return w.ClientAddress(c).String()
}
