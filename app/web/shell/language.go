package shell

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/session"
	"proofdesk/views/words"
)

// languageCookie holds the language that this browser remembers.
const languageCookie = "proofdesk_language"

// LanguageOf returns what a page is written in: the signed-in agent's choice, else the one that this browser remembers,
// else what the browser asks for.
func LanguageOf(c *fiber.Ctx) words.Language {
	chosen := c.Cookies(languageCookie)
	if current, ok := c.Locals(currentKey).(*session.Current); ok {
		chosen = cmp.Or(current.Agent.Preferences.Language, chosen)
	}
	return words.Choose(chosen, c.Get(fiber.HeaderAcceptLanguage))
}

// KeepLanguage stores the language in the browser, so that the sign-in page has it too, and uses it for this answer.
func KeepLanguage(c *fiber.Ctx, language string) {
	c.Cookie(&fiber.Cookie{
		Name:     languageCookie,
		Value:    language,
		Path:     "/",
		MaxAge:   365 * 24 * 3600,
		HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode,
		Secure:   c.Secure(),
	})
	c.Request().Header.SetCookie(languageCookie, language)
}
