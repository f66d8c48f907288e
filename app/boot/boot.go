// Package boot builds every part of the program in order and starts it. main, the demo and the browser tests start the
// program through it.
package boot

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/api"
	"proofdesk/app/apikey"
	"proofdesk/app/artifact"
	"proofdesk/app/audittrail"
	"proofdesk/app/clock"
	"proofdesk/app/companies"
	"proofdesk/app/config"
	"proofdesk/app/credentials"
	"proofdesk/app/dashboard"
	"proofdesk/app/dispatch"
	"proofdesk/app/endpoints"
	"proofdesk/app/evidence"
	"proofdesk/app/gallery"
	"proofdesk/app/httpserver"
	"proofdesk/app/inspection"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/presets"
	"proofdesk/app/processing"
	"proofdesk/app/quality"
	"proofdesk/app/rendition"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/submission"
	"proofdesk/app/token"
	"proofdesk/app/vault"
	"proofdesk/app/web"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/static"
)

// Program is the running program. Its parts may be used by the demo and by tests.
type Program struct {
	Config      config.Config
	Log         *slog.Logger
	Clock       clock.Clock
	Store       *store.Store
	Master      *vault.Master
	Keys        *keyring.Keys
	Safe        evidence.Safe
	Gallery     *gallery.Gallery
	Engine      *inspection.Pool
	Pictures    *rendition.Maker
	Library     *presets.Library
	Accounts    *accounts.Registry
	Credentials *credentials.Registry
	Endpoints   *endpoints.Registry
	Companies   *companies.Registry
	Trail       *audittrail.Trail
	Checks      *quality.Checker
	Submissions *submission.Desk
	Sampler     *quality.Sampler
	Figures     *dashboard.Aggregator
	Tokens      *token.Service
	APIKeys     *apikey.Verifier
	Intake      *intake.Intake
	Desk        *review.Desk
	Retention   *retention.Sweeper
	Processor   *processing.Worker
	Dispatcher  *dispatch.Worker
	Sessions    *session.Browsers
	SDK         *artifact.Shelf
	API         *api.API
	Console     *web.Console
	Server      *httpserver.Server
	Metrics     *Metrics

	folder  *evidence.Folder
	assets  static.Bundle
	ops     *http.Server
	stop    context.CancelFunc
	parts   running
	failed  chan error
	stopped sync.Once
}

// Open builds the parts that commands need: keys, database, accounts. The caller closes it.
func Open(ctx context.Context, c config.Config, log *slog.Logger) (*Program, error) {
	p := &Program{Config: c, Log: log, Clock: clock.System{}, failed: make(chan error, 8)}
	var err error
	if p.Master, err = vault.Load(c.MasterKeys); err != nil {
		return nil, err
	}
	if p.Store, err = store.Open(ctx, store.Options{
		URL:     c.DatabaseURL,
		DataDir: c.DataDir,
		Clock:   p.Clock,
		Node:    c.Node,
	}); err != nil {
		return nil, err
	}
	p.folder = &evidence.Folder{Root: CapturesDir(c), Reserve: diskReserve}
	p.Safe = evidence.Safe{Store: p.folder}
	p.administration()
	return p, nil
}

// At returns the program at the time of another clock: parts of its own over the same database, captures and engine.
// It serves nothing and starts no workers. The caller steps the workers that it needs, and does not close it.
func (p *Program) At(c clock.Clock) (*Program, error) {
	other := &Program{
		Config:   p.Config,
		Log:      p.Log,
		Clock:    c,
		Store:    p.Store.At(c),
		Master:   p.Master,
		Safe:     p.Safe,
		Engine:   p.Engine,
		Pictures: p.Pictures,
		Metrics:  p.Metrics,
		folder:   p.folder,
		assets:   p.assets,
	}
	other.administration()
	if err := other.buildWorkers(); err != nil {
		return nil, err
	}
	other.buildIntake()
	other.buildDesk()
	return other, nil
}

// administration builds what the command line and the console's administrators use.
func (p *Program) administration() {
	p.Keys = &keyring.Keys{Store: p.Store, Master: p.Master}
	hasher := access.NewHasher(runtime.GOMAXPROCS(0), hashQueue, access.DefaultParams)
	p.Accounts = &accounts.Registry{
		Store:  p.Store,
		Clock:  p.Clock,
		Keys:   p.Keys,
		Hasher: hasher,
		Limits: accounts.DefaultLimits,
		Log:    p.Log,
	}
	p.Credentials = &credentials.Registry{
		Store:       p.Store,
		Clock:       p.Clock,
		Keys:        p.Keys,
		Hasher:      hasher,
		Environment: p.Config.Environment,
		Region:      p.Config.Region,
	}
	p.Endpoints = &endpoints.Registry{Store: p.Store, Clock: p.Clock, Keys: p.Keys, Log: p.Log}
	p.Companies = &companies.Registry{Store: p.Store, Keys: p.Keys}
	p.Trail = &audittrail.Trail{Store: p.Store, Log: p.Log}
	p.Retention = &retention.Sweeper{Store: p.Store, Clock: p.Clock, Safe: p.Safe, Log: p.Log}
}

