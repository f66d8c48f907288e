package storybook

import (
	"strconv"

	"github.com/a-h/templ"

	"proofdesk/views/chart"
	"proofdesk/views/quality"
	"proofdesk/views/ui"
	"proofdesk/views/work"
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
	first := quality.Judgement{Agent: "Sam Okafor", At: on("2026-11-19 14:02:00"), Outcome: "APPROVED", Tone: ui.Pass}
	second := quality.Judgement{
		Agent:   "Ana Lima",
		At:      on("2026-11-20 09:30:00"),
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
			JudgedAt: on("2026-11-20 10:02:00").Text,
			Note:     "See the left edge.",
		},
	}
	refused := split[1]
	refused.Open, refused.Form = true, quality.Adjudication{
		Version:      "3",
		Chosen:       "FIRST",
		Note:         "Edges of the portrait are cut.",
		Problem:      "Somebody else changed the verdict: review it and save again.",
		WrongVerdict: "Saved meanwhile: the second was right",
		WrongNote:    "Saved meanwhile: See the left edge.",
	}
	below := quality.Quality{
		CSRF:    "token-of-the-form",
		Split:   split,
		Total:   "2",
		CSV:     "/quality/figures",
		Choices: []quality.Choice{{Value: "FIRST", Label: "the first"}, {Value: "SECOND", Label: "the second"}},
		Rates: []quality.Rate{
			{Name: "approved", Label: "APPROVED", Value: "5"},
			{Name: "declined", Label: "DECLINED", Value: "10", Problem: "Saved meanwhile: 15"},
		},
		Returned: []quality.Returned{{
			Job:      "01ka…0007",
			Href:     "/review/decided",
			Function: "ID check",
			First:    "Sam Okafor",
			Outcome:  "APPROVED",
			Reviewed: on("2026-11-19 14:02:00"),
			At:       on("2026-11-19 14:04:00"),
		}},
		Manages: true,
	}
	return []State{
		waiting("waiting", quality.Waiting{
			Total:   "1 waiting",
			Decides: true,
			Rows:    []quality.Row{{Function: "enrolment", Reviewed: "19 Nov 2026"}},
		}),
		waiting("lost", quality.Waiting{
			Total:   "1 waiting",
			Notice:  "You judged this check in another window, 16:40:12. You can take the next one.",
			Lost:    "01a2064d-24e8-7666-a778-faf90e0c2e27",
			Decides: true,
			Rows:    []quality.Row{{Function: "enrolment", Reviewed: "19 Nov 2026"}},
		}),
		waiting("none-waiting", quality.Waiting{
			Total:   "none waiting",
			Decides: true,
			Empty:   "No checks are waiting for you. A senior agent sets how many decisions are checked.",
		}),
		figures("figures", below),
		figures("verdict-refused", quality.Quality{
			CSRF:    below.CSRF,
			Split:   []quality.Disagreement{refused},
			Choices: below.Choices,
			Manages: true,
		}),
		ownWork("own-work", chart.Page{
			Tiles: []chart.Tile{
				{
					Label: "Decisions a working day",
					Value: "41.5",
					Note:  "830 in all · 38.2 in the period before",
				},
				{Label: "Time per job", Value: "48 s", Note: "median · 61 s in the period before"},
				{
					Label: "Agreed with quality checks",
					Value: "93%",
					Note:  "of 28 decisions · 88% in the period before",
				},
			},
			Panels: []chart.Panel{{
				Key:   "pace",
				Title: "Decisions",
				Unit:  "by day",
				Wide:  "half",
				Columns: chart.DrawColumns("Decisions", []chart.Stack{
					{
						Label: "18 Nov",
						Title: "18 Nov 2026: 40 decisions",
						Parts: []chart.Piece{{Class: "accent", N: 40}},
					},
					{
						Title: "19 Nov 2026: 43 decisions",
						Parts: []chart.Piece{{Class: "accent", N: 43}},
					},
				}, func(n float64) string { return strconv.FormatFloat(n, 'f', 0, 64) }),
				Table: chart.Table{
					Head: []string{"from", "decisions", "median time (s)"},
					Rows: [][]string{{"2026-11-18", "40", "49.0"}, {"2026-11-19", "43", "47.0"}},
				},
			}},
		}, work.Below{
			Intro: "A second agent decided otherwise, or a senior agent upheld the other judgement of a quality check.",
			Total: "1 decision",
			All:   "/quality/feedback",
			Rows: []work.Overturned{{
				Job:      "01ka…0001",
				Href:     "/review/decided",
				Function: "enrolment",
				At:       on("2026-11-19 14:02:00"),
				How:      "second review by Sam Okafor",
				Own:      "SUSPICIOUS",
				OwnTone:  ui.Soft,
				Right:    "DECLINED",
				Tone:     ui.Fail,
				Reasons:  []string{"Portrait was exchanged"},
				Note:     "Edges of the portrait are cut.",
			}},
		}),
		ownWork("own-work-none",
			chart.Page{Empty: "No decisions in this period. Choose a longer one, or take the next job from the queue."},
			work.Below{Total: "0 decisions", Empty: "No decision was overturned in this period."}),
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

// figures returns a state of the page of figures.
func figures(name string, below quality.Quality) State {
	return State{
		Area:  "quality",
		Name:  name,
		Phone: true,
		page: func(c canvas) templ.Component {
			p := chart.Page{
				Frame: c.Frame,
				Style: c.charts,
				Tiles: []chart.Tile{
					{Label: "Agreement", Value: "94%", Note: "95% between 88% and 97%"},
					{Label: "Cohen's kappa", Value: "0.88", Note: "95% between 0.79 and 0.97 · almost perfect"},
				},
				Choose: quality.PeriodForm(quality.Period{
					Path:  "/quality",
					From:  "2026-11-01",
					Until: "2026-11-20",
					Zone:  "UTC",
				}),
				Below: quality.Below(below),
			}
			p.Title = "Quality"
			return chart.FigurePage(p)
		},
	}
}

// ownWork returns a state of the page about an agent's own work.
func ownWork(name string, p chart.Page, below work.Below) State {
	return State{
		Area:  "quality",
		Name:  name,
		Phone: true,
		page: func(c canvas) templ.Component {
			p.Frame, p.Style = c.Frame, c.charts
			p.Title, p.Note = "Your work", "18 Nov 2026 – 19 Nov 2026, days in UTC"
			p.Choose = quality.PeriodForm(quality.Period{Path: "/me/work", From: "2026-11-18", Until: "2026-11-19"})
			p.Below = work.OverturnedPanel(below)
			return chart.FigurePage(p)
		},
	}
}
