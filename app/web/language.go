package web

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/preference"
	"proofdesk/app/session"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/words"
)

const languageCookie = "proofdesk_language"

// languageOf returns what a page is written in: the signed-in agent's choice, else the one that this browser remembers,
// else what the browser asks for.
func languageOf(c *fiber.Ctx) words.Language {
	chosen := c.Cookies(languageCookie)
	if current, ok := c.Locals(currentKey).(*session.Current); ok {
		chosen = cmp.Or(current.Agent.Preferences.Language, chosen)
	}
	return words.Choose(chosen, c.Get(fiber.HeaderAcceptLanguage))
}

// keepLanguage remembers the language in the browser, so that the sign-in page has it too.
func keepLanguage(c *fiber.Ctx, language string) {
	c.Cookie(&fiber.Cookie{
		Name:     languageCookie,
		Value:    language,
		Path:     "/",
		MaxAge:   365 * 24 * 3600,
		HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode,
		Secure:   c.Secure(),
	})
}

// language is the quick choice of the top bar.
func (w *Console) language(c *fiber.Ctx, v visitor) error {
	chosen := cmp.Or(form.Value(c, "language"), "none")
	err := w.Accounts.ChangePreferences(c.UserContext(), v.Company, v.ID, func(p *preference.Preferences) {
		p.Language = chosen
	})
	if err != nil {
		return err
	}
	keepLanguage(c, chosen)
	return c.Redirect(backPath(c), fiber.StatusSeeOther)
}

// problem writes what of an error may be shown as a sentence of the visitor's language.
func (v visitor) problem(err error) string { return v.says(message(err)) }
