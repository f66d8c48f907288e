package storybook

import (
	"github.com/a-h/templ"

	"proofdesk/views/chart"
	"proofdesk/views/quality"
	"proofdesk/views/ui"
)

func qualityStates() []State {
	waiting := func(name string, w quality.Waiting) State {
		return State{
			Area:  "quality",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				w.Frame, w.Style = c.Frame, c.charts
				return quality.WaitingPage(w)
			},
		}
	}
	first := quality.Judgement{Agent: "Sam Okafor", At: "2026-11-19 14:02", Outcome: "APPROVED", Tone: ui.Pass}
	second := quality.Judgement{
		Agent:   "Ana Lima",
		At:      "2026-11-20 09:30",
		Outcome: "DECLINED",
		Tone:    ui.Fail,
		Reasons: []string{"Portrait was exchanged"},
		Note:    "Edges of the portrait are cut.",
		Right:   true,
	}
	split := []quality.Disagreement{
		{
			ID:       "q1",
			Job:      "01ka…0001",
			Href:     "/review/decided",
			Function: "enrolment",
			First:    first,
			Second:   second,
			Open:     true,
		},
		{
			ID:       "q2",
			Job:      "01ka…0002",
			Href:     "/review/decided",
			Function: "ID validation",
			First:    first,
			Second:   second,
			Verdict:  "the second was right",
			Tone:     ui.Pass,
			Judge:    "Noor Haddad",
			JudgedAt: "2026-11-20 10:02",
			Note:     "See the left edge.",
		},
	}
	below := quality.Quality{
		CSRF:    "token-of-the-form",
		Split:   split,
		Total:   "2",
		CSV:     "/quality/figures",
		Choices: []quality.Choice{{Value: "FIRST", Label: "the first"}, {Value: "SECOND", Label: "the second"}},
		Rates: []quality.Rate{
			{Name: "approved", Label: "APPROVED", Value: "5"},
			{Name: "declined", Label: "DECLINED", Value: "10"},
		},
		Manages: true,
	}
	return []State{
		waiting("waiting", quality.Waiting{
			Total:   "1 waiting",
			Decides: true,
			Rows:    []quality.Row{{Function: "enrolment", Reviewed: "2026-11-19 14:02", Waited: "20 h 39 min"}},
		}),
		waiting("none-waiting", quality.Waiting{Total: "none " +
			"waiting", Decides: true, Empty: "No check waits for you."}),
		{
			Area:  "quality",
			Name:  "figures",
			Phone: true,
			page: func(c canvas) templ.Component {
				p := chart.Page{
					Frame: c.Frame,
					Style: c.charts,
					Tiles: []chart.Tile{
						{Label: "Agreement", Value: "94 %", Note: "of 118 checks"},
						{Label: "Kappa", Value: ".88", Note: ".79 to .97"},
					},
					Choose: quality.PeriodForm(quality.Period{From: "2026-11-01", Until: "2026-11-20", Zone: "UTC"}),
					Below:  quality.Below(below),
				}
				p.Title = "Quality"
				return chart.FigurePage(p)
			},
		},
		{
			Area:  "quality",
			Name:  "feedback",
			Phone: true,
			page: func(c canvas) templ.Component {
				return quality.FeedbackPage(quality.Feedback{Frame: c.Frame, Style: c.charts, Rows: split[1:]})
			},
		},
	}
}
