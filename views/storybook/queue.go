package storybook

import (
	"strconv"

	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/queue"
	"proofdesk/views/review"
	"proofdesk/views/ui"
)

func queueStates() []State {
	state := func(name string, p queue.Page) State {
		return State{
			Area:  "queue",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				p.Frame = c.Frame
				return queue.QueuePage(p)
			},
		}
	}
	waiting := queue.Page{
		Views:    queueViews("open"),
		Heading:  "37 waiting",
		Overdue:  "3 overdue",
		Oldest:   "5 h 12 min",
		Tally:    "today 41 done · median 38 s",
		Kept:     keptViews(""),
		Filters:  queueFilters(),
		View:     "open",
		Zone:     "UTC",
		Left:     queue.Head{Href: "/queue/waiting"},
		Stakes:   queue.Head{Href: "/queue/waiting", On: true},
		ByStakes: true,
		Waited:   queue.Head{Href: "/queue/waiting"},
		Rows:     waitingRows(),
		More:     "/queue/waiting",
		Decides:  true,
	}
	noticed := waiting
	noticed.Notice, noticed.Overdue = "Skipped: DOE, JANE. You will not be offered it again for a while.", ""
	return []State{
		state("waiting", waiting),
		state("after-a-skip", noticed),
		troubledState(waiting),
		state("escalated", queue.Page{
			Views:   queueViews("escalated"),
			Heading: "Escalated: 2",
			View:    "escalated",
			Zone:    "UTC",
			Rows:    raisedRows(),
			Decides: true,
		}),
		state("to-check", queue.Page{
			Views:   queueViews("check"),
			Heading: "To check: 2",
			View:    "check",
			Zone:    "UTC",
			Rows:    proposedRows(),
			Decides: true,
		}),
		state("empty", queue.Page{
			Views:   queueViews("mine"),
			Heading: "Nothing is yours",
			Tally:   "nothing done yet today",
			Empty:   "You hold no jobs.",
			Advice:  "Take the next job: press N.",
			Decides: true,
		}),
		state("looking-only", queue.Page{Views: queueViews("open"), Heading: "37 waiting", Rows: waitingRows()[:2]}),
		{
			Area: "queue",
			Name: "at-a-glance",
			page: func(c canvas) templ.Component { return strip(c.Frame, review.PeekStrip(preview())) },
		},
	}
}

// queueFilters are those of a company with more than one client.
func queueFilters() []ui.Select {
	return []ui.Select{
		{
			Name:  "function",
			Label: "Function",
			Choices: []ui.Choice{
				{Label: "any function", On: true},
				{Value: "enrolment", Label: "ID validation, face match and enrolment"},
			},
		},
		{Name: "document", Label: "Document", Choices: []ui.Choice{{Label: "any document", On: true}}},
		{
			Name:  "client",
			Label: "Client",
			Choices: []ui.Choice{
				{Label: "any client", On: true}, {Value: "acme-app", Label: "Mobile app of the branches in the north"},
			},
		},
		{Name: "why", Label: "Words in the reason", Value: "glare"},
	}
}

func queueViews(on string) []queue.View {
	all := []queue.View{
		{Name: "open", Label: "Open", Href: "/queue/waiting", Count: "37", Age: "5 h 12 min"},
		{Name: "mine", Label: "Mine", Href: "/queue/empty", Count: "0"},
		{Name: "overdue", Label: "Overdue", Href: "/queue/waiting", Count: "3", Tone: ui.Fail, Age: "5 h 12 min"},
		{Name: "escalated", Label: "Escalated", Href: "/queue/waiting", Count: "2"},
		{Name: "check", Label: "To check", Href: "/queue/waiting", Count: "1"},
	}
	for i := range all {
		all[i].On = all[i].Name == on
		all[i].Cases, _ = strconv.Atoi(all[i].Count) // they are plain numbers
	}
	return all
}

