package shell

import (
	"cmp"

	"github.com/gofiber/fiber/v2"
)

// themeCookie holds the theme that this browser remembers.
const themeCookie = "proofdesk_theme"

// themeOf returns the theme that the browser chose.
func themeOf(c *fiber.Ctx) string {
	switch theme := c.Cookies(themeCookie); theme {
	case "light", "dark":
		return theme
	}
	return "auto"
}

// themeFor returns the theme that the browser chose, else the one that the visitor chose.
func themeFor(c *fiber.Ctx, v Visitor) string {
	if theme := themeOf(c); theme != "auto" || v.ID == "" || c.Cookies(themeCookie) != "" {
		return theme
	}
	return cmp.Or(v.Preferences.Theme, "auto")
}

// KeepTheme stores the theme in the browser, so that the sign-in page has it too, and uses it for this answer.
func KeepTheme(c *fiber.Ctx, theme string) {
	c.Cookie(&fiber.Cookie{
		Name:     themeCookie,
		Value:    theme,
		Path:     "/",
		MaxAge:   365 * 24 * 3600,
		HTTPOnly: true,
		SameSite: fiber.CookieSameSiteLaxMode,
		Secure:   c.Secure(),
	})
	c.Request().Header.SetCookie(themeCookie, theme)
}
