package web

import (
	"bytes"
	"context"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/audittrail"
	"proofdesk/app/clock"
	"proofdesk/app/companies"
	"proofdesk/app/credentials"
	"proofdesk/app/customer"
	"proofdesk/app/endpoints"
	"proofdesk/app/evidence"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/static"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// Console is the browser's side of the program.
type Console struct {
	Store    *store.Store
	Desk     *review.Desk
	Sessions *session.Browsers
	Keys     *keyring.Keys
	Safe     evidence.Safe
	Clock    clock.Clock
	Log      *slog.Logger
	Assets   static.Bundle
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
	// Address tells the caller's address behind trusted proxies; nil for the address of the connection.
	Address func(c *fiber.Ctx) netip.Addr
	// Rendition makes a picture that is fit to show from a captured image: decoded, upright by its EXIF orientation, at
	// most as wide and high as the size asks (thumb, view, full, blurred), encoded anew without metadata. It gives the
	// bytes and their content type; a fault where the image can't be decoded.
	Rendition func(ctx context.Context, image []byte, size string) ([]byte, string, error)
	// Links are pages of other parts that the top bar names, with who may see them.
	Links []Link

	once    sync.Once
	renders renditions
	counted viewCounts
}

// Setting is one setting of the environment as people read it.
type Setting struct {
	Name     string // what it is
	Value    string
	Variable string // the environment variable that sets it
}

// Link is one entry of the top bar that a role may see.
type Link struct {
	layout.Link
	Needs access.Permission
}

var workLinks = []Link{
	{layout.Link{Key: "queue", Label: "Queue", Href: "/queue"}, access.ViewJobs},
	{layout.Link{Key: "jobs", Label: "Jobs", Href: "/jobs"}, access.ViewJobs},
	{layout.Link{Key: "webhooks", Label: "Webhooks", Href: "/webhooks"}, access.ViewDeliveries},
	{layout.Link{Key: "customers", Label: "Customers", Href: "/customers"}, access.ViewCustomers},
	dashboardLink,
}

// Routes adds the console's routes.
func (w *Console) Routes(app fiber.Router) {
	app.Get("/static/:file", w.asset)
	app.Get("/login", w.loginPage)
	app.Post("/login", w.sameOrigin, w.login)
	app.Get("/login/totp", w.codePage)
	app.Post("/login/totp", w.sameOrigin, w.secondStep)
	app.Post("/login/look", w.sameOrigin, w.doorLook)
	app.Get("/favicon.ico", w.favicon)

	get := func(path string, needs access.Permission, handle handler) {
		app.Get(path, w.page, w.allow(needs, handle))
	}
	post := func(path string, needs access.Permission, handle handler) {
		app.Post(path, w.page, w.guardForm, w.allow(needs, handle))
	}
	post("/logout", access.ViewJobs, w.logout)
	post("/me/theme", access.ViewJobs, w.theme)
	post("/me/language", access.ViewJobs, w.language)
	post("/me/status", access.ReviewJobs, w.status)
	get("/queue", access.ViewJobs, w.queueList)
	w.viewRoutes(get, post)
	post("/queue/next", access.ReviewJobs, w.next)
	post("/queue/ahead", access.ReviewJobs, w.ahead)
	get("/live", access.ViewJobs, w.live)
	get("/queue/state", access.ViewJobs, w.queueState)
	get("/jump", access.ViewJobs, w.jump)
	get("/jobs", access.ViewJobs, w.search)
	get("/jobs.csv", access.ExportJobs, w.exportJobs)
	get("/jobs/:id", access.ViewJobs, w.job)
	get("/jobs/:id/report", access.ViewJobs, w.denyBlind(w.report))
	get("/jobs/:id/bundle.zip", access.ExportJobs, w.denyBlind(w.bundle))
	get("/jobs/:id/peek", access.ViewJobs, w.peek)
	get("/jobs/:id/history", access.ViewJobs, w.denyBlind(w.history))
	get("/jobs/:id/payload", access.ViewJobs, w.denyBlind(w.payload))
	post("/jobs/:id/claim", access.ReviewJobs, w.claim)
	post("/jobs/:id/decide", access.ReviewJobs, byClaim(w.decide, w.judge))
	post("/jobs/:id/escalate", access.ReviewJobs, w.denyBlind(w.escalate))
	post("/jobs/:id/skip", access.ReviewJobs, byClaim(w.skip, w.skipCheck))
	post("/jobs/:id/undo", access.ReviewJobs, w.denyBlind(w.undo))
	post("/jobs/:id/draft", access.ReviewJobs, byClaim(w.draft, w.keepCheck))
	post("/jobs/:id/heartbeat", access.ReviewJobs, byClaim(w.heartbeat, w.renewCheck))
	post("/jobs/:id/leave", access.ReviewJobs, byClaim(w.leave, w.leaveCheck))
	post("/jobs/:id/watch", access.ViewJobs, w.watch)
	post("/jobs/:id/unwatch", access.ViewJobs, w.unwatch)
	post("/jobs/:id/reveal", access.RevealValues, w.reveal)
	post("/jobs/:id/correct", access.CorrectFields, w.denyBlind(w.correct))
	get("/media/:document", access.ViewJobs, w.media)
	w.adminRoutes(get, post)
	w.webhookRoutes(get, post)
	w.dashboardRoutes(get)
	w.qualityRoutes(get, post)
}

// visitor is who is asking: a signed-in agent, the language of their pages and the token of the session's forms.
type visitor struct {
	store.Agent
	words.Language // what their pages are written in
	csrf           string
}

// desk returns the visitor as the review desk knows them.
func (v visitor) desk() review.Agent {
	return review.Agent{
		Company: v.Company,
		ID:      v.ID,
		Name:    v.DisplayName,
		Senior:  v.Role.Can(access.ReviewEscalated),
		Decides: v.Role.Can(access.ReviewJobs),
		Resting: v.resting(),
	}
}

// handler is a route behind the sign-in.
type handler func(c *fiber.Ctx, v visitor) error

// frame returns what every page has around it.
func (w *Console) frame(c *fiber.Ctx, v visitor, title, section string) layout.Frame {
	f := layout.Frame{
		Title:   title,
		Path:    pathOf(c),
		Theme:   themeFor(c, v),
		Section: section,
		CSS:     w.Assets.Path("console.css"),
		Script:  w.Assets.Path("console.js"),
		CSRF:    v.csrf,
		Agent: layout.Agent{
			Name:         v.DisplayName,
			Role:         string(v.Role),
			Decides:      v.Role.Can(access.ReviewJobs),
			Availability: string(v.Availability),
		},
	}
	for _, link := range slices.Concat(workLinks, w.Links) {
		if v.Role.Can(link.Needs) {
			f.Links = append(f.Links, link.Link)
		}
	}
	f.Links = append(f.Links, officeLink(v)...)
	for i := range f.Links {
		f.Links[i].Label = v.T(f.Links[i].Label)
	}
	f.Look = lookOf(v)
	return f
}

// render writes a whole page, or nothing of it.
func (w *Console) render(c *fiber.Ctx, page templ.Component) error {
	var b bytes.Buffer
	ctx := context.WithoutCancel(c.UserContext()) // an error page is rendered after its request's time is over
	ctx = ui.WithKeys(words.With(ctx, languageOf(c)), keysOf(c))
	if err := page.Render(ui.WithSprite(ctx, w.Assets.Path("icons.svg")), &b); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	return c.Send(b.Bytes())
}

// now is the console's time.
func (w *Console) now() time.Time { return w.Clock.Now() }
