package api

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/artifact"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/token"
	"proofdesk/engine/media"
)

// API holds what the routes need.
type API struct {
	Intake  *intake.Intake
	Presets *presets.Registry
	Library *presets.Library
	// Artifacts are the versions of the web SDK.
	Artifacts *artifact.Shelf
	// Verify returns whose a bearer token is; Unauthenticated for any that is not valid. Usually token.Endpoint.Verify.
	Verify func(ctx context.Context, bearer string) (token.Identity, error)
	// Permit returns what watches the writes of a request with such a token; nil for nothing. Usually token.Permit.
	Permit func(token.Identity) store.Permit
	// VerifyKey returns whose an API key is; Unauthenticated whatever is wrong with it.
	VerifyKey func(ctx context.Context, id, secret, address string) (KeyHolder, error)
	// VerifyToken returns whose a token of the repository is; Unauthenticated whatever is wrong with it.
	VerifyToken func(ctx context.Context, token, address string) (KeyHolder, error)
	// Address returns a caller's address behind trusted proxies: httpserver.Server.Address.
	Address func(c *fiber.Ctx) netip.Addr
	// Rate limits the calls of one client or API key on this node; the zero rate is DefaultRate.
	Rate Rate

	// MediaRate limits the calls of one address for images and fonts on this node; the zero rate is DefaultMediaRate.
	MediaRate Rate

	// LinkRate limits the calls with one capture link, and of one address that opens links; the zero rate is
	// DefaultLinkRate.
	LinkRate Rate

	// MoveRate limits how often one capture link is given away on this node; the zero rate is DefaultMoveRate.
	MoveRate Rate

	// PageRate limits how many jobs, sessions and capture links of a client with origins one network opens on this
	// node; the zero rate is DefaultPageRate.
	PageRate Rate

	throttle throttle
	links    throttle // of applicants' browsers
	moves    throttle // of links to other browsers
	opened   throttle // jobs, sessions and links of clients with origins
	shown    throttle // of images and fonts
	uploads  slots
}

// KeyHolder is the company and key that an API key or a token of the repository authenticates.
type KeyHolder struct {
	Company string // slug
	KeyID   string // UUID
	// Permit watches the writes of the request; nil for nothing. Usually apikey.Verifier.Permit.
	Permit store.Permit
}

// Base is the path that the SDK's calls are under.
const Base = "/api/v4"

const (
	captureLimit  = 20_000_000
	autoFillLimit = 50_000_000
	resultsLimit  = 256 << 10
	snapshotLimit = 4 << 10
	presetLimit   = 3 * preset.MaxBytes // values, texts, and what stands around them
)

// Bodies returns the body rules of the routes, for httpserver.Options.
func Bodies() []httpserver.BodyRule {
	return append(authBodies(), []httpserver.BodyRule{
		{Method: http.MethodPut, Pattern: Base + "/jobs/*/captures/*", Limit: captureLimit, Stream: true},
		{Method: http.MethodPost, Pattern: Base + "/autofill", Limit: autoFillLimit, Stream: true},
		{Method: http.MethodPut, Pattern: Base + "/jobs/*/results", Limit: resultsLimit},
		{Method: http.MethodPost, Pattern: "/api/get-job-data", Limit: snapshotLimit},
		{Method: http.MethodPost, Pattern: "/api/presets", Limit: presetLimit},
		{Method: http.MethodPost, Pattern: "/api/presets/import", Limit: presetLimit},
		{Method: http.MethodPost, Pattern: "/api/presets/media", Limit: media.MaxBytes},
		{Method: http.MethodPost, Pattern: "/api/presets/*/validate", Limit: presetLimit},
		{Method: http.MethodPut, Pattern: "/api/presets/*/draft", Limit: presetLimit},
		{Method: http.MethodPatch, Pattern: "/api/presets/*/draft", Limit: presetLimit},
	}...)
}

// Mount adds the routes.
func (a *API) Mount(app *fiber.App) {
	a.throttle.rate = a.Rate.or(DefaultRate)
	a.links.rate = a.LinkRate.or(DefaultLinkRate)
	a.moves.rate = a.MoveRate.or(DefaultMoveRate)
	a.opened.rate = a.PageRate.or(DefaultPageRate)
	a.shown.rate = a.MediaRate.or(DefaultMediaRate)
	app.Get("/api/openapi.json", a.openAPI)
	app.Post("/api/get-job-data", a.keyed, a.getJobData)
	app.Get("/api/documents/:urn", a.keyed, a.getDocument)
	app.Get(repository, a.tokened, a.listArtifacts)
	app.Get(repository+":version/:file", a.tokened, a.getArtifact)
	a.mountPresets(app)
	v4 := app.Group(Base, a.crossOrigin)
	v4.Get("/media/:company/:sha256", a.shownMedia)
	v4.Post("/initialize", a.bearer, a.initialize)
	v4.Get("/models/:name/:version", a.bearer, a.getModel)
	v4.Post("/jobs", a.bearer, a.createJob)
	v4.Get("/jobs/:id", a.bearer, a.getJob)
	v4.Put("/jobs/:id/captures/:kind", a.bearer, a.putCapture)
	v4.Post("/jobs/:id/challenge", a.bearer, a.newChallenge)
	v4.Put("/jobs/:id/results", a.bearer, a.putResults)
	v4.Post("/jobs/:id/submit", a.bearer, a.submit)
	v4.Post("/autofill", a.bearer, a.autoFill)
	v4.Post("/capture-links", a.bearer, a.createLink)
	v4.Get("/capture-links/:id", a.bearer, a.getLink)
	v4.Delete("/capture-links/:id", a.bearer, a.revokeLink)
	app.Post("/capture/:id/open", a.openLink)
	app.Post("/capture/:id/start", a.startLink)
	app.Post("/capture/:id/move", a.moveLink)
	app.Post("/capture/:id/offer", a.offerHandover)
	app.Post("/capture/:id/follow", a.followHandover)
	app.Post("/capture/:id/join", a.joinHandover)
	app.Post("/capture/:id/pick", a.pickHandover)
	app.Post("/capture/:id/attend", a.attendHandover)
}
