package storybook

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"proofdesk/views/chart"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

func dashboardStates() []State {
	state := func(name string, p chart.Page) State {
		return State{
			Area:  "dashboard",
			Name:  name,
			Phone: true,
			page: func(c canvas) templ.Component {
				p.Frame, p.Style = c.Frame, c.charts
				p.Title = "Dashboard"
				return chart.FigurePage(p)
			},
		}
	}
	tabs := []chart.Choice{
		{Label: "Work", Href: "/dashboard/work", On: true},
		{Label: "Empty", Href: "/dashboard/empty"},
	}
	spans := []chart.Choice{
		{Label: "24 h", Href: "/dashboard/work", On: true},
		{Label: "7 d", Href: "/dashboard/work"},
	}
	tiles := []chart.Tile{
		{Label: "Waiting", Value: "37", Note: "3 overdue", Tone: ui.Fail},
		{Label: "Decided", Value: "1,284", Note: "by 12 agents"},
		{Label: "Median wait", Value: "4 min", Note: "p99 2 h 10 min", Tone: ui.Warn},
		{
			Label: "Webhooks delivered, 48 h",
			Value: "61 %",
			Note:  "102 held · 3 failed",
			Tone:  ui.Fail,
		},
	}
	return []State{
		state("work", chart.Page{
			Tabs:  tabs,
			Spans: spans,
			Note:  "in UTC, up to 10:55",
			Broken: &chart.Warning{
				Text: "98 deliveries to hooks.bank.example are held. 2 more hosts are on hold.",
				Link: &layout.Link{Label: "Show the host", Href: "/webhooks/breaker"},
			},
			Tiles:  tiles,
			Panels: panels(),
		}),
		state("worst-host", chart.Page{
			Tabs:  tabs,
			Spans: spans,
			Note:  "in UTC, up to 10:55",
			Broken: &chart.Warning{
				Text: "98 deliveries to " + longestHost() + " are held.",
				Link: &layout.Link{Label: "Show the host", Href: "/webhooks/breaker"},
			},
			Tiles:  tiles,
			Panels: []chart.Panel{breakersOf("half", longHost, longestHost())},
		}),
		state("agents", chart.Page{
			Tabs:  tabs,
			Spans: spans,
			Note:  "in UTC, up to 10:55",
			Panels: []chart.Panel{
				{
					Key:   "agents",
					Title: "Agents",
					Unit:  "decisions that stand, 24 hours",
					Wide:  "whole",
					CSV:   "/dashboard/agents",
					Open:  true,
					Table: chart.Table{
						Head: []string{"Agent", "Approved", "Declined", "Suspicious", "An hour", "Median, s"},
						Rows: [][]string{
							{"Maximiliane von Hohenstein-Wittelsbach", "204", "31", "4", "38", "41"},
							{"Noor Haddad", "188", "40", "9", "35", "44"},
							{"Sam Okafor", "0", "0", "0", "–", "–"},
						},
					},
				},
			},
		}),
		state("engine", chart.Page{
			Tabs:  tabs,
			Spans: spans,
			Note:  "in UTC, up to 10:55",
			Panels: []chart.Panel{
				{
					Key:   "engine",
					Title: "Checks of the engine",
					Unit:  "the dearest first, 24 hours",
					Wide:  "whole",
					CSV:   "/dashboard/engine",
					Open:  true,
					Table: chart.Table{
						Names: 2,
						Head:  []string{"Check", "Group", "Run", "Passed", "Median, ms", "p95, ms"},
						Rows: [][]string{
							{"Face match", "face", "1,204", "88 %", "96", "141"},
							{"Machine-readable zone", "document", "1,198", "97 %", "22", "64"},
						},
					},
				},
			},
		}),
		state("empty", chart.Page{
			Tabs:  tabs,
			Spans: spans,
			Empty: "No jobs were submitted in this period and none are waiting. Choose a longer period, or send a " +
				"first job through the SDK API; figures appear within seconds of each decision.",
			Guide: &chart.Choice{Label: "Look at 90 days", Href: "/dashboard/work"},
		}),
		state("nothing-measured", chart.Page{
			Tabs:  tabs,
			Spans: spans,
			Tiles: tiles[:1],
			Panels: []chart.Panel{
				{
					Key:   "latency",
					Title: "Webhook latency",
					Unit:  "ms, p95 by hour",
					Wide:  "half",
					Empty: "No jobs were reviewed in this period.",
				},
			},
		}),
	}
}

// longestHost is as long as the name of a host may be, in the longest labels.
func longestHost() string {
	return strings.Repeat(strings.Repeat("a", 56)+"-events.", 3) + strings.Repeat("a", 53) + ".example"
}

// breakersOf is what happened to the breakers of some hosts, which are open now.
func breakersOf(wide string, hosts ...string) chart.Panel {
	hours := []string{"00", "", "", "03", "", "", "06", "", "", "09", "", ""}
	p := chart.Panel{
		Key:      "breakers",
		Title:    "Breakers",
		Unit:     "state over time",
		Wide:     wide,
		Timeline: &chart.Timeline{Xs: chart.TimeTicks(hours)},
	}
	for _, host := range hosts {
		p.Timeline.Rows = append(p.Timeline.Rows, chart.TimelineRow{
			Label: host,
			State: "open",
			Tone:  ui.Fail,
			Use:   "; deliveries in 17 of 24 intervals",
			Parts: []chart.Part{
				chart.DrawSpell(0, .3, "soft", "no deliveries"), chart.DrawSpell(.3, .6, "pass", "closed"),
				chart.DrawSpell(.6, 1, "fail", "open"),
			},
		})
	}
	return p
}

