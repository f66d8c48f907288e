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
			Problem: "The e-mail address or the password is wrong, or the account is locked or disabled.",
		}),
		login("sign-in-with-words-kept", account.Login{Next: "/jobs/1", Kept: kept}),
		{
			Area:  "account",
			Name:  "keys",
			Phone: true,
			page:  func(c canvas) templ.Component { return account.KeysPage(shortcuts(c.Frame)) },
		},
		{
			Area:  "account",
			Name:  "keys-changed-meanwhile",
			Phone: true,
			page:  func(c canvas) templ.Component { return account.KeysPage(changedShortcuts(c.Frame)) },
		},
		code("second-factor", account.Code{Next: "/queue"}),
		code("second-factor-refused", account.Code{
			Next:    "/queue",
			Problem: "The code is incorrect or was already used.",
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
	back := layout.Link{Label: "Go to the queue", Href: "/queue/waiting"}
	return []State{
		state("not-found", problem.Problem{
			Status:  "404",
			Heading: "Page not found",
			Message: "There is nothing at this address.",
			Do: "Check the address, or search by id, name or number. A job may also have been removed at the end of " +
				"its retention period.",
			Back: back,
		}),
		state("forbidden", problem.Problem{
			Status:  "403",
			Heading: "Not available for your role",
			Message: "Your role (viewer) is not allowed to do this.",
			Do:      "Ask an administrator of your company if your work needs it.",
			Back:    back,
		}),
		state("conflict", problem.Problem{
			Status:  "409",
			Heading: "This job changed while you worked on it",
			Message: "Your decision was not sent: this job has changed since you opened it.",
			Back:    layout.Link{Label: "View the job as it is now", Href: "/review/held"},
			Changes: []string{"Sam Okafor holds the job now."},
			Where:   "It is restored in the decision bar when you take the job.",
			Chosen: []problem.Chosen{
				{Label: "Outcome", Values: []string{"Declined"}},
				{Label: "Reasons", Values: []string{"Document is not genuine"}},
			},
			Again: &problem.Again{Path: "/jobs/1/claim", Label: "Take it again with what you typed", Key: "t"},
			Kept: []problem.Kept{
				{Label: "Internal note", Text: "Hologram missing on the left edge.\nCompare with the specimen."},
			},
		}),
		state("failure", problem.Problem{
			Status:  "500",
			Heading: "Something went wrong on our side",
			Message: "Something went wrong on our side.",
			Do:      "Try again. If the problem continues, send the request id below to your system administrator.",
			Back:    back,
		}),
	}
}

func changedShortcuts(f layout.Frame) account.Keys {
	k := shortcuts(f)
	k.Problem = "Your shortcuts were changed in another window: review them and save again."
	k.Groups[0].Actions[2] = account.KeyAction{
		Name:    "v",
		Does:    "Suspicious",
		Key:     "s",
		Changed: true,
		Problem: "Saved meanwhile: y",
	}
	return k
}

func shortcuts(f layout.Frame) account.Keys {
	return account.Keys{
		Frame:   f,
		Version: "{}",
		Changed: true,
		Problem: "Nothing was saved: some keys are not valid.",
		Groups: []account.KeyGroup{{Name: "Deciding", Actions: []account.KeyAction{
			{Name: "a", Does: "Approve", Key: "a"},
			{Name: "d", Does: "Decline", Key: "x", Changed: true},
			{Name: "v", Does: "Suspicious", Key: "x", Changed: true, Problem: "Already used for “Decline”."},
		}}},
	}
}
