package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/session"
	"proofdesk/app/store"
	views "proofdesk/views/admin"
	"proofdesk/views/ui"
)

// isRefusal tells whether an error is an answer to what was sent, to be shown beside its form.
func isRefusal(err error) bool {
	return fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict)
}

// sessionOf gives the session behind a request that has passed the sign-in.
func sessionOf(c *fiber.Ctx) string {
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok {
		return ""
	}
	return current.Hash
}

func (w *Console) mePage(c *fiber.Ctx, v visitor) (views.Page, error) {
	page := w.adminPage(c, v, "Your account", "me")
	page.Intro = v.DisplayName + ", " + string(v.Role) + ", " + v.Email
	if v.MustChange {
		page.Intro = "Choose a password of your own before you go on."
	}
	page.Sections = []views.Section{{Heading: "Password", Form: &views.Form{Path: "/me/password", Button: "Change password", Fields: []views.Field{
		{Name: "current", Label: "Current password", Kind: "password", Required: true, Complete: "current-password"},
		{Name: "password", Label: "New password, at least 12 characters", Kind: "password", Required: true, Complete: "new-password"},
	}}}}
	sessions, err := w.Store.SessionsOf(c.UserContext(), v.Company, v.ID)
	list := views.Section{Heading: "Where you are signed in", Columns: []string{"Browser", "Address", "Since", "Last used", "Which"}}
	for _, s := range sessions {
		row := views.Row{Cells: []views.Cell{{Text: s.UserAgent}, {Text: s.Address, Data: true}, {Text: dayTime(s.CreatedAt), Data: true}, {Text: dayTime(s.SeenAt), Data: true}, {Text: "another"}}}
		if s.IDHash == sessionOf(c) {
			row.Cells[4] = views.Cell{Text: "this browser", Tone: ui.Info, Tag: true}
		} else {
			row.Actions = []views.Form{{Path: "/me/sessions", Button: "End", Danger: true, Hidden: []views.Value{{Label: "session", Value: s.IDHash}}}}
		}
		list.Rows = append(list.Rows, row)
	}
	page.Sections = append(page.Sections, list)
	return page, err
}

func (w *Console) me(c *fiber.Ctx, v visitor) error {
	page, err := w.mePage(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) changePassword(c *fiber.Ctx, v visitor) error {
	cause := w.Accounts.ChangePassword(c.UserContext(), v.Company, v.ID, form(c, "current"), form(c, "password"), sessionOf(c))
	if cause == nil {
		return c.Redirect("/me?done=password", fiber.StatusSeeOther)
	}
	page, err := w.mePage(c, v)
	if err != nil {
		return err
	}
	return w.refused(c, page, cause)
}

func (w *Console) endSession(c *fiber.Ctx, v visitor) error {
	err := w.Store.Write(c.UserContext(), func(tx *store.Tx) error {
		return tx.EndSessionOf(c.UserContext(), v.Company, v.ID, form(c, "session"))
	})
	if err != nil {
		return err
	}
	return c.Redirect("/me", fiber.StatusSeeOther)
}
