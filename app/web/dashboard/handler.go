package dashboard

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/presets"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
)

// Handler serves the pages of figures.
type Handler struct {
	*shell.Shell
	Desk    *review.Desk
	Presets *presets.Registry
	Checks  *quality.Checker
}

// Link is the entry of the wing in the top bar.
var Link = shell.Link{Key: "dashboard", Label: "Dashboard", Href: "/dashboard", Needs: access.ViewDashboard}

// Routes adds the pages of figures, and the table of each plot as a file.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/dashboard", access.ViewDashboard, w.figures(w.overview))
	r.Get("/dashboard/agents", access.ViewQuality, w.figures(w.agentFigures))
	r.Get("/dashboard/engine", access.ViewDashboard, w.figures(w.engineFigures))
	r.Get("/dashboard/agents.csv", access.ViewQuality, w.figures(w.agentFigures))
	r.Get("/dashboard/engine.csv", access.ViewDashboard, w.figures(w.engineFigures))
	r.Get("/dashboard/providers.csv", access.ViewDashboard, w.figures(w.engineFigures))
	r.Get("/dashboard/devices.csv", access.ViewDashboard, w.figures(w.engineFigures))
	r.Get("/dashboard/:plot.csv", access.ViewDashboard, w.figures(w.overview))
}

// reader returns what reads the figures for a visitor, without the decisions on jobs that they judge blind.
func (w *Handler) reader(c *fiber.Ctx, v shell.Visitor) (*dashboard.Reader, error) {
	reader := &dashboard.Reader{Store: w.Store, Log: w.Log}
	blind, err := w.Checks.Blind(c.UserContext(), v.Checker())
	if err != nil {
		return nil, err
	}
	return reader, reader.Hide(c.UserContext(), v.Company, blind)
}
