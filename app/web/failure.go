package web

import (
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/listener"
	"proofdesk/app/session"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
)

var headings = map[int]string{
	400: "This can't be done", 401: "Sign in first", 403: "Not for your role", 404: "There is nothing here", 405: "Not at this address", 409: "This has changed meanwhile",
	413: "Too large", 415: "Not this kind of data", 429: "Too often", 500: "Something went wrong on our side", 503: "Busy, try again shortly", 507: "The disk is full",
}

// ErrorPage renders a failure for a browser and tells whether it did: a program that asks for JSON gets problem details.
func (w *Console) ErrorPage(c *fiber.Ctx, p listener.Problem) bool {
	if !strings.Contains(c.Get(fiber.HeaderAccept), "text/html") && c.Get("HX-Request") == "" {
		return false
	}
	current, ok := c.Locals(currentKey).(*session.Current)
	var v visitor
	if ok {
		v = visitor{Agent: current.Agent, csrf: current.Token}
	}
	heading := headings[p.Status]
	if heading == "" {
		heading = p.Title
	}
	page := problem.Problem{
		Frame: w.frame(c, v, heading, ""), Status: strconv.Itoa(p.Status), Heading: heading, Message: sentence(p.Detail) + ".",
		Back: layout.Link{Href: "/queue", Label: "Go to the queue"}, Request: listener.RequestID(c),
	}
	c.Set(fiber.HeaderContentSecurityPolicy, contentPolicy)
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set("HX-Push-Url", "false")
	return w.render(c, problem.Page(page)) == nil
}