const (
	hashQueue   = 64
	diskReserve = 256 << 20
)

// build builds the parts that serve requests.
func (p *Program) build() error {
	c := p.Config
	var err error
	if p.assets, err = static.Load(); err != nil {
		return err
	}
	p.SDK = &artifact.Shelf{Store: p.Store, Assets: p.assets, Log: p.Log, Models: artifactModels}
	p.Metrics = newMetrics()
	p.Engine = &inspection.Pool{Size: c.EngineWorkers, Timeout: c.EngineTimeout, Log: p.Log}
	p.Pictures = &rendition.Maker{Store: p.Store, Keys: p.Keys, Safe: p.Safe, Log: p.Log, Render: p.render}
	p.Library = &presets.Library{
		Store: p.Store,
		Clock: p.Clock,
		Keys:  p.Keys,
		Safe:  p.Safe,
		Log:   p.Log,
		Check: p.Engine.CheckMedia,
	}
	if err := p.buildWorkers(); err != nil {
		return err
	}
	p.buildTokens()
	p.buildIntake()
	p.buildDesk()
	p.buildConsole()
	p.buildServer()
	return nil
}

// buildWorkers builds the workers that decide, send, sample and count.
func (p *Program) buildWorkers() error {
	c := p.Config
	p.Gallery = &gallery.Gallery{Store: p.Store, Keys: p.Keys}
	p.Dispatcher = &dispatch.Worker{
		Store:   p.Store,
		Keys:    p.Keys,
		Clock:   p.Clock,
		Log:     p.Log,
		Observe: p.Metrics.attempt,
		Network: dispatch.Network{AllowCIDRs: c.AllowCIDRs, ExtraCA: c.WebhookExtraCA},
	}
	if err := p.Dispatcher.Prepare(); err != nil {
		return err
	}
	countries, err := CountryCerts(c.CountryCerts)
	if err != nil {
		return err
	}
	p.Processor = &processing.Worker{
		Store:       p.Store,
		Keys:        p.Keys,
		Evidence:    p.Safe,
		Gallery:     p.Gallery,
		Engine:      p.Engine,
		Clock:       p.Clock,
		Log:         p.Log,
		Environment: c.Environment,
		Region:      c.Region,
		Parallel:    workers(c),
		Deadline:    c.ReviewDeadline,
		Countries:   countries,
		OnCommit:    p.Dispatcher.Nudge,
		OnDecision:  p.Metrics.decision,
		Words:       dossier.Words,
		Prepare:     p.Pictures.Prepare,
	}
	p.Sampler = &quality.Sampler{Store: p.Store, Clock: p.Clock, Keys: p.Keys, Log: p.Log}
	p.Figures = &dashboard.Aggregator{Store: p.Store, Clock: p.Clock, Log: p.Log}
	return nil
}

func workers(c config.Config) int {
	if c.EngineWorkers > 0 {
		return c.EngineWorkers
	}
	return runtime.GOMAXPROCS(0)
}

func (p *Program) buildTokens() {
	p.Tokens = &token.Service{
		Store:           p.Store,
		Clock:           p.Clock,
		Master:          p.Master,
		Hasher:          p.Accounts.Hasher,
		Log:             p.Log,
		Issuer:          token.Issuer(p.Config.Public.String()),
		Limits:          token.DefaultLimits,
		GrantFaultIs401: p.Config.GrantErrors401,
	}
	p.APIKeys = &apikey.Verifier{
		Store:       p.Store,
		Clock:       p.Clock,
		Master:      p.Master,
		Environment: p.Config.Environment,
		Region:      p.Config.Region,
		Log:         p.Log,
	}
}

func (p *Program) buildServer() {
	p.Server = httpserver.New(httpserver.Options{
		Clock:          p.Clock,
		Log:            p.Log,
		TrustedProxies: p.Config.Proxies,
		Bodies:         slices.Concat(api.Bodies(), web.Bodies()),
		HSTS:           p.Config.Public.Scheme == "https",
		Page:           p.Console.ErrorPage,
		Shape:          api.Shape,
		Base:           api.Base,
		Public:         p.Config.Public.String(),
	})
	p.Console.ClientAddress = p.Server.Address
	p.API = &api.API{
		Intake:      p.Intake,
		Presets:     &presets.Registry{Store: p.Store},
		Library:     p.Library,
		Artifacts:   p.SDK,
		Verify:      p.Tokens.Verify,
		Permit:      token.Permit,
		VerifyKey:   p.verifyKey,
		VerifyToken: p.verifyToken,
		Address:     p.Server.Address,
	}
	p.API.Mount(p.Server.App)
	(&api.Auth{Tokens: p.Tokens, Address: p.Server.Address, Log: p.Log}).Routes(p.Server.App)
	p.Console.Routes(p.Server.App)
}

