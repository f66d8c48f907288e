package storybook

import (
	"github.com/a-h/templ"

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
		Views:   queueViews("open"),
		Heading: "37 waiting",
		Overdue: "3 overdue",
		Oldest:  "5 h 12 min",
		Tally:   "today 41 done · median 38 s",
		Kept:    keptViews(""),
		View:    "open",
		Zone:    "UTC",
		Left:    queue.Head{Href: "/queue/waiting", On: true},
		Score:   queue.Head{Href: "/queue/waiting"},
		Waited:  queue.Head{Href: "/queue/waiting"},
		Rows:    waitingRows(),
		More:    "/queue/waiting",
		Decides: true,
	}
	noticed := waiting
	noticed.Notice, noticed.Overdue = "The job went back to the queue. You will not get it again for 15 minutes.", ""
	return []State{
		state("waiting", waiting),
		state("after-a-skip", noticed),
		state("escalated", queue.Page{
			Views:   queueViews("escalated"),
			Heading: "Escalated: 2",
			View:    "escalated",
			Zone:    "UTC",
			Rows:    raisedRows(),
			Decides: true,
		}),
		state("empty", queue.Page{
			Views:   queueViews("mine"),
			Heading: "Nothing is yours",
			Tally:   "nothing done yet today",
			Empty:   "You hold no jobs.",
			Advice:  "Press N to take the next.",
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
			Document: "TR identity card",
			Why:      "Barcode birth date differs from the MRZ",
			Score:    ".31",
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
			Why:      "Face .61, at least .80",
			Score:    ".62",
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
			Document: "",
			Why:      "Liveness is not proven",
			Score:    ".74",
			Client:   "Branch tablet",
			Who:      "you",
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
			Why:      "Glare .42, at most .20",
			Score:    ".88",
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

func preview() review.Peek {
	return review.Peek{
		Name:  "DOE, JANE",
		About: "MX passport · enrolment · 4 captures",
		More:  "2 more",
		Shots: []review.Shot{{Src: "/media/passport", Label: "ID front"}, {Src: "/media/selfie", Label: "Selfie"}},
		Reasons: []review.PeekReason{
			{Tone: ui.Fail, Group: "data", Text: "Born differs: printed 1990-07-04, MRZ 1990-04-07"},
			{Tone: ui.Warn, Group: "match", Text: "Face .61, at least .80"},
		},
	}
}
