package httpserver

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"proofdesk/app/fault"
)

// Problem is the body of every error answer (RFC 9457). Errors names the fields at fault and the rules that they break.
type Problem struct {
	Type     string        `json:"type"`
	Title    string        `json:"title"`
	Status   int           `json:"status"`
	Detail   string        `json:"detail"`
	Instance string        `json:"instance"`
	Errors   []fault.Field `json:"errors,omitempty"`
}

// statuses is the one table from code to status.
var statuses = map[fault.Code]int{
	fault.Invalid:          400,
	fault.Unauthenticated:  401,
	fault.Forbidden:        403,
	fault.NotFound:         404,
	fault.Conflict:         409,
	fault.Outdated:         412,
	fault.TooLarge:         413,
	fault.UnsupportedMedia: 415,
	fault.Throttled:        429,
	fault.Internal:         500,
	fault.Unavailable:      503,
	fault.StorageFull:      507,
}

// details holds the detail for a status that comes without a fault.
var details = map[int]string{
	400: "the request is malformed",
	404: "there is nothing at this address",
	405: "this address does not take the method",
	408: "the request took too long to arrive",
	416: "the range lies outside the file",
	413: "the request is too large",
	431: "the header fields are too large",
}

// ProblemOf returns the problem details of an error. An error that is not a fault reveals nothing about itself.
func ProblemOf(err error) Problem {
	var f *fault.Error
	if errors.As(err, &f) {
		detail := f.Message
		if f.Code == fault.Internal {
			detail = "something went wrong on our side"
		}
		return problem(statuses[f.Code], string(f.Code), detail, f.Fields)
	}
	var status *fiber.Error
	if errors.As(err, &status) && details[status.Code] != "" {
		return problem(status.Code, codeOf(status.Code), details[status.Code], nil)
	}
	return problem(500, string(fault.Internal), "something went wrong on our side", nil)
}

// suggestedRoute returns the pattern of the route that the path would match under the base; empty where there is none.
func (s *Server) suggestedRoute(path string) string {
	if s.options.Base == "" || strings.HasPrefix(path, s.options.Base) {
		return ""
	}
	return s.routeAt(s.options.Base + strings.TrimPrefix(path, "/api"))
}

// codeOf returns the code of a status that comes without a fault.
func codeOf(status int) string {
	return strings.ReplaceAll(strings.ToLower(http.StatusText(status)), " ", "_")
}

// ProblemCodes returns the code of every kind of problem, sorted.
func ProblemCodes() []string {
	codes := map[string]bool{}
	for code := range statuses {
		codes[string(code)] = true
	}
	for status := range details {
		codes[codeOf(status)] = true
	}
	return slices.Sorted(maps.Keys(codes))
}

// problemPage is where the documentation explains each kind of problem, at the anchor of its code.
const problemPage = "/docs/errors#"

func problem(status int, code, detail string, fields []fault.Field) Problem {
	title := http.StatusText(status)
	return Problem{Type: problemPage + code, Title: title, Status: status, Detail: detail, Errors: fields}
}

// problemOf returns the problem details of an error of a request, whose type is an address that opens.
func (s *Server) problemOf(err error, requestID string) Problem {
	p := ProblemOf(err)
	p.Type = s.options.Public + p.Type
	p.Instance = "urn:proofdesk:request:" + requestID
	return p
}

// answerRoute renders an error of a route: a page for browsers where there is one, else problem details.
func (s *Server) answerRoute(c *fiber.Ctx, err error) {
	p := s.problemOf(err, RequestID(c))
	path := c.Path()
	if s.options.Page != nil && !strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/auth/") {
		c.Status(p.Status)
		setRetryAfter(c.Context(), err)
		if s.options.Page(c, p) {
			c.Locals(faultKey, err)
			return
		}
	}
	s.answer(c.Context(), err)
}

// setRetryAfter sets the header that says when a request may be sent again, in whole seconds.
func setRetryAfter(ctx *fasthttp.RequestCtx, err error) {
	var f *fault.Error
	if errors.As(err, &f) && f.RetryAfter > 0 {
		ctx.Response.Header.Set(fiber.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
	}
}

// answer renders an error as problem details, or in the form that its path has.
func (s *Server) answer(ctx *fasthttp.RequestCtx, err error) {
	ctx.SetUserValue(faultKey, err)
	p := s.problemOf(err, requestID(ctx))
	var routeless *fiber.Error
	if errors.As(err, &routeless) && p.Status == fiber.StatusNotFound {
		if meant := s.suggestedRoute(string(ctx.URI().PathOriginal())); meant != "" {
			p.Detail += ": the calls are under " + s.options.Base + ", and this one is " + meant
		}
	}
	setRetryAfter(ctx, err)
	var value any = p
	ctx.Response.Header.SetContentType("application/problem+json")
	if s.options.Shape != nil {
		if shaped := s.options.Shape(ctx, p); shaped != nil {
			ctx.Response.Header.SetContentType(fiber.MIMEApplicationJSON)
			value = shaped
		}
	}
	body, _ := json.Marshal(value)
	ctx.SetStatusCode(p.Status)
	ctx.SetBody(body)
}
