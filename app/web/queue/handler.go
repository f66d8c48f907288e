package queue

import (
	"sync"

	"github.com/maypok86/otter/v2"

	"proofdesk/app/access"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/savedview"
)

// Handler serves the review queue.
type Handler struct {
	*shell.Shell
	Desk    *review.Desk
	Masking *masking.Guard
	Views   *savedview.Views

	once   sync.Once
	recent *otter.Cache[groundsKey, *grounds]
}

// Link is the entry of the wing in the top bar.
var Link = shell.Link{Key: "queue", Label: "Queue", Href: "/queue", Needs: access.ViewJobs}

// Routes adds the queue and its live state.
func (w *Handler) Routes(r shell.Router) {
	w.Views.Add(review.PageQueue, savedview.List{Query: w.queueQuery, Count: w.countQueue, Show: w.showQueue})
	r.Get("/queue", access.ViewJobs, w.queueList)
	r.Get("/live", access.ViewJobs, w.live)
	r.Get("/queue/state", access.ViewJobs, w.queueState)
}
