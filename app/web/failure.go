package web

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
	"proofdesk/app/session"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
)

// failing says in words what a status means, and what to do about it.
type failing struct{ heading, do string }

var failings = map[int]failing{
	400: {"This can't be done", "Go back, put it right and send it again."},
	401: {"Sign in first", "Sign in; you come back to where you were."},
	403: {"Not for your role", "Ask an administrator of your company if your work needs it."},
	404: {
		"There is nothing here",
		"Check the address, or search: the search box takes any id, name or number. A job may also have been erased " +
			"at the end of its retention.",
	},
	405: {"Not at this address", "Go back and use the page's own buttons."},
	409: {"This has changed meanwhile", "Go back and reload the page to see how it is now."},
	413: {"Too large", "Send less at once, or a smaller file."},
	415: {"Not this kind of data", "Send it in one of the kinds that the page names."},
	429: {"Too often", "Wait a minute, then try again."},
	500: {
		"Something went wrong on our side",
		"Try again. If it happens again, give the request's id below to whoever runs this installation.",
	},
	503: {"Busy, try again shortly", "Wait a few seconds, then go back and send it again."},
	507: {"The disk is full", "Tell whoever runs this installation. Pages can still be read."},
}

// ErrorPage renders a failure for a browser and tells whether it did: a program that asks for JSON gets problem
// details.
func (w *Console) ErrorPage(c *fiber.Ctx, p httpserver.Problem) bool {
	if !strings.Contains(c.Get(fiber.HeaderAccept), "text/html") && c.Get("HX-Request") == "" {
		return false
	}
	v := w.visitorOrAnonymous(c)
	about, ok := failings[p.Status]
	if !ok {
		about.heading = p.Title
	}
	page := problem.Problem{
		Frame:   w.frame(c, v, v.T(about.heading), ""),
		Status:  strconv.Itoa(p.Status),
		Heading: v.T(about.heading),
		Message: format.Sentence(v.T(p.Detail)) + ".",
		Do:      v.T(about.do),
		Kept:    typedWords(c, v),
		Back:    layout.Link{Href: "/queue", Label: v.T("Go to the queue")},
		Request: httpserver.RequestID(c),
	}
	page.Frame.Path = "" // an address that answers with a failure is none to come back to
	if job := jobPage(c.Path()); c.Method() == fiber.MethodPost && job != "/queue" && p.Status != fiber.StatusNotFound {
		page.Back = layout.Link{Href: job, Label: v.T("Back to the job")}
	}
	c.Set(fiber.HeaderContentSecurityPolicy, contentPolicy)
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set("HX-Push-Url", "false")
	return w.render(c, problem.Page(page)) == nil
}

// visitorOrAnonymous returns who is behind a request that may not have passed the sign-in, as one to a page that does
// not exist; nobody in the browser's language where that can't be told.
func (w *Console) visitorOrAnonymous(c *fiber.Ctx) visitor {
	current, ok := c.Locals(currentKey).(*session.Current)
	if !ok {
		var err error
		// the request's own time may be over
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.UserContext()), time.Second)
		defer cancel()
		if current, err = w.Sessions.Current(ctx, c.Get(fiber.HeaderCookie)); err != nil {
			return visitor{Language: languageOf(c)}
		}
		c.Locals(currentKey, current)
	}
	return visitor{Agent: current.Agent, Language: languageOf(c), csrf: current.Token}
}

// typedWords returns back what a form that failed had in it, so that nothing has to be typed twice.
func typedWords(c *fiber.Ctx, v visitor) []problem.Kept {
	if c.Method() != fiber.MethodPost {
		return nil
	}
	return keptWords(v, form.Value(c, "note"), form.Value(c, "comment"))
}

func keptWords(v visitor, note, comment string) []problem.Kept {
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
