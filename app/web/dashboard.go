package web

import (
	"encoding/csv"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/dashboard"
	"proofdesk/app/fault"
	views "proofdesk/views/dashboard"
	"proofdesk/views/layout"
)

// dashboardLink is the dashboard's entry in the top bar.
var dashboardLink = Link{layout.Link{Key: "dashboard", Label: "Dashboard", Href: "/dashboard"}, access.ViewDashboard}

// figurePages are the pages of figures, by what ends their path.
var figurePages = []struct {
	path, label string
	needs       access.Permission
}{{"/dashboard", "Overview", access.ViewDashboard}, {"/dashboard/agents", "Agents", access.ViewQuality}, {"/dashboard/engine", "Engine", access.ViewDashboard}}

func (w *Console) dashboardRoutes(get func(string, access.Permission, handler)) {
	get("/dashboard", access.ViewDashboard, w.figures(w.overview))
	get("/dashboard/agents", access.ViewQuality, w.figures(w.agentFigures))
	get("/dashboard/engine", access.ViewDashboard, w.figures(w.engineFigures))
	get("/dashboard/agents.csv", access.ViewQuality, w.figures(w.agentFigures))
	get("/dashboard/engine.csv", access.ViewDashboard, w.figures(w.engineFigures))
	get("/dashboard/:plot.csv", access.ViewDashboard, w.figures(w.overview))
}

// figures reads the window that a page of figures is asked for, fills the page, and shows it or one plot's table as a file.
func (w *Console) figures(fill func(*fiber.Ctx, visitor, dashboard.Window, *views.Page) error) handler {
	return func(c *fiber.Ctx, v visitor) error {
		span, known := dashboard.SpanOf(c.Query("range"))
		if !known {
			return fault.BadField("range", "one_of", "choose 24h, 48h, 7d or 30d")
		}
		window := dashboard.WindowAt(span, w.now(), admin.PreferencesOf(v.Agent).Zone())
		path, file := strings.CutSuffix(c.Path(), ".csv")
		page := views.Page{Frame: w.frame(c, v, "Dashboard", "dashboard"), Style: w.Assets.Path("dashboard.css"), Zoom: w.Assets.Path("dashboard.js")}
		if err := fill(c, v, window, &page); err != nil {
			return err
		}
		if file {
			return sendTable(c, page.Panels, path[strings.LastIndex(path, "/")+1:], span)
		}
		page.Note = "up to " + window.Now.In(window.Zone).Format("15:04") + ", times in " + window.Zone.String()
		for _, s := range dashboard.Spans() {
			page.Spans = append(page.Spans, views.Choice{Label: spanLabel(s), Href: c.Path() + "?range=" + s.Name, On: s == span})
		}
		for _, p := range figurePages {
			if v.Role.Can(p.needs) {
				page.Tabs = append(page.Tabs, views.Choice{Label: p.label, Href: p.path + "?range=" + span.Name, On: p.path == c.Path()})
			}
		}
		if !slices.ContainsFunc(page.Panels, func(p views.Panel) bool { return p.Lines != nil }) {
			page.Zoom = ""
		}
		return w.render(c, views.DashboardPage(page))
	}
}

// sendTable sends the table of one plot as a file.
func sendTable(c *fiber.Ctx, panels []views.Panel, key string, span dashboard.Span) error {
	at := slices.IndexFunc(panels, func(p views.Panel) bool { return p.Key == key })
	if at < 0 {
		return fault.New(fault.NotFound, "there is no such plot")
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+key+"-"+span.Name+`.csv"`)
	var b strings.Builder
	out := csv.NewWriter(&b)
	rows := append([][]string{panels[at].Table.Head}, panels[at].Table.Rows...)
	for _, row := range rows {
		safe := slices.Clone(row)
		for i := range safe {
			safe[i] = plainCell(safe[i])
		}
		_ = out.Write(safe) // a builder takes everything
	}
	out.Flush()
	return c.SendString(b.String())
}

func (w *Console) overview(c *fiber.Ctx, v visitor, window dashboard.Window, page *views.Page) error {
	board, err := (&dashboard.Desk{Store: w.Store}).Board(c.UserContext(), v.Company, window)
	if err != nil {
		return err
	}
	reasons, err := w.Desk.Reasons(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, r := range reasons {
		names[r.Code] = r.Text
	}
	page.Tiles = tiles(board)
	page.Panels = panels(board, names)
	if board.Empty() {
		page.Empty = "No job was submitted in this time and none waits. Choose a longer time, or send a first job through the SDK API; figures follow within seconds of each decision."
		if v.Role.Can(access.ManageSettings) {
			page.Guide = &views.Choice{Label: "Make a job in the sandbox", Href: "/sandbox"}
		}
	}
	return nil
}
