package shell

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
	"proofdesk/app/session"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
)

// failure describes what a status means, and what to do about it.
type failure struct{ heading, do string }

// failures are by the status of the answer.
var failures = map[int]failure{
	400: {"This action isn't possible", "Go back, correct it and try again."},
	401: {"Sign in first", "Sign in to return to the page you were on."},
	403: {"Not available for your role", "Ask an administrator of your company if your work needs it."},
	404: {
		"Page not found",
		"Check the address, or search by id, name or number. A job may also have been removed at the end of its " +
			"retention period.",
	},
	405: {"Action not available here", "Go back and use the page's own buttons."},
	409: {"This has changed in the meantime", "Go back and reload the page to see how it is now."},
	413: {"Too large", "Send less data, or a smaller file."},
	415: {"Format not supported", "Use one of the formats that the page lists."},
	429: {"Too many requests", "Wait a minute, then try again."},
	500: {
		"Something went wrong on our side",
		"Try again. If the problem continues, send the request id below to your system administrator.",
	},
	503: {"Busy, try again shortly", "Wait a few seconds, then go back and try again."},
	507: {"The disk is full", "Tell your system administrator. Pages can still be viewed."},
}

// sent are what differs of them for a form that was sent: it may still be open, with all that was typed into it.
var sent = map[int]failure{
	400: {"This action isn't possible", "Correct it and try again."},
	404: {"It no longer exists", "Somebody may have removed it. Copy what you typed if you still need it."},
	409: {"This has changed in the meantime", "Reload the page to see how it is now, then do it again."},
}

// ErrorPage answers a failure with a page and reports whether it did. A program that asks for JSON gets problem details
// instead.
func (w *Shell) ErrorPage(c *fiber.Ctx, p httpserver.Problem) bool {
	if !strings.Contains(c.Get(fiber.HeaderAccept), "text/html") && c.Get("HX-Request") == "" {
		return false
	}
	v := w.visitorOrAnonymous(c)
	posted := c.Method() == fiber.MethodPost
	about := aboutOf(p, posted)
	page := problem.Problem{
		Frame:   w.Frame(c, v, v.T(about.heading), ""),
		Status:  strconv.Itoa(p.Status),
		Heading: v.T(about.heading),
		Message: v.Sentence(p.Detail),
		Do:      v.T(about.do),
		Kept:    typedWords(c, v),
		Back:    layout.Link{Href: "/queue", Label: v.T("Go to the queue")},
		Request: httpserver.RequestID(c),
		Placed:  posted,
	}
	page.Frame.Path = "" // an address that answers with a failure is none to come back to
	if job := jobPage(c.Path()); posted && job != "/queue" && p.Status != fiber.StatusNotFound {
		page.Back = layout.Link{Href: job, Label: v.T("Back to the job")}
	}
	setPageHeaders(c)
	c.Set("HX-Push-Url", "false")
	return w.Render(c, problem.Page(page)) == nil
}

// aboutOf returns what a failure means, of a page or of a form that was posted.
func aboutOf(p httpserver.Problem, posted bool) failure {
	if about, ok := sent[p.Status]; ok && posted {
		return about
	}
	if about, ok := failures[p.Status]; ok {
		return about
	}
	return failure{heading: p.Title}
}

// visitorOrAnonymous returns who is behind a request that may not have passed the sign-in, such as one for a page that
// does not exist. Where that can't be found out, it returns nobody, with the browser's language.
func (w *Shell) visitorOrAnonymous(c *fiber.Ctx) Visitor {
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok {
		var err error
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.UserContext()), time.Second)
		defer cancel() // the request's own time may be over
		if current, err = w.Sessions.Current(ctx, c.Get(fiber.HeaderCookie)); err != nil {
			return Visitor{Language: LanguageOf(c), BrowserZone: zoneOf(c)}
		}
		c.Locals(currentKey, current)
	}
	return Visitor{
		Agent:       current.Agent,
		Language:    LanguageOf(c),
		BrowserZone: zoneOf(c),
		CSRF:        current.Token,
	}
}

// typedWords returns what was typed into a form that failed, so that nobody has to type it twice.
func typedWords(c *fiber.Ctx, v Visitor) []problem.Kept {
	if c.Method() != fiber.MethodPost {
		return nil
	}
	all := KeptWords(v, form.Value(c, "note"), form.Value(c, "comment"))
	if text := form.Value(c, "description"); text != "" {
		all = append(all, problem.Kept{Label: v.T("Description"), Text: text})
	}
	return all
}

// KeptWords returns a note and a comment to be shown on a page about a failure.
func KeptWords(v Visitor, note, comment string) []problem.Kept {
	var all []problem.Kept
	for _, kept := range []problem.Kept{
		{Label: v.T("Internal note"), Text: note},
		{Label: v.T("Comment to the client"), Text: comment},
	} {
		if kept.Text != "" {
			all = append(all, kept)
		}
	}
	return all
}
