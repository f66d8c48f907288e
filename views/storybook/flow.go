package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/review"
	"proofdesk/views/ui"
)

// flowStates are the review page on the ways that a job goes besides its decision: to a senior, to a second agent, to a
// test.
func flowStates() []State {
	state := func(name string, change func(*review.Page), keys ...string) State {
		return State{
			Area:  "review",
			Name:  name,
			Phone: len(keys) == 0,
			Keys:  keys,
			page: func(c canvas) templ.Component {
				p := heldJob()
				p.Frame, p.JobID = c.Frame, name
				change(&p)
				return review.ReviewPage(p)
			},
		}
	}
	raised := &review.Escalation{
		By:  "Sam Okafor",
		At:  today("10:52:40"),
		Why: "The portrait looks exchanged at its left edge, and the number is on no list that I know.",
	}
	return []State{
		state("escalating", func(*review.Page) {}, "e"),
		state("escalated-to-you", func(p *review.Page) { p.Escalation = raised }),
		state("escalated-by-you", func(p *review.Page) {
			p.Held, p.Lease, p.Recall = false, nil, true
			p.Escalation = &review.Escalation{By: "Noor Haddad", At: today("10:53:02")}
		}),
		state("asking-again", asking, "q"),
		state("asked-again", func(p *review.Page) {
			p.Request = &review.Request{
				By: "Noor Haddad", At: today("10:53:02"), State: "not opened yet", Tone: ui.Soft,
				Captures: []string{"Selfie" + askedFor("The picture was not sharp.")},
				Words:    "Please take your glasses off.",
				URL:      "https://desk.example/capture/7#secret", Until: today("10:53:02"), Withdraw: true,
			}
		}),
		state("desk-closed", func(p *review.Page) {
			p.Held, p.Lease, p.Free = false, nil, false
			p.Closed = "Jobs can be taken once the demo has reached today."
		}),
		state("escalated-just-now", func(p *review.Page) {
			p.Notice = &review.Notice{
				Text:  "Escalated: DOE, JANE. A senior agent will take it.",
				JobID: "j2",
				Undo:  &ui.Countdown{Until: "4070908800000", Text: "00:28"},
			}
		}),
		state("proposing", func(p *review.Page) {
			p.Form.Outcomes[1].Label, p.Form.Outcomes[1].On, p.Form.Outcomes[2].Label = "Propose decline", true,
				"Propose suspicious"
		}),
		state("beside-a-candidate", besideCandidate),
		state("sandbox", func(p *review.Page) { p.Sandbox = true }),
		state("long-name", func(p *review.Page) {
			p.Name = "WOLFESCHLEGELSTEINHAUSENBERGERDORFF, MAXIMILIAN KONSTANTIN"
		}),
	}
}

func nearest() *review.Candidate {
	return &review.Candidate{Name: "CASTELLANO, LUCA #100007", Rows: []review.Likeness{
		{Label: "Name", Here: "LUCAN CASTELLAN", There: "CASTELLANO, LUCA", Word: "differs"},
		{Label: "Born", Here: "30 May 1989", There: "30 May 1989", Word: "the same", Same: true},
		{Label: "Number", Here: "JVH000190", There: "KX4471120", Word: "differs"},
	}}
}

// askedFor is what follows the name of a capture that is asked for.
func askedFor(why string) string { return ": " + why }

// asking offers two captures to be asked for.
func asking(p *review.Page) {
	why := []review.Reason{{Code: "blurred", Text: "The picture was not sharp."}}
	p.Ask = &review.Ask{Captures: []review.AskedCapture{
		{Kind: "passport", Label: "Passport", Reasons: why}, {Kind: "selfie", Label: "Selfie", Reasons: why},
	}}
}
