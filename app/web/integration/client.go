package integration

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/credentials"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

func (w *Handler) clientsPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Clients"), "clients")
	page.Docs = v.DocsLink("/docs")
	page.Intro = v.WithZone(v.T("Credentials that your servers and apps use to obtain tokens."))
	clients, err := w.Store.Clients(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	list := views.Section{
		Heading: v.T("OAuth clients"),
		Columns: v.Each("OAuth client", "Kind", "State", "Device trust", "Last used"),
		Empty:   v.T("No clients yet. Add one for your app."),
		Form: &views.Form{Path: "/clients", Button: v.T("Add client"), Fields: []views.Field{
			{Name: "name", Label: v.T("Name"), Kind: "text", Required: true},
			{Name: "sandbox", Label: v.T("sandbox: jobs end with the outcome you request"), Kind: "checkbox"},
		}},
	}
	for _, cl := range clients {
		path := "/clients/" + cl.ID
		list.Rows = append(list.Rows, views.Row{
			Cells: []views.Cell{
				{Text: cl.ID, Under: cl.Name, Data: true, Href: path},
				kindCell(v, cl), v.StateCell(cl.State),
				trustCell(v, cl), v.UsedCell(cl.LastUsedAt),
			},
			Actions: []views.Form{
				{
					Path:   path + "/secret",
					Button: v.T("New secret"),
					Confirm: v.T("The old secret stops working immediately. Clients that use it can't get tokens " +
						"until they have the new one."),
				},
				v.StateForm(path+"/state", cl.State, v.T("Its tokens stop working immediately.")),
			},
		})
	}
	people, err := w.integrationUsers(c, v)
	page.Sections = []views.Section{list, people}
	return page, err
}

func (w *Handler) integrationUsers(c *fiber.Ctx, v shell.Visitor) (views.Section, error) {
	people := views.Section{
		Heading: v.T("Integration users"),
		Columns: v.Each("User name", "State", "Last used"),
		Empty:   v.T("No integration users yet. The password grant of the token endpoint requires one."),
		Form: &views.Form{Path: "/integration-users", Button: v.T("Add integration user"), Fields: []views.Field{
			{Name: "username", Label: v.T("User name (optional)"), Kind: "text"},
		}},
	}
	users, err := w.Store.IntegrationUsers(c.UserContext(), v.Company)
	for _, u := range users {
		name := views.Value{Label: "username", Value: u.Username}
		state := v.StateForm("/integration-users/state", u.State, v.T("Its tokens stop working immediately."))
		state.Hidden = append(state.Hidden, name)
		people.Rows = append(people.Rows, views.Row{
			Cells: []views.Cell{{Text: u.Username, Data: true}, v.StateCell(u.State), v.UsedCell(u.LastUsedAt)},
			Actions: []views.Form{
				{
					Path:    "/integration-users/password",
					Button:  v.T("New password"),
					Confirm: v.T("The old password stops working immediately."),
					Hidden:  []views.Value{name},
				},
				state,
			},
		})
	}
	return people, err
}

func kindCell(v shell.Visitor, cl store.Client) views.Cell {
	if cl.Sandbox {
		return views.Cell{Text: v.T("sandbox"), Tone: ui.Info, Tag: true}
	}
	return views.Cell{Text: v.T("production")}
}

// trustCell names the results of a client's devices that count.
func trustCell(v shell.Visitor, cl store.Client) views.Cell {
	text := ""
	for _, capability := range onboarding.Capabilities() {
		if n := cl.Trust[capability]; n > 0 {
			text = format.Join(", ", text, v.T(capabilityNames[capability])+" "+strconv.Itoa(n))
		}
	}
	if text == "" {
		return views.Cell{Text: v.T("nothing"), Tone: ui.Soft}
	}
	return views.Cell{Text: text, Wrap: true}
}

// showClients shows the lists with secrets that were made, or with what was wrong.
func (w *Handler) showClients(c *fiber.Ctx, v shell.Visitor, secrets []views.Value, cause error) error {
	page, err := w.clientsPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.Refused(c, page, cause)
	}
	page.Secrets.Values = secrets
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) clients(c *fiber.Ctx, v shell.Visitor) error { return w.showClients(c, v, nil, nil) }

func (w *Handler) addClient(c *fiber.Ctx, v shell.Visitor) error {
	name, err := form.Name(c)
	if err != nil {
		return w.showClients(c, v, nil, err)
	}
	made, err := w.Credentials.CreateClient(c.UserContext(), v.Actor(), v.Company, name, form.Value(c, "sandbox") != "")
	return w.showClients(c, v, clientSecrets(made), err)
}

func clientSecrets(made credentials.NewClient) []views.Value {
	return []views.Value{{Label: "client_id", Value: made.ClientID}, {Label: "client_secret", Value: made.ClientSecret}}
}

func (w *Handler) clientSecret(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Credentials.RotateClientSecret(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	return w.showClients(c, v, clientSecrets(made), err)
}

func (w *Handler) clientState(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedClient(c, v,
		w.Credentials.SetClientState(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "state")))
}

func (w *Handler) addIntegrationUser(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Credentials.CreateIntegrationUser(c.UserContext(), v.Actor(), v.Company, form.Value(c, "username"),
		"")
	return w.showClients(c, v,
		[]views.Value{{Label: "username", Value: made.Username}, {Label: "password", Value: made.Password}}, err)
}

