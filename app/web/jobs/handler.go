package jobs

import (
	"proofdesk/app/access"
	"proofdesk/app/customer"
	"proofdesk/app/evidence"
	"proofdesk/app/keyring"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/savedview"
)

// Handler serves the search for jobs and the records of each.
type Handler struct {
	*shell.Shell
	Desk      *review.Desk
	Checks    *quality.Checker
	Masking   *masking.Guard
	Views     *savedview.Views
	Customers *customer.Registry
	Keys      *keyring.Keys
	Safe      evidence.Safe
	// Pages are the pages that the box which goes anywhere leads to.
	Pages []shell.Link
}

// Link is the entry of the wing in the top bar.
var Link = shell.Link{Key: "jobs", Label: "Jobs", Href: "/jobs", Needs: access.ViewJobs}

// Routes adds the search for jobs and what is kept of each.
func (w *Handler) Routes(r shell.Router) {
	w.Views.Add(review.PageJobs, savedview.List{Query: w.jobsQuery, Count: w.countJobs, Show: w.showJobs})
	r.Get("/jump", access.ViewJobs, w.jump)
	r.Get("/jobs", access.ViewJobs, w.search)
	r.Get("/jobs.csv", access.ExportJobs, w.exportJobs)
	r.Get("/jobs/:id/bundle.zip", access.ExportJobs, w.Masking.DenyBlind(w.bundle))
	r.Get("/jobs/:id/history", access.ViewJobs, w.Masking.DenyBlind(w.history))
	r.Get("/jobs/:id/payload", access.ViewJobs, w.Masking.DenyBlind(w.payload))
}
