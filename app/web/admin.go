package web

import (
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/session"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/admin"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// officeGroup is one heading of the side that stands beside pages of administration.
type officeGroup struct {
	heading string
	links   []Link
}

var office = []officeGroup{
	{"People", []Link{
		{layout.Link{Key: "users", Label: "Users", Href: "/users"}, access.ManageUsers},
		{layout.Link{Key: "roles", Label: "Roles", Href: "/roles"}, access.ViewSettings},
		{layout.Link{Key: "sessions", Label: "Sessions", Href: "/sessions"}, access.ManageUsers},
	}},
	{"Integration", []Link{
		{layout.Link{Key: "clients", Label: "Clients", Href: "/clients"}, access.ManageClients},
		{layout.Link{Key: "keys", Label: "API keys", Href: "/keys"}, access.ManageClients},
		{layout.Link{Key: "sandbox", Label: "Sandbox", Href: "/sandbox"}, access.ManageSettings},
	}},
	{"Company", []Link{
		{layout.Link{Key: "settings", Label: "Settings", Href: "/settings"}, access.ViewSettings},
		{layout.Link{Key: "reasons", Label: "Reasons", Href: "/settings/reasons"}, access.ViewSettings},
		{layout.Link{Key: "retention", Label: "Retention", Href: "/retention"}, access.ViewSettings},
		{layout.Link{Key: "audit", Label: "Audit", Href: "/audit"}, access.ViewAudit},
	}},
}

// adminRoutes adds administration, customers and the visitor's own account.
func (w *Console) adminRoutes(get, post func(string, access.Permission, handler)) {
	w.accountRoutes(get, post)
	w.customerRoutes(get, post)
	get("/users", access.ManageUsers, w.users)
	post("/users", access.ManageUsers, w.addUser)
	post("/users/:id/role", access.ManageUsers, w.userRole)
	post("/users/:id/state", access.ManageUsers, w.userState)
	post("/users/:id/password", access.ManageUsers, w.resetUser)
	post("/users/:id/sessions", access.ManageUsers, w.endUserSessions)
	post("/users/:id/unlock", access.ManageUsers, w.unlockUser)
	get("/roles", access.ViewSettings, w.roles)
	post("/users/:id/totp", access.ManageUsers, w.resetUserTOTP)
	get("/sessions", access.ManageUsers, w.sessions)
	post("/sessions/end", access.ManageUsers, w.endAnySession)
	get("/clients", access.ManageClients, w.clients)
	post("/clients", access.ManageClients, w.addClient)
	get("/clients/:id", access.ManageClients, w.client)
	post("/clients/:id/secret", access.ManageClients, w.clientSecret)
	post("/clients/:id/state", access.ManageClients, w.clientState)
	post("/clients/:id/trust", access.ManageClients, w.trustClient)
	post("/integration-users", access.ManageClients, w.addIntegrationUser)
	post("/integration-users/password", access.ManageClients, w.integrationUserPassword)
	post("/integration-users/state", access.ManageClients, w.integrationUserState)
	get("/keys", access.ManageClients, w.apiKeys)
	post("/keys", access.ManageClients, w.addKey)
	post("/keys/:id/secret", access.ManageClients, w.addSecret)
	post("/keys/:id/revoke", access.ManageClients, w.revokeSecret)
	post("/keys/:id/state", access.ManageClients, w.keyState)
	get("/audit", access.ViewAudit, w.audit)
	post("/audit/verify", access.ViewAudit, w.verifyAudit)
	get("/audit.csv", access.ViewAudit, w.exportAudit)
	get("/settings", access.ViewSettings, w.settings)
	post("/settings", access.ManageSettings, w.saveSettings)
	get("/settings/reasons", access.ViewSettings, w.reasons)
	for _, edit := range []string{"add", "rename", "move", "retire", "restore"} {
		post("/settings/reasons/"+edit, access.ManageSettings, w.editReason)
	}
	get("/retention", access.ViewSettings, w.retention)
	post("/retention", access.ManageSettings, w.saveRetention)
	post("/retention/run", access.ManageSettings, w.runRetention)
	post("/retention/stop", access.ManageSettings, w.stopRetention)
	get("/sandbox", access.ManageSettings, w.sandbox)
	post("/sandbox", access.ManageSettings, w.runSandbox)
	post("/sandbox/client", access.ManageClients, w.addSandboxClient)
}

// officeLink is the top bar's one entry for administration: the first page of it that the visitor may see.
func officeLink(v visitor) []layout.Link {
	for _, g := range office {
		for _, link := range g.links {
			if v.Role.Can(link.Needs) {
				return []layout.Link{{Key: "office", Label: "Administration", Href: link.Href}}
			}
		}
	}
	return nil
}

func sideOf(v visitor) []views.Group {
	var side []views.Group
	for _, g := range office {
		group := views.Group{Heading: v.T(g.heading)}
		for _, link := range g.links {
			if v.Role.Can(link.Needs) {
				shown := link.Link
				shown.Label = v.T(shown.Label)
				group.Links = append(group.Links, shown)
			}
		}
		if len(group.Links) > 0 {
			side = append(side, group)
		}
	}
	return side
}

// actor is the visitor in the audit trail.
func (v visitor) actor() string { return "agent:" + v.ID }

// lookOf returns how the visitor wants pages to be.
func lookOf(v visitor) layout.Look {
	p := v.Agent.Preferences
	return layout.Look{Density: p.Density, Blur: p.Blur, Grey: p.Grey, KeysOff: p.KeysOff, Keys: keysText(p.Keys)}
}

// when writes a time in the visitor's time zone.
func (v visitor) when(at time.Time) string {
	if at.IsZero() {
		return v.T("never")
	}
	return at.In(v.Agent.Preferences.Zone()).Format("2006-01-02 15:04:05")
}

// zone names the visitor's time zone.
func (v visitor) zone() string { return v.Agent.Preferences.Zone().String() }

// doneTexts are what a page may say was done, by the word in its URL.
var doneTexts = map[string]string{
	"password":   "Your password is changed. Other browsers were signed out.",
	"saved":      "Saved.",
	"sessions":   "Signed out everywhere.",
	"session":    "The session has ended.",
	"totp-off":   "The second factor is off.",
	"totp-reset": "The second factor is off; the user was signed out everywhere and can set up a new one.",
	"state":      "The change counts from now on.",
	"begun":      "The run has begun.",
	"stopped":    "The run is stopped. What it removed stays removed.",
}

// adminPage is a page of administration, without its content.
func (w *Console) adminPage(c *fiber.Ctx, v visitor, heading, current string) views.Page {
	return views.Page{
		Frame:   w.frame(c, v, heading, "office"),
		Side:    sideOf(v),
		Current: current,
		Heading: heading,
		Done:    v.T(doneTexts[c.Query("done")]),
	}
}

// personPage is a page like those of administration that does not belong to it.
func (w *Console) personPage(c *fiber.Ctx, v visitor, heading, section string) views.Page {
	return views.Page{Frame: w.frame(c, v, heading, section), Heading: heading, Done: v.T(doneTexts[c.Query("done")])}
}

// refused shows a page of administration again with what was wrong in a form and what was typed; other failures are the
// caller's.
func (w *Console) refused(c *fiber.Ctx, page views.Page, err error) error {
	if !isRefusal(err) {
		return err
	}
	v := visitor{Language: languageOf(c)}
	wrong, _ := v.complaints(err)
	page.Problem = v.says(message(err))
	marks := 0
	for i := range page.Sections {
		for _, form := range formsOf(&page.Sections[i]) {
			if form.Path == c.Path() && sentSame(c, form) {
				marks += keepTyped(c, form, wrong)
			}
		}
	}
	if marks > 0 {
		page.Problem = v.marked()
	}
	status := fiber.StatusBadRequest
	if fault.Is(err, fault.Conflict) {
		status = fiber.StatusConflict
	}
	return w.render(c.Status(status), views.AdminPage(page))
}

// formsOf returns every form of a section, to be filled.
func formsOf(s *views.Section) []*views.Form {
	var all []*views.Form
	if s.Form != nil {
		all = append(all, s.Form)
	}
	for i := range s.Forms {
		all = append(all, &s.Forms[i])
	}
	for i := range s.Rows {
		for j := range s.Rows[i].Actions {
			all = append(all, &s.Rows[i].Actions[j])
		}
	}
	return all
}

// sentSame reports whether it was this form that was sent, of several with one path: its hidden values are those.
func sentSame(c *fiber.Ctx, f *views.Form) bool {
	for _, h := range f.Hidden {
		if h.Label != "version" && form.Value(c, h.Label) != h.Value {
			return false
		}
	}
	return true
}

// markFilter says beside the fields of a form that was sent with GET what is wrong with them.
func (w *Console) markFilter(v visitor, page *views.Page, f *views.Form, err error) {
	wrong, first := v.complaints(err)
	page.Problem = v.says(message(err))
	for i := range f.Fields {
		f.Fields[i].Problem = wrong[f.Fields[i].Name]
		f.Fields[i].Focus = f.Fields[i].Name == first
	}
}

// isRefusal reports whether an error is an answer to what was sent, to be shown beside its form.
func isRefusal(err error) bool {
	return fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict)
}

