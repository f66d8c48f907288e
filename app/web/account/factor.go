package account

import (
	"encoding/base64"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/accounts"
	"proofdesk/app/fault"
	"proofdesk/app/rendition"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
)

// drawnValue is where the session keeps a second factor that is not confirmed yet, sealed.
const drawnValue = "totp"

// drawFactor draws a second factor for the visitor.
func (w *Handler) drawFactor(c *fiber.Ctx, v shell.Visitor) error {
	if v.TOTPSecret != nil {
		return w.refusedMe(c, v, fault.New(fault.Conflict,
			"the second factor is already on: turn it off before you set up a new authenticator"))
	}
	drawn, err := w.Accounts.GenerateSecondFactor(c.UserContext(), v.Company, v.ID)
	if err != nil {
		return err
	}
	kept := map[string]string{drawnValue: base64.StdEncoding.EncodeToString(drawn.Sealed)}
	if err := w.Sessions.Keep(c.UserContext(), shell.Session(c), kept); err != nil {
		return err
	}
	return c.Redirect("/me/totp", fiber.StatusSeeOther)
}

// drawn returns the factor that the session keeps.
func (w *Handler) drawn(c *fiber.Ctx, v shell.Visitor) (accounts.NewSecondFactor, error) {
	sealed, err := base64.StdEncoding.DecodeString(shell.Session(c).Value(drawnValue))
	if err != nil || len(sealed) == 0 {
		return accounts.NewSecondFactor{}, fault.New(fault.NotFound,
			"the set-up of the authenticator was not finished: start it again from your account page")
	}
	return w.Accounts.OpenSecondFactor(c.UserContext(), v.Company, v.ID, sealed)
}

func (w *Handler) factorPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.PlainPage(c, v, v.T("Set up an authenticator"), "me")
	page.Back = &layout.Link{Href: "/me", Label: v.T("Your account")}
	drawn, err := w.drawn(c, v)
	if err != nil {
		return page, err
	}
	picture, err := rendition.QRCode(drawn.URI)
	if err != nil {
		return page, err
	}
	page.Sections = []views.Section{
		{
			Heading: v.T("1. Scan this with an authenticator app"), Picture: &views.Picture{
				URL: picture,
				Alt: v.T("QR code of the key below"),
			},
			Facts: []views.Fact{
				{
					Name: v.T("Or enter the key manually"),
					Cell: views.Cell{Text: grouped(drawn.Secret), Data: true},
					Hint: v.T("Time-based, six digits, 30 seconds."),
				},
			},
		},
		{Heading: v.T("2. Enter the code from the app"), Form: &views.Form{
			Path:   "/me/totp/confirm",
			Button: v.T("Turn on"),
			Tall:   true,
			Fields: []views.Field{
				{
					Name:     "code",
					Label:    v.T("Code"),
					Kind:     "text",
					Required: true,
					Numeric:  true,
					Complete: "one-time-code",
				},
			},
		}},
	}
	return page, nil
}

// grouped writes a key in groups of four.
func grouped(text string) string {
	var groups []string
	for len(text) > 4 {
		groups, text = append(groups, text[:4]), text[4:]
	}
	return strings.Join(append(groups, text), " ")
}

func (w *Handler) drawnFactor(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.factorPage(c, v)
	if fault.Is(err, fault.NotFound) {
		return c.Redirect("/me", fiber.StatusSeeOther)
	}
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) confirmFactor(c *fiber.Ctx, v shell.Visitor) error {
	drawn, err := w.drawn(c, v)
	if err != nil {
		return err
	}
	codes, cause := w.Accounts.ConfirmSecondFactor(c.UserContext(), v.Company, v.ID, drawn.Sealed,
		form.Value(c, "code"),
		shell.Session(c).Hash)
	if cause != nil {
		page, err := w.factorPage(c, v)
		if err != nil {
			return err
		}
		return w.Refused(c, page, cause)
	}
	if err := w.Sessions.Keep(c.UserContext(), shell.Session(c), map[string]string{drawnValue: ""}); err != nil {
		return err
	}
	return w.showCodes(c, v, codes, v.T("The second factor is on. Other browsers were signed out."))
}

// showCodes shows recovery codes this one time.
func (w *Handler) showCodes(c *fiber.Ctx, v shell.Visitor, codes []string, done string) error {
	page := w.PlainPage(c, v, v.T("Your recovery codes"), "me")
	page.Back = &layout.Link{Href: "/me", Label: v.T("Your account")}
	page.Done = done
	page.Secrets = views.Secrets{
		List: codes,
		Note: v.T("Each code works once in place of your authenticator if you lose it. Keep them with your " +
			"passwords, or print them."),
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) newCodes(c *fiber.Ctx, v shell.Visitor) error {
	codes, cause := w.Accounts.NewRecoveryCodes(c.UserContext(), v.Company, v.ID, form.Value(c, "current"))
	if cause != nil {
		return w.refusedMe(c, v, cause)
	}
	return w.showCodes(c, v, codes, v.T("Your old codes no longer work."))
}

func (w *Handler) removeFactor(c *fiber.Ctx, v shell.Visitor) error {
	if cause := w.Accounts.RemoveSecondFactor(c.UserContext(), v.Company, v.ID,
		form.Value(c, "current")); cause != nil {
		return w.refusedMe(c, v, cause)
	}
	return c.Redirect("/me?done=totp-off", fiber.StatusSeeOther)
}
