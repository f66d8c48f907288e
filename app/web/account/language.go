package account

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/preference"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
)

// language is the quick choice of the top bar.
func (w *Handler) language(c *fiber.Ctx, v shell.Visitor) error {
	chosen := cmp.Or(form.Value(c, "language"), "none")
	err := w.Accounts.ChangePreferences(c.UserContext(), v.Company, v.ID, func(p *preference.Preferences) {
		p.Language = chosen
	})
	if err != nil {
		return err
	}
	shell.KeepLanguage(c, chosen)
	return c.Redirect(shell.BackPath(c), fiber.StatusSeeOther)
}