// keepTyped fills a form with what was sent, says beside each field which rule it breaks, and lets the first of them
// take the focus. It gives how many fields it marked. Passwords are not sent back.
func keepTyped(c *fiber.Ctx, f *views.Form, wrong map[string]string) int {
	marks, said := 0, map[string]bool{}
	for i := range f.Fields {
		field := &f.Fields[i]
		if problem := wrong[field.Name]; problem != "" && !said[field.Name] {
			said[field.Name], field.Problem, field.Focus = true, problem, marks == 0
			marks++
		}
		typed := form.All(c, field.Name)
		switch field.Kind {
		case "password":
		case "checkbox":
			field.On = false
			for _, value := range typed {
				field.On = field.On || value == field.Value || field.Value == ""
			}
		case "select":
			for o := range field.Options {
				field.Options[o].On = len(typed) > 0 && field.Options[o].Value == typed[0]
			}
		default:
			field.Value = strings.Join(typed, "")
		}
	}
	return marks
}

// sessionOf returns the session behind a request that has passed the sign-in.
func sessionOf(c *fiber.Ctx) *session.Current {
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok {
		return &session.Current{}
	}
	return current
}

// stateForm enables what is disabled and the other way round.
func (v visitor) stateForm(path, state, warning string) views.Form {
	if state == access.StateActive {
		return views.Form{
			Path:    path,
			Button:  v.T("Disable"),
			Danger:  true,
			Confirm: warning,
			Hidden:  []views.Value{{Label: "state", Value: access.StateDisabled}},
		}
	}
	return views.Form{
		Path:   path,
		Button: v.T("Enable"),
		Hidden: []views.Value{{Label: "state", Value: access.StateActive}},
	}
}

func (v visitor) stateCell(state string) views.Cell {
	if state == access.StateActive {
		return views.Cell{Text: v.T("active"), Tone: ui.Pass, Tag: true}
	}
	return views.Cell{Text: v.T("disabled"), Tone: ui.Fail, Tag: true}
}

// each returns sentences in the visitor's language.
func (v visitor) each(texts ...string) []string {
	all := make([]string, 0, len(texts))
	for _, text := range texts {
		all = append(all, v.T(text))
	}
	return all
}

// zoned adds to a page's first words which time zone its times are in.
func (v visitor) zoned(text string) string { return text + " " + v.T("Times are %s.", v.zone()) }

// usedCell reports when something was last used.
func (v visitor) usedCell(at time.Time) views.Cell {
	if at.IsZero() {
		return views.Cell{Text: v.T("never"), Tone: ui.Soft}
	}
	return views.Cell{Text: v.when(at), Data: true}
}