func whole(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

func panels() []chart.Panel {
	hours := []string{"00", "", "", "03", "", "", "06", "", "", "09", "", ""}
	values := []float64{4, 2, 1, 3, 8, 12, 31, 44, 38, -1, 27, 19}
	flow := chart.LineChart{
		Name:    "Jobs by hour",
		Labels:  hours,
		Moments: hours,
		Times:   make([]int64, len(hours)),
		Zone:    "UTC",
		Format:  whole,
		Series: []chart.Series{
			{Name: "arrived", Class: "s1", Values: values, Area: true},
			{Name: "completed", Class: "s2", Values: []float64{1, 2, 3, 4, 6, 9, 24, 40, 41, 33, 28, 20}, SoFar: true},
		},
	}
	wait := chart.LineChart{
		Name:       "Latency",
		Labels:     hours,
		Moments:    hours,
		Times:      make([]int64, len(hours)),
		Zone:       "UTC",
		Format:     whole,
		Log:        true,
		Limit:      15_000,
		LimitLabel: "15 s",
		Series: []chart.Series{
			{Name: "p95", Class: "s3", Values: []float64{84, 91, 120, 88, 300, 4000, 15000, 900, 120, 95, 80, 77}},
		},
	}
	ages := chart.DrawColumns("Waiting by age",
		[]chart.Stack{
			{Label: "< 1 h", Title: "21", Value: "21", Parts: []chart.Piece{{Class: "pass", N: 21}}},
			{Label: "< 4 h", Value: "13", Parts: []chart.Piece{{Class: "pass", N: 6}, {Class: "warn", N: 7}}},
			{Label: "more", Value: "3", Parts: []chart.Piece{{Class: "fail", N: 3}}},
		}, whole)
	spread := chart.Spread{
		Title:  "Face match",
		Note:   "412 measured",
		Bins:   []int64{0, 2, 4, 9, 20, 44, 90, 121, 80, 42},
		Class:  func(m float64) string { return map[bool]string{true: "pass", false: "warn"}[m > .5] },
		Limits: []float64{.55},
		Format: func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) },
	}.Draw()
	table := chart.Table{
		Head: []string{"Hour", "Arrived", "Completed"},
		Rows: [][]string{{"06", "31", "24"}, {"07", "44", "40"}},
	}
	breakers := breakersOf("whole", "hooks.acme.example")
	breakers.Table, breakers.Open = table, true
	return []chart.Panel{
		{
			Key:     "ages",
			Title:   "Waiting by age",
			Unit:    "jobs",
			Wide:    "half",
			CSV:     "/dashboard/work",
			Columns: ages,
			Table:   table,
		},
		{
			Key:   "flow",
			Title: "Inflow and completed",
			Unit:  "jobs by hour",
			Wide:  "half",
			CSV:   "/dashboard/work",
			Lines: flow.Draw(),
			Legend: []chart.Mark{
				{Class: "s1", Label: "arrived", Line: true},
				{Class: "s2", Label: "completed", Line: true},
			},
			Table: table,
		},
		{
			Key:   "latency",
			Title: "Webhook latency",
			Unit:  "ms, p95 by hour",
			Wide:  "half",
			Lines: wait.Draw(),
			Warnings: []chart.Warning{{
				Text: "retail is held since 20 Nov 2026 09:41: 24 of 80 submitted jobs of version 3 were captured " +
					"again.",
				Link: &layout.Link{Href: "/dashboard/work", Label: "Look at it"},
			}},
			Table: table,
		},
		{
			Key:        "scores",
			Title:      "Scores",
			Unit:       "jobs by score",
			Wide:       "half",
			Histograms: []chart.Histogram{spread, {Title: "Voice", Empty: "not measured yet"}},
			Table:      table,
		},
		{
			Key:   "reasons",
			Title: "Reasons",
			Unit:  "share of reviews",
			Wide:  "half",
			Bars: []chart.BarList{
				{
					Heading: "Declined",
					Bars: []chart.Bar{
						{
							Label: "Document is not genuine",
							Title: "Document is not genuine: 41 of 67",
							Width: "100",
							Class: "warn",
							Value: "41",
							Share: "61 %",
						},
						{Label: "Another person", Width: "40", Class: "s1", Value: "16", Share: "24 %"},
					},
				},
				{Heading: "Suspicious", Empty: "none"},
			},
			Table: table,
		},
		{
			Key:   "outcomes",
			Title: "Outcomes",
			Unit:  "jobs",
			Bars: []chart.BarList{{
				Bars: []chart.Bar{
					{Label: "Existing customer", Width: "100", Class: "s1", Value: "1,204", Share: "100%"},
					{Label: "Cliente existente", Width: "1", Class: "s1", Value: "12", Share: "1.0%"},
				},
			}},
			Table: table,
		},
		{
			Key:   "hours",
			Title: "Arrivals",
			Unit:  "jobs by hour and weekday",
			Wide:  "half",
			Grid: &chart.Grid{
				Name:    "Arrivals",
				Columns: []string{"06", "07", "08"},
				Rows: []chart.GridRow{
					{
						Label: "Mon",
						Cells: []chart.GridCell{
							{Text: "4", Class: "h1"}, {Text: "31", Class: "h4"}, {Text: "88", Class: "h6"},
						},
					},
					{
						Label: "Tue",
						Cells: []chart.GridCell{
							{Text: "0", Class: "h0"}, {Text: "12", Class: "h2"}, {Text: "44", Class: "h5"},
						},
					},
				},
			},
			Table: table,
		},
		breakers,
	}
}
