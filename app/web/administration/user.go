package administration

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// roleTexts describes what each role is for.
var roleTexts = map[access.Role]string{
	access.Agent:   "agent: reviews jobs",
	access.Senior:  "senior: also escalations, exports, customers, deliveries",
	access.Admin:   "admin: also administration",
	access.Auditor: "auditor: read-only access to everything",
}

func (w *Handler) usersPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	page := w.AdministrationPage(c, v, v.T("Users"), "users")
	page.Intro = v.WithZone(v.T("People who can sign in to this console."))
	sessions, failed := w.Store.Sessions(c.UserContext(), v.Company, maxSessions)
	if err == nil {
		err = failed
	}
	open := map[string]int{}
	for _, s := range sessions {
		open[s.AgentID]++
	}
	list := views.Section{
		Heading: v.T("Users"),
		Columns: v.Each("Name", "Role", "State", "Second factor", "Last sign-in", "Browsers"),
		Form: &views.Form{Path: "/users", Button: v.T("Add user"), Fields: []views.Field{
			{Name: "email", Label: v.T("E-mail"), Kind: "email", Required: true},
			{Name: "name", Label: v.T("Name"), Kind: "text"},
			{Name: "role", Label: v.T("Role"), Kind: "select", Options: roleOptions(v, "", true)},
		}},
	}
	for _, a := range agents {
		row := views.Row{Cells: []views.Cell{
			{Text: a.DisplayName, Under: a.Email},
			{Text: v.T(string(a.Role))},
			w.agentState(v, a), factorCell(v, a),
			v.UsedCell(a.LastSeenAt),
			{Text: v.Count(int64(open[a.ID])), Data: true},
		}}
		if a.ID != v.ID {
			row.Actions = userActions(v, a, open[a.ID], w.Now().Before(a.LockedUntil))
		} else {
			row.Cells[0].Text = v.T("%s (you)", a.DisplayName)
		}
		list.Rows = append(list.Rows, row)
	}
	list.Note = v.T("New users get a generated password, shown here once. They must change it when they first sign "+
		"in.") + " " +
		v.T("Passwords have 12 to 128 characters and can't be common passwords or contain the user's own name.")
	page.Sections = []views.Section{list}
	return page, err
}

// maxSessions limits how many sessions the list of users counts.
const maxSessions = 2000

// agentState returns the state of a user; a lock is shown apart from a state that somebody set.
func (w *Handler) agentState(v shell.Visitor, a store.Agent) views.Cell {
	cell := v.StateCell(a.State)
	switch {
	case a.State == access.StateActive && w.Now().Before(a.LockedUntil):
		return views.Cell{
			Text:  v.T("locked"),
			Tone:  ui.Warn,
			Tag:   true,
			Under: v.T("wrong passwords, until %s", v.When(a.LockedUntil)),
		}
	case a.MustChange:
		cell.Under = v.T("must change password")
	}
	return cell
}

func factorCell(v shell.Visitor, a store.Agent) views.Cell {
	if a.TOTPSecret == nil {
		return views.Cell{Text: v.T("off"), Tone: ui.Soft}
	}
	return views.Cell{Text: v.T("authenticator")}
}

func roleOptions(v shell.Visitor, chosen access.Role, long bool) []views.Option {
	var options []views.Option
	for _, r := range access.Roles() {
		label := v.T(string(r))
		if long {
			label = v.T(roleTexts[r])
		}
		options = append(options, views.Option{Value: string(r), Label: label, On: r == chosen})
	}
	return options
}

