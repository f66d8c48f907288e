package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"proofdesk/app/clock"
)

// Options configures the server. Zero durations mean the defaults.
type Options struct {
	Clock          clock.Clock
	Log            *slog.Logger
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is trusted
	Bodies         []BodyRule     // routes whose bodies differ from the default: 64 KiB, read before the route runs
	HSTS           bool           // the public address is https
	// Page renders an error for a browser and reports whether it did; nil where there are no pages. It is called for
	// every path except those under /api/ and /auth/.
	Page func(c *fiber.Ctx, p Problem) bool
	// Public is the origin that clients see; the types of problems begin with it.
	Public string
	// Base is the path that the API's calls are under; the error for a path that lacks it names the right path.
	Base string
	// Shape returns the body of an error, as a value to encode as JSON, on paths whose protocol has an error format of
	// its own; nil for problem details. It may set more header fields.
	Shape func(ctx *fasthttp.RequestCtx, p Problem) any

	ReadTimeout    time.Duration // header and buffered body, 20 s
	WriteTimeout   time.Duration // one piece of an answer, which is all of it where it is no stream, 30 s
	IdleTimeout    time.Duration // between requests of a connection, 60 s
	RequestTimeout time.Duration // the user context of a route, 30 s; streaming routes get UploadTimeout
	ChunkTimeout   time.Duration // the next chunk of a streamed upload, 15 s
	UploadTimeout  time.Duration // a whole streamed upload, 5 min
	Farewell       time.Duration // in which a shutdown closes no connection between two requests, 500 ms
}

const (
	headerLimit    = 16 << 10
	maxConnections = 8192
)

func (o *Options) fill() {
	set := func(d *time.Duration, fallback time.Duration) {
		if *d <= 0 {
			*d = fallback
		}
	}
	set(&o.ReadTimeout, 20*time.Second)
	set(&o.WriteTimeout, 30*time.Second)
	set(&o.IdleTimeout, 60*time.Second)
	set(&o.RequestTimeout, 30*time.Second)
	set(&o.ChunkTimeout, 15*time.Second)
	set(&o.UploadTimeout, 5*time.Minute)
	set(&o.Farewell, 500*time.Millisecond)
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// Server is the public HTTP server. Routes are added to App before Serve.
type Server struct {
	App *fiber.App

	options Options
	http    *fasthttp.Server
	handler fasthttp.RequestHandler
	prepare sync.Once
	life    context.Context // ends when the shutdown begins
	end     context.CancelFunc
	mu      sync.Mutex
	front   *http.Server
	inside  net.Listener   // on which the front passes requests on
	opened  []net.Listener // that Serve and ServeTLS were called with
	down    bool           // Shutdown was called
	outer   connections    // of clients
	inner   connections    // of the front
}

// New returns a server without routes.
func New(o Options) *Server {
	o.fill()
	s := &Server{options: o}
	s.life, s.end = context.WithCancel(context.Background())
	s.App = fiber.New(fiber.Config{
		Immutable:                    true,
		CaseSensitive:                true,
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		DisableStartupMessage:        true,
		EnableTrustedProxyCheck:      true,
		ErrorHandler:                 s.fail,
	})
	s.App.Use(s.bounded)
	s.http = &fasthttp.Server{
		Handler:                      s.guard,
		ErrorHandler:                 s.malformed,
		Logger:                       quiet{},
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		NoDefaultServerHeader:        true,
		CloseOnShutdown:              true,
		ReadTimeout:                  o.ReadTimeout,
		IdleTimeout:                  o.IdleTimeout,
		ReadBufferSize:               headerLimit,
		Concurrency:                  maxConnections,
		SecureErrorLogMessage:        true,
	}
	return s
}

// Serve serves plain HTTP/1.1 on ln until Shutdown; then it returns nil. After a Shutdown it only closes ln.
func (s *Server) Serve(ln net.Listener) error {
	ln = &listener{Listener: ln, of: &s.outer, limit: s.options.WriteTimeout}
	if !s.open(func() { s.opened = append(s.opened, ln) }) {
		return ln.Close()
	}
	return s.serve(ln)
}

func (s *Server) serve(ln net.Listener) error {
	s.prepare.Do(func() { s.handler = s.App.Handler() })
	return s.http.Serve(ln)
}

// open notes what Shutdown has to close, and reports false where Shutdown was called already.
func (s *Server) open(note func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.down {
		note()
	}
	return !s.down
}

// Shutdown ends streams and accepts no connection more, then waits for running requests until ctx ends. From now on
// each answer ends its connection. Connections between two requests stay open for Options.Farewell, as the next request
// may be under way; one on which nothing came yet has a second to begin one.
func (s *Server) Shutdown(ctx context.Context) error {
	s.end()
	s.mu.Lock()
	s.down = true
	front, inside, opened := s.front, s.inside, s.opened
	s.mu.Unlock()
	var err error
	for _, ln := range opened {
		err = errors.Join(err, ln.Close())
	}
	defer time.AfterFunc(silence, s.outer.hangUp).Stop()
	defer time.AfterFunc(silence, s.inner.hangUp).Stop()
	s.sayFarewell(ctx)
	if front != nil {
		err = errors.Join(err, front.Shutdown(ctx), inside.Close())
	}
	if err = errors.Join(err, s.http.ShutdownWithContext(ctx)); err != nil {
		return fmt.Errorf("stop answering requests: %w", err)
	}
	return nil
}

// sayFarewell waits until every client has got an answer that ends its connection, at most for the time of a farewell.
func (s *Server) sayFarewell(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Farewell)
	defer cancel()
	s.outer.wait(ctx)
}

// leaving reports whether Shutdown was called, so that answers end their connections.
func (s *Server) leaving() bool { return s.life.Err() != nil }

// bounded sets a user context with a time-out for every route, and notes the route for the log.
func (s *Server) bounded(c *fiber.Ctx) error {
	timeout := s.options.RequestTimeout
	if c.Locals(uploadKey) != nil {
		timeout = s.options.UploadTimeout
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	c.SetUserContext(ctx)
	c.Locals(lifeKey, s.life)
	c.Locals(logKey, s.options.Log)
	err := c.Next()
	c.Locals(routeKey, c.Route().Path)
	return err
}

// quiet discards fasthttp's own log, which may quote what a client sent.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
