package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/account"
	"proofdesk/views/layout"
	"proofdesk/views/problem"
)

// outside is the canvas of somebody who is not signed in.
func outside(c canvas) layout.Frame {
	f := c.Frame
	f.Agent, f.Links = layout.Agent{}, nil
	return f
}

func accountStates() []State {
	login := func(name string, l account.Login) State {
		return State{
			Area:  "account",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				l.Frame = outside(c)
				return account.LoginPage(l)
			},
		}
	}
	code := func(name string, p account.Code) State {
		return State{
			Area:  "account",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				p.Frame = outside(c)
				return account.CodePage(p)
			},
		}
	}
	kept := []account.Field{
		{Name: "outcome", Value: "Declined"},
		{Name: "note", Value: "The portrait is of somebody else."},
	}
	return []State{
		login("sign-in", account.Login{Next: "/queue"}),
		login("sign-in-refused", account.Login{
			Next:    "/queue",
			Email:   "noor@acme.example",
			Problem: "The email or the password is wrong.",
		}),
		login("sign-in-with-words-kept", account.Login{Next: "/jobs/1", Kept: kept}),
		{
			Area:  "account",
			Name:  "keys",
			Phone: true,
			page:  func(c canvas) templ.Component { return account.KeysPage(shortcuts(c.Frame)) },
		},
		code("second-factor", account.Code{Next: "/queue"}),
		code("second-factor-refused", account.Code{
			Next:    "/queue",
			Problem: "This code is not right, or was used already.",
			Kept:    kept,
		}),
	}
}

func problemStates() []State {
	state := func(name string, p problem.Problem) State {
		return State{
			Area:  "problem",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				p.Frame, p.Request = c.Frame, "01KAF8QD2M4C9X0T7V5B3N6W1Z"
				return problem.Page(p)
			},
		}
	}
	back := layout.Link{Label: "Back to the queue", Href: "/queue/waiting"}
	return []State{
		state("not-found", problem.Problem{
			Status:  "404",
			Heading: "Page not found",
			Message: "The address is wrong, or what it names belongs to another company.",
			Back:    back,
		}),
		state("forbidden", problem.Problem{
			Status:  "403",
			Heading: "Your role may not do this",
			Message: "Your role (viewer) may not do this.",
			Back:    back,
		}),
		state("conflict", problem.Problem{
			Status:  "409",
			Heading: "The job has changed",
			Message: "Nothing was decided.",
			Back:    layout.Link{Label: "To the job", Href: "/review/held"},
			Changes: []string{"Sam Okafor took the job at 10:42:07.", "New evidence came in: selfie."},
			Do:      "Look at the job, then decide.",
			Where:   "In your draft of this job.",
			Chosen: []problem.Chosen{
				{Label: "Outcome", Values: []string{"Declined"}},
				{Label: "Reasons", Values: []string{"Document is not genuine"}},
			},
			Again: &problem.Again{Path: "/jobs/1/claim", Label: "Take the job again", Key: "t"},
			Kept: []problem.Kept{
				{Label: "Internal note", Text: "Hologram missing on the left edge.\nCompare with the specimen."},
			},
		}),
		state("failure", problem.Problem{
			Status:  "500",
			Heading: "Something went wrong on our side",
			Message: "Nothing was changed. Try again; if it stays, give the request id to whoever runs Proofdesk.",
			Back:    back,
		}),
	}
}

func shortcuts(f layout.Frame) account.Keys {
	return account.Keys{
		Frame:   f,
		Changed: true,
		Problem: "Two actions can't have one key.",
		Groups: []account.KeyGroup{{Name: "Deciding", Actions: []account.KeyAction{
			{Name: "a", Does: "Approve", Key: "a"},
			{Name: "d", Does: "Decline", Key: "x", Changed: true},
			{Name: "v", Does: "Suspicious", Key: "x", Changed: true, Problem: "X is Decline already."},
		}}},
	}
}
