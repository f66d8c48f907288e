package web

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/store"
	views "proofdesk/views/admin"
	"proofdesk/views/ui"
)

// roleTexts say what each role is for.
var roleTexts = map[access.Role]string{
	access.Agent: "agent: reviews jobs", access.Senior: "senior: also escalations, exports, customers, deliveries",
	access.Admin: "admin: also everything here", access.Auditor: "auditor: reads all, changes nothing",
}

func (w *Console) usersPage(c *fiber.Ctx, v visitor) (views.Page, error) {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	page := w.adminPage(c, v, "Users", "users")
	page.Intro = "People who sign in to this console. Times are " + v.zone() + "."
	sessions, failed := w.Store.Sessions(c.UserContext(), v.Company, maxSessions)
	if err == nil {
		err = failed
	}
	open := map[string]int{}
	for _, s := range sessions {
		open[s.AgentID]++
	}
	list := views.Section{Heading: "Users", Columns: []string{"Name", "Role", "State", "Second factor", "Last sign-in", "Browsers"}, Form: &views.Form{Path: "/users", Button: "Add user", Fields: []views.Field{
		{Name: "email", Label: "E-mail", Kind: "email", Required: true}, {Name: "name", Label: "Name", Kind: "text"}, {Name: "role", Label: "Role", Kind: "select", Options: roleOptions("", true)},
	}}}
	for _, a := range agents {
		row := views.Row{Cells: []views.Cell{
			{Text: a.DisplayName, Under: a.Email}, {Text: string(a.Role)}, w.agentState(a), factorCell(a), v.usedCell(a.LastSeenAt), {Text: count(open[a.ID]), Data: true},
		}}
		if a.ID != v.ID {
			row.Actions = userActions(a, open[a.ID])
		} else {
			row.Cells[0].Text += " (you)"
		}
		list.Rows = append(list.Rows, row)
	}
	page.Sections = []views.Section{list}
	return page, err
}

// maxSessions bounds how many sessions the list of users counts.
const maxSessions = 2000

// agentState tells a lock from a state that somebody set.
func (w *Console) agentState(a store.Agent) views.Cell {
	cell := stateCell(a.State)
	switch {
	case a.State == store.StateActive && w.now().Before(a.LockedUntil):
		return views.Cell{Text: "locked", Tone: ui.Warn, Tag: true, Under: "wrong passwords; a new password unlocks"}
	case a.MustChange:
		cell.Under = "has to choose a password"
	}
	return cell
}

func factorCell(a store.Agent) views.Cell {
	if a.TOTPSecret == nil {
		return views.Cell{Text: "off", Tone: ui.Soft}
	}
	return views.Cell{Text: "authenticator"}
}

func roleOptions(chosen access.Role, long bool) []views.Option {
	var options []views.Option
	for _, r := range access.Roles() {
		label := string(r)
		if long {
			label = roleTexts[r]
		}
		options = append(options, views.Option{Value: string(r), Label: label, On: r == chosen})
	}
	return options
}

func userActions(a store.Agent, open int) []views.Form {
	path := "/users/" + a.ID
	actions := []views.Form{
		{Path: path + "/role", Button: "Set role", Fields: []views.Field{{Name: "role", Label: "Role of " + a.DisplayName, Kind: "select", Options: roleOptions(a.Role, false)}}},
		{Path: path + "/password", Button: "New password", Confirm: "The old password stops working, " + a.DisplayName + " is signed out everywhere and gets a generated one, to be changed at the next sign-in."},
	}
	if open > 0 {
		actions = append(actions, views.Form{Path: path + "/sessions", Button: "Sign out", Confirm: "Ends every session of " + a.DisplayName + ". Drafts are kept."})
	}
	if a.TOTPSecret != nil {
		actions = append(actions, views.Form{Path: path + "/totp", Button: "Reset second factor", Danger: true, Confirm: "For somebody who lost the authenticator and the recovery codes. Make sure that it is them who ask: from then on the password alone signs in."})
	}
	return append(actions, stateForm(path+"/state", a.State, a.DisplayName+" is signed out everywhere and can't sign in until enabled again."))
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
	page.Secrets = views.Secrets{
		Values: []views.Value{{Label: "E-mail", Value: made.Email}, {Label: "Password", Value: made.Password}},
		Note:   "Hand it over on a way that you trust. It has to be changed at the first sign-in.",
	}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) userRole(c *fiber.Ctx, v visitor) error {
	err := w.Accounts.SetUserRole(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "role"))
	return w.changedUser(c, v, "state", err)
}

func (w *Console) userState(c *fiber.Ctx, v visitor) error {
	err := w.Accounts.SetUserState(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "state"))
	return w.changedUser(c, v, "state", err)
}

func (w *Console) endUserSessions(c *fiber.Ctx, v visitor) error {
	_, err := w.Accounts.EndUserSessions(c.UserContext(), v.actor(), v.Company, c.Params("id"))
	return w.changedUser(c, v, "sessions", err)
}

func (w *Console) resetUserTOTP(c *fiber.Ctx, v visitor) error {
	err := w.Accounts.ResetSecondFactor(c.UserContext(), v.actor(), v.Company, c.Params("id"))
	return w.changedUser(c, v, "totp-reset", err)
}

func (w *Console) changedUser(c *fiber.Ctx, v visitor, done string, cause error) error {
	if cause == nil {
		return c.Redirect("/users?done="+done, fiber.StatusSeeOther)
	}
	return w.showUsers(c, v, admin.NewUser{}, cause)
}
