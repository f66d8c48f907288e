package quality

import (
	"proofdesk/app/access"
	"proofdesk/app/companies"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
)

// Handler serves the pages about quality checks.
type Handler struct {
	*shell.Shell
	Desk      *review.Desk
	Checks    *quality.Checker
	Masking   *masking.Guard
	Companies *companies.Registry
}

// Routes adds the figures of quality checks, the checks that wait, and feedback.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/quality", access.ViewQuality, w.quality)
	r.Get("/quality/checks", access.ViewJobs, w.waitingChecks)
	r.Get("/quality/feedback", access.ViewJobs, w.feedback)
	r.Get("/me/work", access.ReviewJobs, w.ownWork)
	r.Get("/quality/agents/:agent", access.ViewQuality, w.agentWork)
	r.Post("/quality/rates", access.ManageQuality, w.setRates)
	r.Get("/quality/disagreements.csv", access.ViewQuality, w.exportSplits)
	r.Post("/quality/disagreements/:check", access.ManageQuality, w.adjudicate)
	r.Get("/quality/:plot.csv", access.ViewQuality, w.exportQuality)
}
