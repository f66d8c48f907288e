package integration

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/rendition"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// linksShown is how many capture links a page lists.
const linksShown = 50

const linkNote = "The link is shown once: send it to the applicant, or let them scan the code. It belongs to the " +
	"first browser whose applicant agrees, and ends when the job is submitted."

const revokeNote = "The applicant can't go on with this link. Captures that were sent are removed after a day, " +
	"unless the client submits their job."

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

// linkStates are the states of a link in words, with how they look.
var linkStates = map[string]struct {
	text string
	tone ui.Tone
}{
	intake.LinkCreated:   {"not opened yet", ui.Soft},
	intake.LinkOpened:    {"opened", ui.Info},
	intake.LinkCapturing: {"capturing", ui.Info},
	intake.LinkSubmitted: {"submitted", ui.Pass},
	intake.LinkExpired:   {"ran out", ui.Warn},
	intake.LinkRevoked:   {"revoked", ui.Fail},
}

func (w *Handler) linksPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Capture links"), "links")
	page.Intro = v.WithZone(v.T("Links to a page of this console on which applicants capture by themselves."))
	clients, err := w.activeClients(c, v)
	if err != nil {
		return page, err
	}
	create := views.Section{Heading: v.T("Create a link"), Note: v.T(linkNote), Form: linkForm(v, clients)}
	if len(clients) == 0 {
		create.Note, create.Form = v.T("A link belongs to a client, and no client is enabled. Add one first."), nil
	}
	list, err := w.linkList(c, v)
	page.Sections = []views.Section{create, list}
	return page, err
}

// activeClients returns the company's clients that are enabled.
func (w *Handler) activeClients(c *fiber.Ctx, v shell.Visitor) ([]store.Client, error) {
	all, err := w.Store.Clients(c.UserContext(), v.Company)
	return slices.DeleteFunc(all, func(cl store.Client) bool { return cl.State != access.StateActive }), err
}

func linkForm(v shell.Visitor, clients []store.Client) *views.Form {
	function := views.Field{Name: "function", Label: v.T("Function"), Kind: "select"}
	for _, f := range intake.LinkFunctions() {
		function.Options = append(function.Options, views.Option{Value: string(f), Label: v.Function(f)})
	}
	client := views.Field{Name: "client", Label: v.T("On behalf of"), Kind: "select"}
	for _, cl := range clients {
		client.Options = append(client.Options, views.Option{Value: cl.ID, Label: cl.Name + " (" + cl.ID + ")"})
	}
	validity := views.Field{Name: "expiresIn", Label: v.T("Valid for"), Kind: "select"}
	for _, o := range linkValidities {
		validity.Options = append(validity.Options, views.Option{Value: o.Value, Label: v.T(o.Label)})
	}
	desktop := views.Field{Name: "desktop", Label: v.T("Opened on a desktop"), Kind: "select"}
	for _, o := range linkDesktops {
		desktop.Options = append(desktop.Options, views.Option{Value: o.Value, Label: v.T(o.Label)})
	}
	return &views.Form{
		Path:   "/capture-links",
		Button: v.T("Create link"),
		Fields: []views.Field{
			function, client, validity, desktop,
			{Name: "uniqueNumber", Label: v.T("Unique number (to enrol or verify)"), Kind: "text"},
			{Name: "reference", Label: v.T("Reference (optional)"), Kind: "text"},
		},
	}
}

func (w *Handler) linkList(c *fiber.Ctx, v shell.Visitor) (views.Section, error) {
	s := views.Section{
		Heading: v.T("Newest links"),
		Columns: v.Each("Created", "Function", "Client", "State", "Expires", "Job"),
		Empty:   v.T("No links yet."),
	}
	before, _ := ids.ParseUUID(c.Query("before"))
	links, err := w.Store.CaptureLinks(c.UserContext(), v.Company, before, linksShown)
	if err != nil {
		return s, err
	}
	now := w.Clock.Now()
	for _, l := range links {
		state := intake.LinkStateAt(l, now)
		shown := linkStates[state]
		row := views.Row{Cells: []views.Cell{
			{Time: v.Time(l.CreatedAt), Data: true},
			{Text: v.Function(l.Function), Under: l.Reference},
			{Text: l.ClientID, Data: true, Href: "/clients/" + l.ClientID},
			{Text: v.T(shown.text), Tone: shown.tone, Tag: true},
			{Time: v.Time(l.ExpiresAt), Data: true},
			{Text: format.ShortID(l.JobID), Data: true, Href: "/jobs/" + l.JobID},
		}}
		if slices.Contains([]string{intake.LinkCreated, intake.LinkOpened, intake.LinkCapturing}, state) {
			row.Actions = []views.Form{{
				Path:    "/capture-links/" + l.ID + "/revoke",
				Button:  v.T("Revoke"),
				Confirm: v.T(revokeNote),
			}}
		}
		s.Rows = append(s.Rows, row)
	}
	if len(links) == linksShown {
		s.More = "/capture-links?before=" + links[len(links)-1].ID
	}
	return s, nil
}

func (w *Handler) links(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.linksPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) addLink(c *fiber.Ctx, v shell.Visitor) error {
	made, cause := w.createLink(c, v)
	page, err := w.linksPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.Refused(c, page, cause)
	}
	code, err := rendition.QRCode(made.URL)
	if err != nil {
		return err
	}
	page.Secrets.Values = []views.Value{{Label: "url", Value: made.URL}}
	page.Sections = slices.Insert(page.Sections, 0, views.Section{
		Heading: v.T("The new link"),
		Picture: &views.Picture{URL: code, Alt: v.T("QR code of the link")},
	})
	return w.Render(c, views.SectionPage(page))
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
		ExpiresIn:    validity,
		Desktop:      onboarding.Desktop(form.Value(c, "desktop")),
	})
}

func (w *Handler) revokeLink(c *fiber.Ctx, v shell.Visitor) error {
	link, err := w.Store.CaptureLink(c.UserContext(), v.Company, c.Params("id"))
	if err == nil {
		by := intake.Caller{Company: v.Company, ClientID: link.ClientID, Agent: v.ID}
		err = w.Intake.RevokeLink(c.UserContext(), by, link.ID)
	}
	if err == nil {
		return c.Redirect("/capture-links?done=revoked", fiber.StatusSeeOther)
	}
	page, broken := w.linksPage(c, v)
	if broken != nil {
		return broken
	}
	return w.Refused(c, page, err)
}
