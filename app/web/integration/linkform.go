package integration

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/page"
)

// linkValidities are how long a link may be valid, in seconds.
var linkValidities = []views.Option{
	{Value: "86400", Label: "24 hours"},
	{Value: "3600", Label: "1 hour"},
	{Value: "259200", Label: "3 days"},
	{Value: "604800", Label: "7 days"},
}

// linkDesktops are what a desktop may be good for.
var linkDesktops = []views.Option{
	{Value: "", Label: "A phone first for documents"},
	{Value: string(onboarding.PhonePreferred), Label: "A phone first"},
	{Value: string(onboarding.PhoneOnly), Label: "A phone only"},
	{Value: string(onboarding.DesktopAllowed), Label: "The desktop's camera as well"},
}

// linkLanguages are the names of the languages of the capture page, each in itself, as applicants read them there.
var linkLanguages = map[string]string{"EN": "English", "ES": "Español", "FR": "Français", "HI": "हिन्दी"}

// linkProblems say by field and rule what is wrong with the form, where the API says it in its own words.
var linkProblems = map[string]string{
	"function one_of":         "the capture page can't perform this function",
	"uniqueNumber required":   "enter the applicant's unique number: this function needs it",
	"uniqueNumber max_length": "the unique number is too long",
	"uniqueNumber characters": "the text has characters that can't be seen",
	"uniqueNumber format":     "use letters and digits, with blanks and ._:/@+#- between them",
	"reference max_length":    "the text is too long",
	"reference characters":    "the text has characters that can't be seen",
	"returnUrl max_length":    "the address is too long",
	"returnUrl format":        "enter a whole address, such as https://bank.example/done",
	"returnUrl origin":        "the client does not allow this origin: add it on the client's page first",
	"language one_of":         "choose a language from the list",
	"expiresIn range":         "choose how long the link is valid",
	"desktop one_of":          "choose what a desktop is good for",
}

// linkProblem puts a refusal into the words of the form.
func linkProblem(err error) error {
	fields := fault.FieldsOf(err)
	if len(fields) == 0 {
		return err
	}
	for i, f := range fields {
		fields[i].Message = cmp.Or(linkProblems[f.Name+" "+f.Rule], f.Message)
	}
	return fault.BadFields(fields)
}

func (w *Handler) linkForm(c *fiber.Ctx, v shell.Visitor, clients []store.Client) (*views.Form, error) {
	presets, err := w.Store.Presets(c.UserContext(), v.Company)
	if err != nil {
		return nil, err
	}
	function := views.Field{Name: "function", Label: v.T("Function"), Kind: "select"}
	for _, f := range intake.LinkFunctions() {
		function.Options = append(function.Options, views.Option{Value: string(f), Label: v.Function(f)})
	}
	client := views.Field{Name: "client", Label: v.T("On behalf of"), Kind: "select"}
	for _, cl := range clients {
		client.Options = append(client.Options, views.Option{Value: cl.ID, Label: cl.Name + " (" + cl.ID + ")"})
	}
	return &views.Form{Path: "/capture-links", Button: v.T("Create link"), Tall: true, Fields: []views.Field{
		function, client,
		{
			Name:  "uniqueNumber",
			Label: v.T("Unique number"),
			Kind:  "text",
			Hint:  v.T("Of the applicant. Needed to enrol or to verify them."),
		},
		{
			Name:  "reference",
			Label: v.T("Reference (optional)"),
			Kind:  "text",
			Hint:  v.T("Your own, shown in the list below."),
		},
		languageField(v), presetField(v, presets), choices(v, "expiresIn", v.T("Valid for"), linkValidities),
		{
			Name:  "returnUrl",
			Label: v.T("Return address (optional)"),
			Kind:  "text",
			Hint:  v.T("Where the applicant may go afterwards: a page on an origin that the client allows."),
		},
		choices(v, "desktop", v.T("Opened on a desktop"), linkDesktops),
		{
			Name:  "enableGPS",
			Label: v.T("Ask where the applicant is"),
			Kind:  "checkbox",
			Hint:  v.T("They can say no: the job then has no location."),
		},
	}}, nil
}

func choices(v shell.Visitor, name, label string, all []views.Option) views.Field {
	field := views.Field{Name: name, Label: label, Kind: "select"}
	for _, o := range all {
		field.Options = append(field.Options, views.Option{Value: o.Value, Label: v.T(o.Label)})
	}
	return field
}

func languageField(v shell.Visitor) views.Field {
	field := views.Field{Name: "language", Label: v.T("Language"), Kind: "select"}
	field.Options = []views.Option{{Label: v.T("That of the applicant's browser")}}
	for _, code := range preset.Languages() {
		field.Options = append(field.Options, views.Option{Value: code, Label: linkLanguages[code]})
	}
	return field
}

// presetField offers the presets that a link can name: those with a version.
func presetField(v shell.Visitor, all []preset.Preset) views.Field {
	field := views.Field{Name: "preset", Label: v.T("Preset"), Kind: "select"}
	field.Options = []views.Option{{Label: v.T("The one that is assigned")}}
	for _, p := range all {
		if p.Latest > 0 && !p.Archived {
			field.Options = append(field.Options, views.Option{Value: p.Name, Label: p.Name})
		}
	}
	return field
}

func (w *Handler) createLink(c *fiber.Ctx, v shell.Visitor) (intake.LinkAnswer, error) {
	clients, err := w.activeClients(c, v)
	if err != nil {
		return intake.LinkAnswer{}, err
	}
	at := slices.IndexFunc(clients, func(cl store.Client) bool { return cl.ID == form.Value(c, "client") })
	if at < 0 {
		return intake.LinkAnswer{}, fault.BadField("client", "one_of", "choose an enabled client")
	}
	validity, err := strconv.Atoi(form.Value(c, "expiresIn"))
	if err != nil {
		return intake.LinkAnswer{}, fault.BadField("expiresIn", "one_of", "choose how long the link is valid")
	}
	by := intake.Caller{Company: v.Company, ClientID: clients[at].ID, Sandbox: clients[at].Sandbox, Agent: v.ID}
	return w.Intake.CreateLink(c.UserContext(), by, intake.LinkRequest{
		Function:     onboarding.Function(form.Value(c, "function")),
		UniqueNumber: strings.TrimSpace(form.Value(c, "uniqueNumber")),
		Reference:    strings.TrimSpace(form.Value(c, "reference")),
		Language:     form.Value(c, "language"),
		Preset:       form.Value(c, "preset"),
		ReturnURL:    strings.TrimSpace(form.Value(c, "returnUrl")),
		ExpiresIn:    validity,
		Desktop:      onboarding.Desktop(form.Value(c, "desktop")),
		EnableGPS:    form.Value(c, "enableGPS") != "",
	})
}
