package media

import (
	"proofdesk/app/access"
	"proofdesk/app/evidence"
	"proofdesk/app/keyring"
	"proofdesk/app/rendition"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
)

// Handler serves the captures of jobs.
type Handler struct {
	*shell.Shell
	Keys     *keyring.Keys
	Safe     evidence.Safe
	Masking  *masking.Guard
	Pictures *rendition.Maker
}

// Routes adds the pictures of captures, and those of the customers that a job names.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/media/:document", access.ViewJobs, w.media)
	r.Get("/jobs/:id/candidates/:customer", access.ViewJobs, w.candidate)
}
