package web

import (
	"github.com/gofiber/fiber/v2"

	views "proofdesk/views/admin"
)

func (w *Console) clientsPage(c *fiber.Ctx, v visitor) (views.Page, error) {
	page := w.adminPage(c, v, "Clients", "clients")
	page.Intro = "What your servers and apps obtain tokens with."
	clients, err := w.Store.Clients(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	users, err := w.Store.IntegrationUsers(c.UserContext(), v.Company)
	list := views.Section{Heading: "OAuth clients", Columns: []string{"Client id", "Name", "Kind", "State", "Last used"}, Empty: "No client yet. Add one for your app.", Form: &views.Form{Path: "/clients", Button: "Add client", Fields: []views.Field{
		{Name: "name", Label: "Name", Kind: "text"}, {Name: "sandbox", Label: "sandbox: jobs end as they are asked to", Kind: "checkbox"},
	}}}
	for _, cl := range clients {
		kind := "production"
		if cl.Sandbox {
			kind = "sandbox"
		}
		list.Rows = append(list.Rows, views.Row{
			Cells:   []views.Cell{{Text: cl.ID, Data: true}, {Text: cl.Name}, {Text: kind}, stateCell(cl.State), usedCell(cl.LastUsedAt)},
			Actions: []views.Form{{Path: "/clients/" + cl.ID + "/secret", Button: "New secret"}, stateForm("/clients/"+cl.ID+"/state", cl.State)},
		})
	}
	people := views.Section{Heading: "Integration users", Columns: []string{"User name", "State", "Last used"}, Empty: "No integration user yet. The token endpoint's password grant needs one.", Form: &views.Form{Path: "/integration-users", Button: "Add integration user", Fields: []views.Field{
		{Name: "username", Label: "User name, or leave it empty", Kind: "text"},
	}}}
	for _, u := range users {
		name := views.Value{Label: "username", Value: u.Username}
		state := stateForm("/integration-users/state", u.State)
		state.Hidden = append(state.Hidden, name)
		people.Rows = append(people.Rows, views.Row{
			Cells:   []views.Cell{{Text: u.Username, Data: true}, stateCell(u.State), usedCell(u.LastUsedAt)},
			Actions: []views.Form{{Path: "/integration-users/password", Button: "New password", Hidden: []views.Value{name}}, state},
		})
	}
	page.Sections = []views.Section{list, people}
	return page, err
}

// showClients shows the lists with secrets that were made, or with what was wrong.
func (w *Console) showClients(c *fiber.Ctx, v visitor, secrets []views.Value, cause error) error {
	page, err := w.clientsPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.refused(c, page, cause)
	}
	page.Secrets = views.Secrets{Values: secrets}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) clients(c *fiber.Ctx, v visitor) error { return w.showClients(c, v, nil, nil) }

func (w *Console) addClient(c *fiber.Ctx, v visitor) error {
	made, err := w.Accounts.CreateClient(c.UserContext(), v.actor(), v.Company, form(c, "name"), form(c, "sandbox") != "")
	return w.showClients(c, v, []views.Value{{Label: "client_id", Value: made.ClientID}, {Label: "client_secret", Value: made.ClientSecret}}, err)
}

func (w *Console) clientSecret(c *fiber.Ctx, v visitor) error {
	made, err := w.Accounts.RotateClientSecret(c.UserContext(), v.actor(), v.Company, c.Params("id"))
	return w.showClients(c, v, []views.Value{{Label: "client_id", Value: made.ClientID}, {Label: "client_secret", Value: made.ClientSecret}}, err)
}

func (w *Console) clientState(c *fiber.Ctx, v visitor) error {
	return w.changedClient(c, v, w.Accounts.SetClientState(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "state")))
}

func (w *Console) addIntegrationUser(c *fiber.Ctx, v visitor) error {
	made, err := w.Accounts.CreateIntegrationUser(c.UserContext(), v.actor(), v.Company, form(c, "username"), "")
	return w.showClients(c, v, []views.Value{{Label: "username", Value: made.Username}, {Label: "password", Value: made.Password}}, err)
}

func (w *Console) integrationUserPassword(c *fiber.Ctx, v visitor) error {
	made, err := w.Accounts.ResetIntegrationUserPassword(c.UserContext(), v.actor(), v.Company, form(c, "username"))
	return w.showClients(c, v, []views.Value{{Label: "username", Value: made.Username}, {Label: "password", Value: made.Password}}, err)
}

func (w *Console) integrationUserState(c *fiber.Ctx, v visitor) error {
	return w.changedClient(c, v, w.Accounts.SetIntegrationUserState(c.UserContext(), v.actor(), v.Company, form(c, "username"), form(c, "state")))
}

func (w *Console) changedClient(c *fiber.Ctx, v visitor, cause error) error {
	if cause == nil {
		return c.Redirect("/clients", fiber.StatusSeeOther)
	}
	return w.showClients(c, v, nil, cause)
}
