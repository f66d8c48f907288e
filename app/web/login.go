package web

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/preference"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/account"
	"proofdesk/views/layout"
)

const themeCookie = "proofdesk_theme"

// themeOf returns the theme that the browser chose.
func themeOf(c *fiber.Ctx) string {
	switch theme := c.Cookies(themeCookie); theme {
	case "light", "dark":
		return theme
	}
	return "auto"
}

// themeFor returns the theme that the browser chose, else the one that the visitor did.
func themeFor(c *fiber.Ctx, v visitor) string {
	if theme := themeOf(c); theme != "auto" || v.ID == "" || c.Cookies(themeCookie) != "" {
		return theme
	}
	return cmp.Or(v.Agent.Preferences.Theme, "auto")
}

// keepTheme remembers the theme in the browser, so that the sign-in page has it too.
func keepTheme(c *fiber.Ctx, theme string) {
	c.Cookie(&fiber.Cookie{
		Name:     themeCookie,
		Value:    theme,
		Path:     "/",
		MaxAge:   365 * 24 * 3600,
		HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode,
		Secure:   c.Secure(),
	})
}

// theme is the quick choice of the top bar.
func (w *Console) theme(c *fiber.Ctx, v visitor) error {
	chosen := cmp.Or(form.Value(c, "theme"), "none")
	err := w.Accounts.ChangePreferences(c.UserContext(), v.Company, v.ID, func(p *preference.Preferences) {
		p.Theme = chosen
	})
	if err != nil {
		return err
	}
	keepTheme(c, chosen)
	return c.Redirect(backPath(c), fiber.StatusSeeOther)
}

// pathOf returns where a page stands, to come back to; empty for the answer to a form.
func pathOf(c *fiber.Ctx) string {
	if c.Method() != fiber.MethodGet {
		return ""
	}
	return string(c.Request().URI().RequestURI())
}

// backPath returns the page that a form of the top bar was on.
func backPath(c *fiber.Ctx) string { return localPath(form.Value(c, "back")) }

// localPath keeps a redirect inside the console: a path of ours, never another host.
func localPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") ||
		strings.HasPrefix(path, "/login") {
		return "/queue"
	}
	return path
}

func (w *Console) loginPage(c *fiber.Ctx) error {
	return w.showLogin(c, account.Login{Next: localPath(c.Query("next"))})
}

func (w *Console) showLogin(c *fiber.Ctx, page account.Login) error {
	c.Set(fiber.HeaderContentSecurityPolicy, contentPolicy)
	c.Set(fiber.HeaderCacheControl, "no-store")
	page.Frame = layout.Frame{Title: languageOf(c).T("Sign in"), Theme: themeOf(c), CSS: w.Assets.Path("console.css")}
	return w.render(c, account.LoginPage(page))
}

// login signs in and goes on where the visitor was, with the words that an ended session left behind.
func (w *Console) login(c *fiber.Ctx) error {
	email := strings.ToLower(strings.TrimSpace(form.Value(c, "email")))
	agent, err := w.Accounts.SignIn(c.UserContext(), email, form.Value(c, "password"), w.address(c))
	if err != nil {
		return w.refuse(c, email, err)
	}
	if agent.TOTPSecret != nil {
		return w.askCode(c, agent)
	}
	return w.enter(c, agent)
}

// enter starts the session of who was proven to be an agent.
func (w *Console) enter(c *fiber.Ctx, agent store.Agent) error {
	cookie, err := w.Sessions.Start(c.UserContext(), c.Get(fiber.HeaderCookie), agent, w.address(c),
		c.Get(fiber.HeaderUserAgent))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderSetCookie, cookie)
	if _, err := w.arrive(c, &visitor{Agent: agent}); err != nil {
		return err
	}
	next := localPath(form.Value(c, "next"))
	if next == "/queue" {
		if next, err = w.startOf(c.UserContext(), agent); err != nil {
			return err
		}
	}
	if err := w.restore(c, agent, next); err != nil {
		return err
	}
	return c.Redirect(next, fiber.StatusSeeOther)
}

// refuse shows the sign-in page again.
func (w *Console) refuse(c *fiber.Ctx, email string, err error) error {
	var f *fault.Error
	if !errors.As(err, &f) || f.Code == fault.Internal {
		return err
	}
	status := fiber.StatusUnauthorized
	if f.Code == fault.Throttled || f.Code == fault.Unavailable {
		status = fiber.StatusTooManyRequests
	}
	page := account.Login{
		Email:   email,
		Next:    localPath(form.Value(c, "next")),
		Problem: format.Sentence(languageOf(c).T(f.Message)) + ".",
		Kept:    kept(c),
	}
	return w.showLogin(c.Status(status), page)
}

// doorLook chooses theme or language before anybody is signed in, and returns the form back as it was but for the
// password.
func (w *Console) doorLook(c *fiber.Ctx) error {
	if theme := form.Value(c, "theme"); slices.Contains(preference.Themes, theme) {
		keepTheme(c, theme)
		c.Request().Header.SetCookie(themeCookie, theme) // for the page that is shown now
	}
	if language := form.Value(c, "language"); slices.Contains(preference.Languages, language) {
		keepLanguage(c, language)
		c.Request().Header.SetCookie(languageCookie, language)
	}
	return w.showLogin(c, account.Login{
		Email: form.Value(c, "email"),
		Next:  localPath(form.Value(c, "next")),
		Kept:  kept(c),
	})
}

const keptPrefix = "kept."

// kept carries the fields of an interrupted form from one try to the next.
func kept(c *fiber.Ctx) []account.Field {
	var fields []account.Field
	for name, value := range c.Context().PostArgs().All() {
		if rest, ok := strings.CutPrefix(string(name), keptPrefix); ok {
			fields = append(fields, account.Field{Name: rest, Value: form.Clean(string(value))})
		}
	}
	return fields
}

// restore turns the fields of an interrupted form into a draft of its job, if the agent has none that is newer.
func (w *Console) restore(c *fiber.Ctx, agent store.Agent, next string) error {
	id, ok := ids.ParseUUID(strings.TrimPrefix(next, "/jobs/"))
	draft := review.Draft{
		Outcome: form.Value(c, keptPrefix+"outcome"),
		Reasons: form.All(c, keptPrefix+"reason"),
		Note:    form.Value(c, keptPrefix+"note"),
		Comment: form.Value(c, keptPrefix+"comment"),
	}
	if !ok || draft.Empty() {
		return nil
	}
	err := w.Desk.SaveDraft(c.UserContext(), visitor{Agent: agent}.desk(), id, draft)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func (w *Console) logout(c *fiber.Ctx, _ visitor) error {
	cookie, err := w.Sessions.End(c.UserContext(), c.Get(fiber.HeaderCookie))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderSetCookie, cookie)
	return c.Redirect("/login", fiber.StatusSeeOther)
}
