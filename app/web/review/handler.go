package review

import (
	"proofdesk/app/access"
	"proofdesk/app/intake"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
)

// Handler serves the review page.
type Handler struct {
	*shell.Shell
	Desk    *review.Desk
	Checks  *quality.Checker
	Masking *masking.Guard
	Intake  *intake.Intake
}

// Routes adds the review page and what is done on it.
func (w *Handler) Routes(r shell.Router) {
	r.Post("/queue/next", access.ReviewJobs, w.next)
	r.Post("/queue/ahead", access.ReviewJobs, w.ahead)
	r.Get("/jobs/:id", access.ViewJobs, w.job)
	r.Get("/jobs/:id/report", access.ViewJobs, w.Masking.DenyBlind(w.report))
	r.Get("/jobs/:id/peek", access.ViewJobs, w.peek)
	r.Post("/jobs/:id/claim", access.ReviewJobs, w.claim)
	r.PostRepeatable("/jobs/:id/decide", access.ReviewJobs, byClaim(w.decide, w.Once(w.judge)))
	r.Post("/jobs/:id/escalate", access.ReviewJobs, w.Masking.DenyBlind(w.escalate))
	r.Post("/jobs/:id/ask", access.ReviewJobs, w.Masking.DenyBlind(w.ask))
	r.Post("/jobs/:id/withdraw", access.ReviewJobs, w.Masking.DenyBlind(w.withdraw))
	r.Post("/jobs/:id/skip", access.ReviewJobs, byClaim(w.skip, w.skipCheck))
	r.Post("/jobs/:id/undo", access.ReviewJobs, w.Masking.DenyBlind(w.undo))
	r.Post("/jobs/:id/draft", access.ReviewJobs, w.draft)
	r.Post("/jobs/:id/draft/discard", access.ReviewJobs, w.discard)
	r.Post("/jobs/:id/heartbeat", access.ReviewJobs, byClaim(w.heartbeat, w.renewCheck))
	r.Post("/jobs/:id/leave", access.ReviewJobs, byClaim(w.leave, w.leaveCheck))
	r.Post("/jobs/:id/watch", access.ViewJobs, w.watch)
	r.Post("/jobs/:id/unwatch", access.ViewJobs, w.unwatch)
	r.Post("/jobs/:id/reveal", access.RevealValues, w.reveal)
	r.Post("/jobs/:id/correct", access.CorrectFields, w.Masking.DenyBlind(w.correct))
	r.Post("/quality/checks/next", access.ReviewJobs, w.nextCheck)
}
