package media

import (
	"context"
	"sync"

	"proofdesk/app/access"
	"proofdesk/app/evidence"
	"proofdesk/app/keyring"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
)

// Handler serves the captures of jobs.
type Handler struct {
	*shell.Shell
	Keys    *keyring.Keys
	Safe    evidence.Safe
	Masking *masking.Guard
	// Rendition makes a picture that is fit to show from a captured image: decoded, upright by its EXIF orientation, at
	// most as wide and high as the size asks (thumb, view, full, blurred), encoded anew without metadata. It returns
	// the bytes and their content type; a fault where the image can't be decoded.
	Rendition func(ctx context.Context, image []byte, size string) ([]byte, string, error)

	once    sync.Once
	renders renditions
}

// Routes adds the pictures of captures.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/media/:document", access.ViewJobs, w.media)
}