// Start opens, builds and starts everything. The program runs until Stop.
func Start(ctx context.Context, c config.Config, log *slog.Logger) (*Program, error) {
	p, err := Serve(ctx, c, log, nil)
	if err != nil {
		return nil, err
	}
	if err := p.Work(ctx); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// Serve opens and builds everything and answers requests until Stop. What is submitted waits in the database until Work
// starts the workers. closed tells why no job can be taken now, as review.Desk.Closed does, from the first request on;
// nil where jobs can always be taken.
func Serve(ctx context.Context, c config.Config, log *slog.Logger, closed func() string) (*Program, error) {
	p, err := Open(ctx, c, log)
	if err != nil {
		return nil, err
	}
	if err := p.start(ctx, closed); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

func (p *Program) start(ctx context.Context, closed func() string) error {
	front, err := p.front()
	if err != nil {
		return err
	}
	public, err := p.listen()
	if err != nil {
		return err
	}
	p.adopt(public.Addr())
	if err := p.build(); err != nil {
		return errors.Join(err, public.Close())
	}
	p.Desk.Closed = closed
	if err := p.Tokens.EnsureKey(ctx); err != nil {
		return errors.Join(err, public.Close())
	}
	if err := p.SDK.Publish(ctx); err != nil {
		return errors.Join(err, public.Close())
	}
	if err := p.serveOps(); err != nil {
		return errors.Join(err, public.Close())
	}
	p.serve(public, front)
	return nil
}

// listen opens the public port, unless it is open already.
func (p *Program) listen() (net.Listener, error) {
	if p.Config.Listener != nil {
		return p.Config.Listener, nil
	}
	public, err := net.Listen("tcp", p.Config.Listen)
	if err != nil {
		return nil, fmt.Errorf("PROOFDESK_LISTEN: %w", err)
	}
	return public, nil
}

// Work starts the workers of a program that Serve has started.
func (p *Program) Work(ctx context.Context) error {
	if p.Store.Dialect() == "sqlite" { // only one process uses the folder, so whoever held a lease is gone
		if err := p.Store.ReleaseLeases(ctx); err != nil {
			return err
		}
	}
	p.run()
	return nil
}

// adopt puts the port that the system chose into the configuration, where port 0 was asked for.
func (p *Program) adopt(address net.Addr) {
	tcp, ok := address.(*net.TCPAddr)
	if ok && p.Config.PublicURL == "" && p.Config.Public.Port() == "0" {
		p.Config.Public.Host = net.JoinHostPort(p.Config.Public.Hostname(), strconv.Itoa(tcp.Port))
	}
}

// front loads the certificate for HTTPS; nil where none is configured.
func (p *Program) front() (*tls.Config, error) {
	if p.Config.TLSCert == "" {
		return nil, nil //nolint:nilnil // none is asked for
	}
	certificate, err := tls.LoadX509KeyPair(p.Config.TLSCert, p.Config.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("PROOFDESK_TLS_CERT: %w", err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}}, nil
}

func (p *Program) serve(public net.Listener, front *tls.Config) {
	p.parts.begin("public port", func() {
		if front == nil {
			p.fail(p.Server.Serve(public))
			return
		}
		p.fail(p.Server.ServeTLS(public, front))
	})
}

// fail reports that a part ended that should not have ended.
func (p *Program) fail(err error) {
	if err != nil {
		select {
		case p.failed <- err:
		default:
		}
	}
}

// Failed returns the channel on which the error arrives that ended a part of the program.
func (p *Program) Failed() <-chan error { return p.failed }

// The time that Stop gives to what runs, and then to what has to be written last.
const (
	patience  = 15 * time.Second
	lastWords = 5 * time.Second
)

// Stop ends the program: it accepts no new requests and begins no new work, lets running requests and workers finish,
// and lets the workers release their leases. What has not finished after 15 seconds is named in the error and given up.
func (p *Program) Stop() error {
	var err error
	p.stopped.Do(func() { err = p.end() })
	return err
}

func (p *Program) end() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if p.stop != nil {
		p.stop()
	}
	answered := make(chan error, 1)
	p.parts.begin("requests", func() { answered <- errors.Join(p.Server.Shutdown(ctx), p.ops.Shutdown(ctx)) })
	var givenUp error
	if left := p.parts.wait(ctx); len(left) > 0 {
		givenUp = fmt.Errorf("given up after %s: %s", patience, strings.Join(left, ", "))
	}
	err := errors.Join(givenUp, <-answered)
	p.Engine.Close()
	last, done := context.WithTimeout(context.Background(), lastWords)
	defer done()
	return errors.Join(err, p.APIKeys.Flush(last), p.Close())
}

// Unfinished returns the names of what runs: ports, workers and, while the program stops, requests.
func (p *Program) Unfinished() []string { return p.parts.unfinished() }

// Close closes what Open opened.
func (p *Program) Close() error { return p.Store.Close() }
