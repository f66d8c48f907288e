package account

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/preference"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/account"
	"proofdesk/views/words"
)

// theme is the quick choice of the top bar.
func (w *Handler) theme(c *fiber.Ctx, v shell.Visitor) error {
	chosen := cmp.Or(form.Value(c, "theme"), "none")
	err := w.Accounts.ChangePreferences(c.UserContext(), v.Company, v.ID, func(p *preference.Preferences) {
		p.Theme = chosen
	})
	if err != nil {
		return err
	}
	shell.KeepTheme(c, chosen)
	return c.Redirect(shell.BackPath(c), fiber.StatusSeeOther)
}

func (w *Handler) loginPage(c *fiber.Ctx) error {
	return w.showLogin(c, account.Login{Next: shell.LocalPath(c.Query("next"))})
}

// askSignIn shows the sign-in page in answer to a form of a session that has ended; it keeps what was typed.
func (w *Handler) askSignIn(c *fiber.Ctx, next string, kept []shell.FormField) error {
	page := account.Login{Next: next}
	for _, field := range kept {
		page.Kept = append(page.Kept, account.Field{Name: field.Name, Value: field.Value})
	}
	return w.showLogin(c, page)
}

func (w *Handler) showLogin(c *fiber.Ctx, page account.Login) error {
	page.Frame = w.OpenFrame(c, shell.LanguageOf(c).T("Sign in"))
	return w.Render(c, account.LoginPage(page))
}

// login signs in and goes on where the visitor was, with the words that an ended session left behind.
func (w *Handler) login(c *fiber.Ctx) error {
	email := strings.ToLower(strings.TrimSpace(form.Value(c, "email")))
	agent, err := w.Accounts.SignIn(c.UserContext(), email, form.Value(c, "password"), w.Address(c))
	if err != nil {
		return w.refuse(c, email, err)
	}
	if agent.TOTPSecret != nil {
		return w.askCode(c, agent)
	}
	if err = w.enter(c, agent); fault.Is(err, fault.Unauthenticated) {
		return w.refuse(c, email, err)
	}
	return err
}

// enter starts the session of who was proven to be an agent.
func (w *Handler) enter(c *fiber.Ctx, agent store.Agent) error {
	cookie, err := w.Sessions.Start(c.UserContext(), c.Get(fiber.HeaderCookie), agent, w.Address(c),
		c.Get(fiber.HeaderUserAgent))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderSetCookie, cookie)
	if _, err := (&shell.Visitor{Agent: agent}).Arrive(c.UserContext(), w.Desk); err != nil {
		return err
	}
	next := shell.LocalPath(form.Value(c, "next"))
	if next == "/queue" {
		if next, err = w.Views.StartOf(c.UserContext(), agent); err != nil {
			return err
		}
	}
	if err := w.restore(c, agent, next); err != nil {
		return err
	}
	return c.Redirect(next, fiber.StatusSeeOther)
}

// refuse shows the sign-in page again.
func (w *Handler) refuse(c *fiber.Ctx, email string, err error) error {
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
		Next:    shell.LocalPath(form.Value(c, "next")),
		Problem: format.Sentence(shell.LanguageOf(c).T(f.Message)) + ".",
		Kept:    kept(c),
	}
	return w.showLogin(c.Status(status), page)
}

// doorLook chooses theme or language before anybody is signed in, and returns the form back as it was but for the
// password.
func (w *Handler) doorLook(c *fiber.Ctx) error {
	if theme := form.Value(c, "theme"); slices.Contains(preference.Themes, theme) {
		shell.KeepTheme(c, theme)
	}
	if language := form.Value(c, "language"); words.Language(language).Known() {
		shell.KeepLanguage(c, language)
	}
	return w.showLogin(c, account.Login{
		Email: form.Value(c, "email"),
		Next:  shell.LocalPath(form.Value(c, "next")),
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

// restore turns the fields of an interrupted form into a draft of its job. They are of the agent who filled it in:
// somebody else who signs in on the same page does not get them.
func (w *Handler) restore(c *fiber.Ctx, agent store.Agent, next string) error {
	id, ok := ids.ParseUUID(strings.TrimPrefix(next, "/jobs/"))
	draft := draft.Draft{
		Outcome:   form.Value(c, keptPrefix+"outcome"),
		Reasons:   form.All(c, keptPrefix+"reason"),
		Overrides: form.Prefixed(c, keptPrefix+"override."),
		Note:      format.Join("\n", form.Value(c, keptPrefix+"why"), form.Value(c, keptPrefix+"note")),
		Comment:   form.Value(c, keptPrefix+"comment"),
		Seen:      strings.Fields(form.Value(c, keptPrefix+"seen")),
	}
	if !ok || draft.Empty() || form.Value(c, keptPrefix+"agent") != agent.ID {
		return nil
	}
	err := w.Desk.SaveDraft(c.UserContext(), shell.Visitor{Agent: agent}.Reviewer(), id, draft)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func (w *Handler) logout(c *fiber.Ctx, _ shell.Visitor) error {
	cookie, err := w.Sessions.End(c.UserContext(), c.Get(fiber.HeaderCookie))
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderSetCookie, cookie)
	return c.Redirect("/login", fiber.StatusSeeOther)
}
