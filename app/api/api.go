package api

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/token"
)

// API holds what the routes need.
type API struct {
	Intake *intake.Intake
	// Verify returns whose a bearer token is; Unauthenticated for any that is not valid. Usually token.Endpoint.Verify.
	Verify func(ctx context.Context, bearer string) (token.Identity, error)
	// VerifyKey returns whose an API key is; Unauthenticated whatever is wrong with it.
	VerifyKey func(ctx context.Context, id, secret, address string) (KeyHolder, error)
	// Address returns a caller's address behind trusted proxies: httpserver.Server.Address.
	Address func(c *fiber.Ctx) netip.Addr
	// Rate limits the calls of one client or API key on this node; the zero rate is DefaultRate.
	Rate Rate

	throttle throttle
	uploads  chan struct{}
}

// KeyHolder is the company and key that an API key authenticates.
type KeyHolder struct {
	Company string // slug
	KeyID   string // UUID
}

// Base is the path that the SDK's calls are under.
const Base = "/api/v4"

// maxUploads limits how many captures are held in memory at once.
const maxUploads = 48

const (
	captureLimit  = 20_000_000
	autoFillLimit = 50_000_000
	resultsLimit  = 256 << 10
	snapshotLimit = 4 << 10
)

// Bodies returns the body rules of the routes, for httpserver.Options.
func Bodies() []httpserver.BodyRule {
	return append(authBodies(), []httpserver.BodyRule{
		{Method: http.MethodPut, Pattern: Base + "/jobs/*/captures/*", Limit: captureLimit, Stream: true},
		{Method: http.MethodPost, Pattern: Base + "/autofill", Limit: autoFillLimit, Stream: true},
		{Method: http.MethodPut, Pattern: Base + "/jobs/*/results", Limit: resultsLimit},
		{Method: http.MethodPost, Pattern: "/api/get-job-data", Limit: snapshotLimit},
	}...)
}

// Mount adds the routes.
func (a *API) Mount(app *fiber.App) {
	a.throttle.rate = a.Rate.orDefault()
	a.uploads = make(chan struct{}, maxUploads)
	app.Get("/api/openapi.json", a.openAPI)
	app.Post("/api/get-job-data", a.keyed, a.getJobData)
	app.Get("/api/documents/:urn", a.keyed, a.getDocument)
	v4 := app.Group(Base)
	v4.Post("/initialize", a.bearer, a.initialize)
	v4.Get("/models/:name/:version", a.bearer, a.getModel)
	v4.Post("/jobs", a.bearer, a.createJob)
	v4.Get("/jobs/:id", a.bearer, a.getJob)
	v4.Put("/jobs/:id/captures/:kind", a.bearer, a.putCapture)
	v4.Put("/jobs/:id/results", a.bearer, a.putResults)
	v4.Post("/jobs/:id/submit", a.bearer, a.submit)
	v4.Post("/autofill", a.bearer, a.autoFill)
}
