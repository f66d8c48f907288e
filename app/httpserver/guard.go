package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

type key int

// The keys of a request's user values.
const (
	idKey key = iota
	lifeKey
	logKey
	routeKey
	uploadKey
	faultKey
	notesKey
	addressKey
)

// guard wraps the handling of every well-formed request.
func (s *Server) guard(ctx *fasthttp.RequestCtx) {
	began := time.Now()
	s.begin(ctx)
	func() {
		defer s.recover(ctx)
		if err := s.admit(ctx); err != nil {
			s.answer(ctx, err)
			return
		}
		s.handler(ctx)
	}()
	s.drain(ctx)
	if s.leaving() {
		ctx.SetConnectionClose()
	}
	s.secure(ctx)
	s.log(ctx, time.Since(began))
}

// begin assigns an id to the request, whatever id the caller sent.
func (s *Server) begin(ctx *fasthttp.RequestCtx) string {
	id := ids.ULID(s.options.Clock.Now())
	ctx.SetUserValue(idKey, id)
	ctx.Response.Header.Set(fiber.HeaderXRequestID, id)
	return id
}

// admit refuses a request that can be parsed in two ways, then reads the body by its route's rule.
func (s *Server) admit(ctx *fasthttp.RequestCtx) error {
	if err := checkHeaders(&ctx.Request.Header); err != nil {
		ctx.SetConnectionClose()
		return err
	}
	if method(ctx) == unknownMethod {
		ctx.SetConnectionClose()
		ctx.Response.Header.Set(fiber.HeaderAllow, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
		return fiber.ErrMethodNotAllowed
	}
	return s.takeBody(ctx)
}

func (s *Server) recover(ctx *fasthttp.RequestCtx) {
	p := recover()
	if p == nil {
		return
	}
	ctx.Response.Reset()
	ctx.Response.Header.Set(fiber.HeaderXRequestID, requestID(ctx))
	ctx.SetConnectionClose()
	s.answer(ctx,
		fault.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), fault.Internal, "something went wrong on our side"))
}

// fail is the ErrorHandler of routes.
func (s *Server) fail(c *fiber.Ctx, err error) error {
	s.answerRoute(c, err)
	return nil
}

// malformed answers what could not be parsed as a request. It repeats nothing that was sent.
func (s *Server) malformed(ctx *fasthttp.RequestCtx, err error) {
	var (
		network net.Error
		small   *fasthttp.ErrSmallBuffer
	)
	s.begin(ctx)
	status := fiber.ErrBadRequest
	switch {
	case errors.As(err, &small):
		status = fiber.ErrRequestHeaderFieldsTooLarge
	case errors.As(err, &network) && network.Timeout():
		status = fiber.ErrRequestTimeout
	}
	ctx.SetConnectionClose()
	s.answer(ctx, status)
	s.secure(ctx)
	s.log(ctx, 0)
}

// secure sets the headers that every answer has; a route that set its own keeps them.
func (s *Server) secure(ctx *fasthttp.RequestCtx) {
	h := &ctx.Response.Header
	set := func(name, value string) {
		if len(h.Peek(name)) == 0 {
			h.Set(name, value)
		}
	}
	set("X-Content-Type-Options", "nosniff")
	set("Referrer-Policy", "no-referrer")
	set("X-Frame-Options", "DENY")
	set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	set("Cross-Origin-Opener-Policy", "same-origin")
	set("Cross-Origin-Resource-Policy", "same-origin")
	set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	set("Cache-Control", "no-store")
	if s.options.HSTS {
		set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// log writes the one line of a request: its route, never its path or query, which may hold tokens or names.
func (s *Server) log(ctx *fasthttp.RequestCtx, took time.Duration) {
	route, _ := ctx.UserValue(routeKey).(string)
	status := ctx.Response.StatusCode()
	level := slog.LevelInfo
	attrs := []slog.Attr{
		slog.String("request_id", requestID(ctx)), slog.String("method", method(ctx)), slog.String("route", route),
		slog.Int("status", status), slog.Int64("us", took.Microseconds()),
	}
	if notes, ok := ctx.UserValue(notesKey).([]slog.Attr); ok {
		attrs = append(attrs, notes...)
	}
	if err, ok := ctx.UserValue(faultKey).(error); ok {
		attrs = append(attrs, slog.String("fault", string(fault.CodeOf(err))))
		if status >= 500 {
			level = levelOf(err)
			attrs = append(attrs, slog.String("cause", err.Error()))
		}
	}
	s.options.Log.LogAttrs(context.Background(), level, "request", attrs...)
}

// levelOf returns the level at which a failure of ours is logged: who is told when to ask again waits for what will
// pass.
func levelOf(err error) slog.Level {
	if f := (*fault.Error)(nil); errors.As(err, &f) && f.RetryAfter > 0 {
		return slog.LevelWarn
	}
	return slog.LevelError
}

const unknownMethod = "other"

// method returns the method if it is a known one, so that no free text of the caller's is logged.
func method(ctx *fasthttp.RequestCtx) string {
	switch m := string(ctx.Method()); m {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
		return m
	}
	return unknownMethod
}
