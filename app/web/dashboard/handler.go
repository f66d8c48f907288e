package dashboard

import (
	"proofdesk/app/access"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
)

// Handler serves the pages of figures.
type Handler struct {
	*shell.Shell
	Desk *review.Desk
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
	r.Get("/dashboard/:plot.csv", access.ViewDashboard, w.figures(w.overview))
}