func waitingRows() []queue.Row {
	left := func(text string, tone ui.Tone, share string) ui.Countdown {
		return ui.Countdown{Until: "4070908800000", Text: text, Tone: tone, Share: share}
	}
	return []queue.Row{
		{
			Job:      "j1",
			Href:     "/review/held",
			Left:     left("-1:12:09", ui.Fail, "100"),
			Name:     "Ayşe Yılmaz-Özdemir",
			Document: "Driving licence, Bosnia and Herzegovina",
			Why:      "Barcode birth date differs from the MRZ",
			Stakes:   "data",
			Met:      "26/30",
			AllMet:   "26 of 30 requirements met",
			Client:   "Mobile app",
			Function: "ID validation with face",
			Waited:   "5 h 12 min",
		},
		{
			Job:      "j2",
			Href:     "/review/free",
			Left:     left("12:31", ui.Warn, "88"),
			Name:     "DOE, JANE",
			Document: "MX passport",
			Why:      "The faces differ: score 0.61, passes at 0.55 or less",
			Stakes:   "fraud",
			Tone:     ui.Fail,
			Met:      "29/30",
			AllMet:   "29 of 30 requirements met",
			Client:   "Mobile app",
			Who:      "Sam Okafor",
			Function: "enrolment",
			Waited:   "3 h 47 min",
		},
		{
			Job:      "j3",
			Href:     "/review/free",
			Left:     left("2:40:00", ui.Plain, "33"),
			Name:     "Name unknown",
			Sandbox:  true,
			Document: "",
			Why:      "Liveness is not proven",
			Stakes:   "policy",
			Met:      "2/3",
			AllMet:   "2 of 3 requirements met",
			Client:   "Branch tablet",
			Who:      "yours",
			Mine:     true,
			Function: "live face check",
			Waited:   "1 h 20 min",
		},
		{
			Job:      "j4",
			Href:     "/review/free",
			Left:     left("3:58:11", ui.Plain, "1"),
			Name:     "Wolfeschlegelsteinhausenbergerdorff, Maximilian Konstantin",
			Document: "D passport",
			Why:      "Glare covers a part of the document: score 0.42, passes at 0.20 or less",
			AllWhy:   "Glare covers a part of the document: score 0.42, passes at 0.20 or less",
			Stakes:   "quality",
			Met:      "29/30",
			AllMet:   "29 of 30 requirements met",
			Client:   "Mobile app",
			Function: "customer verification",
			Waited:   "2 min",
		},
	}
}

// raisedRows are jobs that agents escalated, one of them a test.
func raisedRows() []queue.Row {
	rows := waitingRows()[:2]
	rows[0].Raised = "Sam Okafor, 10:52: the portrait looks replaced at its left edge"
	rows[1].Raised, rows[1].Sandbox = "Noor Haddad, 11:07", true
	return rows
}

// troubledState is the queue with the badge about deliveries.
func troubledState(p queue.Page) State {
	return State{
		Area:  "queue",
		Name:  "delivery-trouble",
		Phone: true,
		page: func(c canvas) templ.Component {
			p.Frame = c.Frame
			p.Frame.Trouble = &layout.Trouble{
				Href:  "/deliveries/trouble",
				Count: "14",
				Text:  "12 deliveries failed · 1 endpoint refuses every event · 1 host is on hold",
				Tone:  ui.Fail,
			}
			return queue.QueuePage(p)
		},
	}
}

// proposedRows are jobs that wait for a second agent.
func proposedRows() []queue.Row {
	rows := waitingRows()[:2]
	rows[0].Proposed = "Suspicious, proposed by Sam Okafor, 12 Oct 2026 10:52:07: Document forged or altered; " +
		"Not the person on the document"
	rows[0].ProposedTone = ui.Warn
	rows[1].Proposed = "Declined, proposed by Noor Haddad, 12 Oct 2026 11:07:40: Picture not readable"
	rows[1].ProposedTone = ui.Fail
	return rows
}

func preview() review.Peek {
	return review.Peek{
		Name:  "DOE, JANE",
		About: "MX passport · enrolment · 4 captures",
		More:  "2 more",
		Shots: []review.Shot{{Src: "/media/passport", Label: "ID front"}, {Src: "/media/selfie", Label: "Selfie"}},
		Reasons: []review.PeekReason{
			{Tone: ui.Fail, Group: "data", Text: "Date of birth differs: printed 04 Jul 1990, MRZ 07 Apr 1990"},
			{Tone: ui.Warn, Group: "fraud", Text: "The faces differ: score 0.61, passes at 0.55 or less"},
		},
	}
}
