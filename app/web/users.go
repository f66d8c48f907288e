package web

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/store"
	views "proofdesk/views/admin"
	"proofdesk/views/ui"
)

// actor is the visitor in the audit trail.
func (v visitor) actor() string { return "agent:" + v.ID }

// doneTexts are what a page may say was done, by the word in its URL.
var doneTexts = map[string]string{"password": "Your password is changed. Other browsers were signed out."}

// adminPage is a page of administration, without its content.
func (w *Console) adminPage(c *fiber.Ctx, v visitor, heading, section string) views.Page {
	return views.Page{Frame: w.frame(c, v, heading, section), Heading: heading, Done: doneTexts[c.Query("done")]}
}

// refused shows a page of administration again with what was wrong in a form; other failures are the caller's.
func (w *Console) refused(c *fiber.Ctx, page views.Page, err error) error {
	if !isRefusal(err) {
		return err
	}
	page.Problem = sentence(message(err)) + "."
	return w.render(c.Status(fiber.StatusBadRequest), views.AdminPage(page))
}

func (w *Console) usersPage(c *fiber.Ctx, v visitor) (views.Page, error) {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	page := w.adminPage(c, v, "Users", "users")
	page.Intro = "People who sign in to this console."
	list := views.Section{Heading: "Users", Columns: []string{"Name", "E-mail", "Role", "State", "Last sign-in"}, Form: &views.Form{Path: "/users", Button: "Add user", Fields: []views.Field{
		{Name: "email", Label: "E-mail", Kind: "email", Required: true}, {Name: "name", Label: "Name", Kind: "text"}, {Name: "role", Label: "Role", Kind: "select", Options: roleOptions("")},
	}}}
	for _, a := range agents {
		row := views.Row{Cells: []views.Cell{{Text: a.DisplayName}, {Text: a.Email}, {Text: string(a.Role)}, stateCell(a.State), usedCell(a.LastSeenAt)}}
		if a.ID != v.ID {
			row.Actions = userActions(a)
		}
		list.Rows = append(list.Rows, row)
	}
	page.Sections = []views.Section{list}
	return page, err
}

func roleOptions(chosen access.Role) []views.Option {
	var options []views.Option
	for _, r := range access.Roles() {
		options = append(options, views.Option{Value: string(r), Label: string(r), On: r == chosen})
	}
	return options
}

func userActions(a store.Agent) []views.Form {
	path := "/users/" + a.ID
	return []views.Form{
		{Path: path + "/role", Button: "Set role", Fields: []views.Field{{Name: "role", Label: "Role of " + a.DisplayName, Kind: "select", Options: roleOptions(a.Role)}}},
		{Path: path + "/password", Button: "New password"},
		stateForm(path+"/state", a.State),
	}
}

// stateForm enables what is disabled and the other way round.
func stateForm(path, state string) views.Form {
	if state == store.StateActive {
		return views.Form{Path: path, Button: "Disable", Danger: true, Hidden: []views.Value{{Label: "state", Value: store.StateDisabled}}}
	}
	return views.Form{Path: path, Button: "Enable", Hidden: []views.Value{{Label: "state", Value: store.StateActive}}}
}

// usedCell tells when something was last used.
func usedCell(at time.Time) views.Cell {
	if at.IsZero() {
		return views.Cell{Text: "never", Tone: ui.Soft}
	}
	return views.Cell{Text: dayTime(at), Data: true}
}

func stateCell(state string) views.Cell {
	if state == store.StateActive {
		return views.Cell{Text: "active", Tone: ui.Pass, Tag: true}
	}
	return views.Cell{Text: words(state), Tone: ui.Fail, Tag: true}
}

func (w *Console) users(c *fiber.Ctx, v visitor) error {
	page, err := w.usersPage(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) addUser(c *fiber.Ctx, v visitor) error {
	request := admin.UserRequest{Company: v.Company, Email: form(c, "email"), DisplayName: form(c, "name"), Role: form(c, "role"), MustChange: true}
	made, err := w.Accounts.CreateUser(c.UserContext(), v.actor(), request)
	return w.showUsers(c, v, made, err)
}

func (w *Console) resetUser(c *fiber.Ctx, v visitor) error {
	made, err := w.Accounts.ResetUserPassword(c.UserContext(), v.actor(), v.Company, c.Params("id"))
	return w.showUsers(c, v, made, err)
}

// showUsers shows the list with a password that was made, or with what was wrong.
func (w *Console) showUsers(c *fiber.Ctx, v visitor, made admin.NewUser, cause error) error {
	page, err := w.usersPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.refused(c, page, cause)
	}
	page.Secrets = views.Secrets{Values: []views.Value{{Label: "E-mail", Value: made.Email}, {Label: "Password", Value: made.Password}}}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) userRole(c *fiber.Ctx, v visitor) error {
	err := w.Accounts.SetUserRole(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "role"))
	return w.changedUser(c, v, err)
}

func (w *Console) userState(c *fiber.Ctx, v visitor) error {
	err := w.Accounts.SetUserState(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "state"))
	return w.changedUser(c, v, err)
}

func (w *Console) changedUser(c *fiber.Ctx, v visitor, cause error) error {
	if cause == nil {
		return c.Redirect("/users", fiber.StatusSeeOther)
	}
	return w.showUsers(c, v, admin.NewUser{}, cause)
}
