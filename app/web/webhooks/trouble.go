package webhooks

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/webhook"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// troubleRows is how many failed deliveries of one endpoint the list of trouble shows.
const troubleRows = 20

// trouble lists exactly what the badge of the top bar counts.
func (w *Handler) trouble(c *fiber.Ctx, v shell.Visitor) error {
	t, err := shell.TroubleOf(c.UserContext(), w.Store, v.Company)
	if err != nil {
		return err
	}
	blind, err := w.Masking.Checks.Blind(c.UserContext(), v.Checker())
	if err != nil {
		return err
	}
	page := w.PlainPage(c, v, v.T("Delivery trouble"), "webhooks")
	page.Back = &layout.Link{Href: "/deliveries", Label: v.T("Deliveries")}
	page.Intro = t.Text(v)
	if t.Count() == 0 {
		page.Intro = v.T("Nothing needs attention: no delivery has failed, and nothing is held.")
	}
	for _, section := range []views.Section{
		w.refusingSection(v, t, blind), w.hostsSection(v, t), pausedSection(v, t),
	} {
		if len(section.Rows) > 0 {
			page.Sections = append(page.Sections, section)
		}
	}
	for _, f := range t.Failed {
		section, err := w.failedSection(c, v, f)
		if err != nil {
			return err
		}
		page.Sections = append(page.Sections, section)
	}
	return w.Render(c, views.SectionPage(page))
}

func endpointCell(e webhook.Endpoint) views.Cell {
	return views.Cell{Text: e.URL, Under: e.Description, Href: "/webhooks/" + e.ID, Wrap: true}
}

// refusingSection lists the endpoints that refuse every event; the delivery of a job in blind is left out.
func (w *Handler) refusingSection(v shell.Visitor, t shell.Trouble, blind map[string]bool) views.Section {
	s := views.Section{
		Heading: v.T("Endpoints that refuse every event"),
		Note: v.T("They answer, but with a redirect or an error of the client, so that no retry can help. Check the " +
			"address and the headers, then redeliver."),
		Columns: []string{v.T("Endpoint"), v.T("Last answer"), v.T("Delivery"), v.T("Created")},
	}
	for _, r := range t.Refusing {
		last := views.Cell{Text: r.Last.ID, Href: "/deliveries/" + r.Last.ID, Data: true}
		if blind[r.Last.JobID] {
			last = views.Cell{}
		}
		s.Rows = append(s.Rows, views.Row{Cells: []views.Cell{
			endpointCell(r.Endpoint),
			{Text: resultText(v, r.Last), Tone: ui.Fail},
			last,
			{Time: v.Time(r.Last.CreatedAt), Data: true},
		}})
	}
	return s
}

func (w *Handler) hostsSection(v shell.Visitor, t shell.Trouble) views.Section {
	s := views.Section{
		Heading: v.T("Hosts on hold"),
		Note:    v.T("Deliveries to them wait. No attempt is lost."),
		Columns: []string{v.T("Host"), v.T("Reason"), v.T("Next probe")},
	}
	for _, b := range t.Hosts {
		s.Rows = append(s.Rows, views.Row{Cells: []views.Cell{
			{Text: delivery.PlainHost(b.Host), Href: delivery.HostPath(b.Host)},
			{Text: delivery.Reason(v.Language, b.Reason), Wrap: true},
			{Text: delivery.ProbeTime(v, b, w.Now()), Data: true},
		}})
	}
	return s
}

func pausedSection(v shell.Visitor, t shell.Trouble) views.Section {
	s := views.Section{
		Heading: v.T("Paused endpoints"),
		Note:    v.T("Their deliveries wait until they are resumed."),
		Columns: []string{v.T("Endpoint"), v.T("Reason")},
	}
	for _, e := range t.Paused {
		s.Rows = append(s.Rows, views.Row{Cells: []views.Cell{
			endpointCell(e), {Text: v.Translate(e.PauseReason), Wrap: true},
		}})
	}
	return s
}

// failedSection lists the newest failed deliveries of an endpoint that nobody has settled.
func (w *Handler) failedSection(c *fiber.Ctx, v shell.Visitor, f shell.FailedAt) (views.Section, error) {
	s := views.Section{
		Heading: v.N(f.N, "1 failed delivery", "%d failed deliveries"),
		Note:    f.URL,
		Columns: []string{v.T("Created"), v.T("Event"), v.T("Delivery"), v.T("Result")},
	}
	found, err := w.Store.UnsettledDeliveries(c.UserContext(), v.Company, f.ID, troubleRows+1)
	if err != nil {
		return s, err
	}
	if len(found) > troubleRows {
		found, s.More = found[:troubleRows], deliveryQuery{state: string(webhook.Failed), endpoint: f.ID}.href(0)
	}
	rows, err := w.deliveryRows(c, v, found)
	for _, d := range rows {
		s.Rows = append(s.Rows, views.Row{Cells: []views.Cell{
			{Time: d.At, Data: true},
			{Text: format.Words(d.Type)},
			{Text: d.ID, Href: d.Href, Data: true},
			{Text: d.Result, Tone: ui.Fail, Wrap: true},
		}})
	}
	return s, err
}
