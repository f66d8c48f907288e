package integration

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/rendition"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// linksShown is how many capture links a page lists.
const linksShown = 50

const linkNote = "The link is shown once: send it to the applicant, or let them scan the code. It belongs to the " +
	"first browser whose applicant agrees, and ends when the job is submitted."

const revokeNote = "The applicant can't go on with this link. Captures that were sent are removed after a day, " +
	"unless the client submits their job."

const revokeAskedNote = "The applicant can't take these captures again with this link. The job stays in review."

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
	page.Docs = v.DocsLink("/docs/links")
	page.Intro = v.WithZone(v.T("Links to a page of this console on which applicants capture by themselves."))
	clients, err := w.activeClients(c, v)
	if err != nil {
		return page, err
	}
	form, err := w.linkForm(c, v, clients)
	if err != nil {
		return page, err
	}
	create := views.Section{Heading: v.T("Create a link"), Note: v.T(linkNote), Form: form}
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
			{Text: v.Function(l.Function), Under: aboutLink(v, l)},
			{Text: l.ClientID, Data: true, Href: "/clients/" + l.ClientID},
			{Text: v.T(shown.text), Tone: shown.tone, Tag: true},
			{Time: v.Time(l.ExpiresAt), Data: true},
			{Text: format.ShortID(l.JobID), Data: true, Href: "/jobs/" + l.JobID},
		}}
		if slices.Contains([]string{intake.LinkCreated, intake.LinkOpened, intake.LinkCapturing}, state) {
			revoke := views.Form{
				Path:    "/capture-links/" + l.ID + "/revoke",
				Button:  v.T("Revoke"),
				Confirm: v.T(revokeNote),
			}
			if l.AskedBy != "" {
				revoke.Confirm = v.T(revokeAskedNote)
			}
			row.Actions = []views.Form{revoke}
		}
		s.Rows = append(s.Rows, row)
	}
	if len(links) == linksShown {
		s.More = "/capture-links?before=" + links[len(links)-1].ID
	}
	return s, nil
}

// aboutLink returns the integrator's reference of a link, or what an agent asks for with it.
func aboutLink(v shell.Visitor, l store.CaptureLink) string {
	if l.AskedBy == "" {
		return l.Reference
	}
	var kinds []string
	for _, kind := range l.Asked.Kinds() {
		kinds = append(kinds, v.T(wording.Capture(kind)))
	}
	return v.T("asked again: %s", strings.Join(kinds, ", "))
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
		return w.Refused(c, page, linkProblem(cause))
	}
	code, err := rendition.QRCode(made.URL)
	if err != nil {
		return err
	}
	page.Secrets.Values = []views.Value{{Label: v.T("Link"), Value: made.URL}}
	page.Sections = slices.Insert(page.Sections, 0, views.Section{
		Heading: v.T("The new link"),
		Picture: &views.Picture{URL: code, Alt: v.T("QR code of the link")},
	})
	return w.Render(c, views.SectionPage(page))
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
