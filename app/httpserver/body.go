package httpserver

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"proofdesk/app/fault"
)

// BodyRule is the rule for reading the body of a route. Pattern is a path in which * matches one segment.
type BodyRule struct {
	Method  string
	Pattern string
	Limit   int64 // bytes
	Stream  bool  // the route reads it with Upload; else it is read before the route runs
}

const (
	defaultLimit = 64 << 10
	drainLimit   = 32 << 20 // enough that a capture over its limit still gets its 413 and not a reset
	drainTimeout = 2 * time.Second

	// An upload that comes more slowly than slowest bytes a second, after a time in which it may begin, is given up: it
	// keeps others from being taken.
	slowest     = 1 << 10
	timeToBegin = 30 * time.Second
)

func (s *Server) rule(ctx *fasthttp.RequestCtx) BodyRule {
	path := string(ctx.URI().PathOriginal())
	for _, r := range s.options.Bodies {
		if r.Method == string(ctx.Method()) && matches(r.Pattern, path) {
			return r
		}
	}
	return BodyRule{Limit: defaultLimit}
}

// matches compares a path with a pattern, segment by segment; it ignores a slash at the end.
func matches(pattern, path string) bool {
	want := strings.Split(pattern, "/")
	have := strings.Split(strings.TrimSuffix(path, "/"), "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if want[i] != "*" && want[i] != have[i] {
			return false
		}
	}
	return true
}

// takeBody reads the body up to its route's limit, or hands it to the route as an upload with that limit.
func (s *Server) takeBody(ctx *fasthttp.RequestCtx) error {
	stream := ctx.RequestBodyStream()
	if stream == nil {
		return nil
	}
	rule := s.rule(ctx)
	if int64(ctx.Request.Header.ContentLength()) > rule.Limit {
		return s.tooLargeOrMissing(ctx, rule.Limit)
	}
	if rule.Stream {
		now := time.Now()
		ctx.SetUserValue(uploadKey, &upload{
			r:     stream,
			conn:  ctx.Conn(),
			limit: rule.Limit,
			left:  rule.Limit,
			chunk: s.options.ChunkTimeout,
			begun: now,
			until: now.Add(s.options.UploadTimeout),
		})
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(stream, rule.Limit+1))
	if err != nil {
		ctx.SetConnectionClose()
		return bodyFault(err)
	}
	if int64(len(body)) > rule.Limit {
		return s.tooLargeOrMissing(ctx, rule.Limit)
	}
	ctx.Request.SetBodyRaw(body)
	return nil
}

// tooLargeOrMissing returns the error for a body over its limit. That there is no route at its address takes
// precedence.
func (s *Server) tooLargeOrMissing(ctx *fasthttp.RequestCtx, limit int64) error {
	if s.routeAt(string(ctx.URI().PathOriginal())) == "" {
		return fiber.ErrNotFound
	}
	return tooLarge(limit)
}

// routeAt returns the pattern of the route at a path, whatever its method; empty where there is none.
func (s *Server) routeAt(path string) string {
	for _, r := range s.App.GetRoutes(true) {
		pattern := strings.Split(r.Path, "/")
		for i, part := range pattern {
			if strings.HasPrefix(part, ":") {
				pattern[i] = "*"
			}
		}
		rest, open := strings.CutSuffix(strings.Join(pattern, "/"), "/*")
		if matches(strings.Join(pattern, "/"), path) ||
			open && strings.HasSuffix(r.Path, "*") && strings.HasPrefix(path, rest+"/") {
			return r.Path
		}
	}
	return ""
}

func tooLarge(limit int64) *fault.Error {
	return fault.New(fault.TooLarge, "the body is larger than %s", fault.Size(limit))
}

func bodyFault(err error) error {
	var network net.Error
	if errors.As(err, &network) && network.Timeout() {
		return fiber.ErrRequestTimeout
	}
	return fault.Wrap(err, fault.Invalid, "the body ends too early or is framed wrongly")
}

// drain reads the rest of a body that a route did not read, up to a limit. Beyond it the connection is closed, so that
// the rest of a body is never parsed as the next request.
func (s *Server) drain(ctx *fasthttp.RequestCtx) {
	stream := ctx.RequestBodyStream()
	if stream == nil {
		return
	}
	if conn := ctx.Conn(); conn != nil {
		_ = conn.SetReadDeadline(time.Now().Add(drainTimeout))
	}
	if n, err := io.CopyN(io.Discard, stream, drainLimit+1); n > drainLimit || !errors.Is(err, io.EOF) {
		ctx.SetConnectionClose()
	}
}

// upload is a streamed body: it ends in a TooLarge fault beyond its limit, and each chunk has a time-out of its own,
// the earlier the less has come.
type upload struct {
	r           io.Reader
	conn        net.Conn
	limit, left int64
	chunk       time.Duration
	begun       time.Time
	until       time.Time
}

// Read implements io.Reader.
func (u *upload) Read(p []byte) (int, error) {
	deadline := time.Now().Add(u.chunk)
	if deadline.After(u.until) {
		deadline = u.until
	}
	came := time.Duration(u.limit-u.left) * time.Second / slowest
	if slow := u.begun.Add(timeToBegin + came); deadline.After(slow) {
		deadline = slow
	}
	_ = u.conn.SetReadDeadline(deadline)
	if int64(len(p)) > u.left+1 {
		p = p[:u.left+1]
	}
	n, err := u.r.Read(p)
	if u.left -= int64(n); u.left < 0 {
		return 0, tooLarge(u.limit)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, bodyFault(err)
	}
	return n, err
}

// Upload returns the request's body, to be read once. Its errors are safe to return from the route.
func Upload(c *fiber.Ctx) io.Reader {
	if u, ok := c.Locals(uploadKey).(*upload); ok {
		return u
	}
	return bytes.NewReader(c.Context().Request.Body())
}
