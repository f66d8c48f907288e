package web

import (
	"context"
	"slices"
	"sync"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/audittrail"
	"proofdesk/app/companies"
	"proofdesk/app/credentials"
	"proofdesk/app/customer"
	"proofdesk/app/endpoints"
	"proofdesk/app/evidence"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/quality"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/savedview"
)

// Console is the browser's side of the program.
type Console struct {
	*shell.Shell
	Desk *review.Desk
	// Checks are the quality checks of decisions.
	Checks *quality.Desk
	// Views are the saved views of lists.
	Views *savedview.Views
	// Pages are all pages that the visitor may be led to.
	Pages []shell.Link
	// Masking decides what of a job a visitor sees.
	Masking *masking.Rules
	Keys    *keyring.Keys
	Safe    evidence.Safe
	// Accounts, Credentials, Endpoints, Companies and Trail are what administrators manage.
	Accounts    *accounts.Registry
	Credentials *credentials.Registry
	Endpoints   *endpoints.Registry
	Companies   *companies.Registry
	Trail       *audittrail.Trail
	// Customers are the enrolled persons; Intake takes the sandbox's jobs.
	Customers *customer.Registry
	Intake    *intake.Intake
	// Retention removes what is old.
	Retention *retention.Sweeper
	// Installation are settings of the environment that the settings page shows.
	Installation []Setting
	// Rendition makes a picture that is fit to show from a captured image: decoded, upright by its EXIF orientation, at
	// most as wide and high as the size asks (thumb, view, full, blurred), encoded anew without metadata. It gives the
	// bytes and their content type; a fault where the image can't be decoded.
	Rendition func(ctx context.Context, image []byte, size string) ([]byte, string, error)

	once    sync.Once
	renders renditions
}

// Setting is one setting of the environment as people read it.
type Setting struct {
	Name     string // what it is
	Value    string
	Variable string // the environment variable that sets it
}

var workLinks = []shell.Link{
	{Key: "queue", Label: "Queue", Href: "/queue", Needs: access.ViewJobs},
	{Key: "jobs", Label: "Jobs", Href: "/jobs", Needs: access.ViewJobs},
	{Key: "webhooks", Label: "Webhooks", Href: "/webhooks", Needs: access.ViewDeliveries},
	{Key: "customers", Label: "Customers", Href: "/customers", Needs: access.ViewCustomers},
	dashboardLink,
}

// Routes adds the console's routes.
func (w *Console) Routes(app fiber.Router) {
	w.Links, w.Menu, w.SignIn = workLinks, office, w.askSignIn
	w.Masking = &masking.Rules{Store: w.Store, Desk: w.Desk, Checks: w.Checks, Clock: w.Clock}
	w.Pages = slices.Concat(workLinks, webhookPages(), figure.Pages)
	for _, g := range office {
		w.Pages = append(w.Pages, g.Links...)
	}
	w.Views = &savedview.Views{Shell: w.Shell, Desk: w.Desk}
	w.Views.Add(review.PageQueue, savedview.List{Query: w.queueQuery, Count: w.countQueue, Show: w.showQueue})
	w.Views.Add(review.PageJobs, savedview.List{Query: w.jobsQuery, Count: w.countJobs, Show: w.showJobs})
	r := w.Router(app)
	r.GetOpen("/login", w.loginPage)
	r.PostOpen("/login", w.login)
	r.GetOpen("/login/totp", w.codePage)
	r.PostOpen("/login/totp", w.secondStep)
	r.PostOpen("/login/look", w.doorLook)
	r.Post("/logout", access.ViewJobs, w.logout)
	r.Post("/me/theme", access.ViewJobs, w.theme)
	r.Post("/me/language", access.ViewJobs, w.language)
	r.Post("/me/status", access.ReviewJobs, w.status)
	r.Get("/queue", access.ViewJobs, w.queueList)
	w.Views.Routes(r)
	r.Post("/queue/next", access.ReviewJobs, w.next)
	r.Post("/queue/ahead", access.ReviewJobs, w.ahead)
	r.Get("/live", access.ViewJobs, w.live)
	r.Get("/queue/state", access.ViewJobs, w.queueState)
	r.Get("/jump", access.ViewJobs, w.jump)
	r.Get("/jobs", access.ViewJobs, w.search)
	r.Get("/jobs.csv", access.ExportJobs, w.exportJobs)
	r.Get("/jobs/:id", access.ViewJobs, w.job)
	r.Get("/jobs/:id/report", access.ViewJobs, w.Masking.DenyBlind(w.report))
	r.Get("/jobs/:id/bundle.zip", access.ExportJobs, w.Masking.DenyBlind(w.bundle))
	r.Get("/jobs/:id/peek", access.ViewJobs, w.peek)
	r.Get("/jobs/:id/history", access.ViewJobs, w.Masking.DenyBlind(w.history))
	r.Get("/jobs/:id/payload", access.ViewJobs, w.Masking.DenyBlind(w.payload))
	r.Post("/jobs/:id/claim", access.ReviewJobs, w.claim)
	r.Post("/jobs/:id/decide", access.ReviewJobs, byClaim(w.decide, w.judge))
	r.Post("/jobs/:id/escalate", access.ReviewJobs, w.Masking.DenyBlind(w.escalate))
	r.Post("/jobs/:id/skip", access.ReviewJobs, byClaim(w.skip, w.skipCheck))
	r.Post("/jobs/:id/undo", access.ReviewJobs, w.Masking.DenyBlind(w.undo))
	r.Post("/jobs/:id/draft", access.ReviewJobs, byClaim(w.draft, w.keepCheck))
	r.Post("/jobs/:id/heartbeat", access.ReviewJobs, byClaim(w.heartbeat, w.renewCheck))
	r.Post("/jobs/:id/leave", access.ReviewJobs, byClaim(w.leave, w.leaveCheck))
	r.Post("/jobs/:id/watch", access.ViewJobs, w.watch)
	r.Post("/jobs/:id/unwatch", access.ViewJobs, w.unwatch)
	r.Post("/jobs/:id/reveal", access.RevealValues, w.reveal)
	r.Post("/jobs/:id/correct", access.CorrectFields, w.Masking.DenyBlind(w.correct))
	r.Get("/media/:document", access.ViewJobs, w.media)
	w.adminRoutes(r)
	w.webhookRoutes(r)
	w.dashboardRoutes(r)
	w.qualityRoutes(r)
}
