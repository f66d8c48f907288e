package dashboard

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/fault"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/download"
	"proofdesk/app/web/shell/figure"
	views "proofdesk/views/chart"
)

// figures reads the window that a page of figures is asked for, fills the page, and shows it or one plot's table as a
// file.
func (w *Handler) figures(fill func(*fiber.Ctx, shell.Visitor, dashboard.Window, *views.Page) error) shell.Handler {
	return func(c *fiber.Ctx, v shell.Visitor) error {
		span, known := dashboard.SpanOf(c.Query("range"))
		if !known {
			return fault.BadField("range", "one_of", "choose a period: 24 hours, 48 hours, 7 days or 30 days")
		}
		window := dashboard.WindowAt(span, w.Now(), v.TimeZone())
		path, file := strings.CutSuffix(c.Path(), ".csv")
		page := views.Page{
			Frame: w.Frame(c, v, v.T("Dashboard"), "dashboard"),
			Style: w.Assets.Path("dashboard.css"),
			Zoom:  w.Assets.Path("dashboard.js"),
		}
		if err := fill(c, v, window, &page); err != nil {
			return err
		}
		if file {
			return sendTable(c, page.Panels, path[strings.LastIndex(path, "/")+1:], span)
		}
		page.Note = v.T("up to %s, times in %s", v.Clock(window.Now.In(window.Zone)), window.Zone.String())
		for _, s := range dashboard.Spans() {
			page.Spans = append(page.Spans, views.Choice{
				Label: spanLabel(v.Language, s),
				Href:  c.Path() + "?range=" + s.Name,
				On:    s == span,
			})
		}
		page.Tabs = figure.Tabs(v, c.Path(), span.Name)
		if !slices.ContainsFunc(page.Panels, func(p views.Panel) bool { return p.Lines != nil }) {
			page.Zoom = ""
		}
		return w.Render(c, views.FigurePage(page))
	}
}

// sendTable sends the table of one plot as a file.
func sendTable(c *fiber.Ctx, panels []views.Panel, key string, span dashboard.Span) error {
	at := slices.IndexFunc(panels, func(p views.Panel) bool { return p.Key == key })
	if at < 0 {
		return fault.New(fault.NotFound, "this page does not have this chart")
	}
	return download.CSV(c, key+"-"+span.Name, append([][]string{panels[at].Table.Head}, panels[at].Table.Rows...))
}

func (w *Handler) overview(c *fiber.Ctx, v shell.Visitor, window dashboard.Window, page *views.Page) error {
	reader, err := w.reader(c, v)
	if err != nil {
		return err
	}
	found, err := reader.Board(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	reasons, err := w.Desk.Reasons(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, r := range reasons {
		names[r.Code] = v.Reason(r)
	}
	told := board{Board: found, Language: v.Language}
	page.Tiles = tiles(told)
	if v.Role.Can(access.ViewDeliveries) {
		page.Broken = broken(told)
	}
	page.Panels = panels(told, names)
	used, err := w.presetsPanel(c, v, window)
	if err != nil {
		return err
	}
	page.Panels = append(page.Panels, used)
	if found.Empty() {
		page.Empty = v.T("No jobs were submitted in this period and none are waiting. Choose a longer period, or " +
			"send a first job through the SDK API; figures appear within seconds of each decision.")
		if v.Role.Can(access.ManageSettings) {
			page.Guide = &views.Choice{Label: v.T("Create a sandbox job"), Href: "/sandbox"}
		}
	}
	return nil
}