func (w *Handler) integrationUserPassword(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Credentials.ResetIntegrationUserPassword(c.UserContext(), v.Actor(), v.Company,
		form.Value(c, "username"))
	return w.showClients(c, v,
		[]views.Value{{Label: "username", Value: made.Username}, {Label: "password", Value: made.Password}}, err)
}

func (w *Handler) integrationUserState(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedClient(c, v,
		w.Credentials.SetIntegrationUserState(c.UserContext(), v.Actor(), v.Company, form.Value(c, "username"),
			form.Value(c, "state")))
}

func (w *Handler) changedClient(c *fiber.Ctx, v shell.Visitor, cause error) error {
	if cause == nil {
		return c.Redirect("/clients?done=state", fiber.StatusSeeOther)
	}
	return w.showClients(c, v, nil, cause)
}

// capabilityNames are the rows of the step plan as people read them.
var capabilityNames = map[onboarding.Capability]string{
	onboarding.DocumentDetect:         "document detection",
	onboarding.RotateCrop:             "turning and cropping",
	onboarding.DocumentRealness:       "document realness",
	onboarding.DocumentClassification: "document type",
	onboarding.CodeReading:            "MRZ and barcode reading",
	onboarding.FrontOCR:               "OCR of the front",
	onboarding.FaceDetect:             "face detection",
	onboarding.LivenessDetect:         "liveness",
	onboarding.HatGlassesDetect:       "hat and glasses detection",
	onboarding.VideoIDCapability:      "video ID",
}

const trustNote = "An app can run steps on the device. Set how much each result is trusted, as an assurance level " +
	"from 0 to 4. A job is approved automatically only if every check that its function needs passed at the level " +
	"that the policy requires; liveness, for example, requires 3. A lower level sends the job to review. Choose 3 " +
	"only with a record of your own measurements of that app and version, and 4 only with a laboratory certificate. " +
	"A client that web pages use can’t be trusted: anybody can take its tokens from such a page."

func (w *Handler) clientPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	cl, err := w.Store.Client(c.UserContext(), v.Company, c.Params("id"))
	page := w.AdministrationPage(c, v, cl.Name, "clients")
	page.Back = &layout.Link{Href: "/clients", Label: v.T("Clients")}
	var fields []views.Field
	for _, capability := range onboarding.Capabilities() {
		field := views.Field{
			Name:  "trust." + string(capability),
			Label: format.Sentence(v.T(capabilityNames[capability])),
			Kind:  "select",
		}
		for n, label := range wording.Levels {
			field.Options = append(field.Options, views.Option{
				Value: strconv.Itoa(n),
				Label: v.T(label),
				On:    cl.Trust[capability] == n,
			})
		}
		fields = append(fields, field)
	}
	page.Sections = []views.Section{
		{Facts: []views.Fact{
			{Name: v.T("Client id"), Cell: views.Cell{Text: cl.ID, Data: true}},
			{Name: v.T("Kind"), Cell: kindCell(v, cl)},
			{Name: v.T("State"), Cell: v.StateCell(cl.State)},
			{Name: v.T("Created"), Cell: v.UsedCell(cl.CreatedAt)},
			{Name: v.T("Last used"), Cell: v.UsedCell(cl.LastUsedAt)},
			{Name: v.T("Allowed origins"), Cell: originsCell(v, cl)},
		}},
		originsSection(v, cl),
		{
			Heading: v.T("Device trust"),
			Note:    v.T(trustNote),
			Form: &views.Form{
				Path:   "/clients/" + cl.ID + "/trust",
				Button: v.T("Save"),
				Tall:   true,
				Fields: fields,
				Hidden: []views.Value{{Label: "version", Value: form.Version(cl.Trust)}},
			},
		},
	}
	return page, err
}

func (w *Handler) client(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.clientPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) trustClient(c *fiber.Ctx, v shell.Visitor) error {
	was := onboarding.Trust{}
	trust, cause := readTrust(c)
	if err := form.ReadVersion(c, &was); cause == nil {
		cause = err
	}
	if cause == nil {
		cause = w.Credentials.TrustClient(c.UserContext(), v.Actor(), v.Company, c.Params("id"), was, trust)
	}
	if cause == nil {
		return c.Redirect("/clients/"+c.Params("id")+"?done=saved", fiber.StatusSeeOther)
	}
	page, err := w.clientPage(c, v)
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}

// readTrust reads a level for every capability. What is sent for something that is none is left to the use case, which
// refuses it by name.
func readTrust(c *fiber.Ctx) (onboarding.Trust, error) {
	trust, sent := onboarding.Trust{}, form.Prefixed(c, "trust.")
	for _, capability := range onboarding.Capabilities() {
		n, err := strconv.Atoi(sent[string(capability)])
		if err != nil {
			return nil, fault.BadField("trust."+string(capability), "range", "the assurance level must be 0 to 4")
		}
		if n != 0 {
			trust[capability] = n
		}
		delete(sent, string(capability))
	}
	for name := range sent {
		trust[onboarding.Capability(name)] = 0
	}
	return trust, nil
}