func userActions(v shell.Visitor, a store.Agent, open int, locked bool) []views.Form {
	path := "/users/" + a.ID
	actions := []views.Form{
		{
			Path:   path + "/role",
			Button: v.T("Set role"),
			Hidden: []views.Value{{Label: "version", Value: form.Version(a.Role)}},
			Fields: []views.Field{
				{
					Name:    "role",
					Label:   v.T("Role of %s", a.DisplayName),
					Kind:    "select",
					Options: roleOptions(v, a.Role, false),
				},
			},
		},
		{
			Path:   path + "/password",
			Button: v.T("New password"),
			Confirm: v.T("The old password stops working and %s is signed out everywhere. A new password is "+
				"generated, which must be changed at the next sign-in.", a.DisplayName),
		},
	}
	if locked {
		actions = append(actions, views.Form{Path: path + "/unlock", Button: v.T("Unlock")})
	}
	if open > 0 {
		actions = append(actions, views.Form{
			Path:    path + "/sessions",
			Button:  v.T("Sign out"),
			Confirm: v.T("Ends every session of %s. Drafts are kept.", a.DisplayName),
		})
	}
	if a.TOTPSecret != nil {
		actions = append(actions, views.Form{
			Path:   path + "/totp",
			Button: v.T("Reset second factor"),
			Danger: true,
			Confirm: v.T("For users who lost their authenticator and recovery codes. Verify their identity first: " +
				"afterwards they sign in with their password only."),
		})
	}
	return append(actions,
		v.StateForm(path+"/state", a.State,
			v.T("%s is signed out everywhere and can't sign in until enabled again.", a.DisplayName)))
}

func (w *Handler) users(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.usersPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) addUser(c *fiber.Ctx, v shell.Visitor) error {
	request := accounts.UserRequest{
		Company:     v.Company,
		Email:       form.Value(c, "email"),
		DisplayName: form.Value(c, "name"),
		Role:        form.Value(c, "role"),
		MustChange:  true,
	}
	made, err := w.Accounts.CreateUser(c.UserContext(), v.Actor(), request)
	return w.showUsers(c, v, made, err)
}

func (w *Handler) resetUser(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Accounts.ResetUserPassword(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	return w.showUsers(c, v, made, err)
}

// showUsers shows the list with a password that was made, or with what was wrong.
func (w *Handler) showUsers(c *fiber.Ctx, v shell.Visitor, made accounts.NewUser, cause error) error {
	page, err := w.usersPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.Refused(c, page, cause)
	}
	page.Secrets = views.Secrets{
		Values: []views.Value{
			{Label: v.T("E-mail"), Value: made.Email},
			{Label: v.T("Password"), Value: made.Password},
		},
		Note: v.T("Share it over a secure channel. It must be changed at the first sign-in."),
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) userRole(c *fiber.Ctx, v shell.Visitor) error {
	var was access.Role
	err := form.ReadVersion(c, &was)
	if err == nil {
		err = w.Accounts.SetUserRole(c.UserContext(), v.Actor(), v.Company, c.Params("id"), was, form.Value(c, "role"))
	}
	return w.changedUser(c, v, "state", err)
}

func (w *Handler) userState(c *fiber.Ctx, v shell.Visitor) error {
	err := w.Accounts.SetUserState(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "state"))
	return w.changedUser(c, v, "state", err)
}

func (w *Handler) unlockUser(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedUser(c, v, "state", w.Accounts.UnlockUser(c.UserContext(), v.Actor(), v.Company, c.Params("id")))
}

func (w *Handler) endUserSessions(c *fiber.Ctx, v shell.Visitor) error {
	_, err := w.Accounts.EndUserSessions(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	return w.changedUser(c, v, "sessions", err)
}

func (w *Handler) resetUserTOTP(c *fiber.Ctx, v shell.Visitor) error {
	err := w.Accounts.ResetSecondFactor(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	return w.changedUser(c, v, "totp-reset", err)
}

func (w *Handler) changedUser(c *fiber.Ctx, v shell.Visitor, done string, cause error) error {
	if cause == nil {
		return c.Redirect("/users?done="+done, fiber.StatusSeeOther)
	}
	return w.showUsers(c, v, accounts.NewUser{}, cause)
}
