package web

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/app/dashboard"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	views "proofdesk/views/dashboard"
	"proofdesk/views/ui"
)

// tiles are the headline.
func tiles(b dashboard.Board) []views.Tile {
	h := b.Headline
	waiting := views.Tile{Label: "Waiting", Value: thousands(h.Waiting), Note: "none overdue"}
	if h.Overdue > 0 {
		waiting.Note, waiting.Tone = thousands(h.Overdue)+" overdue", ui.Fail
	}
	delivered := views.Tile{Label: "Delivered, " + spanLabel(b.Span), Value: shareText(h.Delivered, h.Delivered+h.Failed), Note: "none held, none failed"}
	if h.Held > 0 || h.Failed > 0 {
		held := thousands(int64(h.Held))
		if h.Held == dashboard.HeldBound {
			held += " or more"
		}
		delivered.Note, delivered.Tone = held+" held · "+thousands(h.Failed)+" failed", ui.Warn
	}
	today := views.Tile{Label: "Decided today", Value: thousands(h.DecidedToday), Note: "nothing yet"}
	if h.DecidedToday > 0 {
		today.Note = shareText(h.ByEngine, h.DecidedToday) + " by the engine"
	}
	return []views.Tile{
		waiting, today,
		{Label: "Median review, " + spanLabel(b.Span), Value: took(dashboard.QuantileOr(h.Handle, .5)), Note: "p90 " + took(dashboard.QuantileOr(h.Handle, .9))},
		delivered,
		{Label: "Engine, one job, " + spanLabel(b.Span), Value: took(dashboard.QuantileOr(h.Engine, .5)), Note: "p99 " + took(dashboard.QuantileOr(h.Engine, .99))},
	}
}

// panels are the plots in the order in which they stand.
func panels(b dashboard.Board, reasons map[string]string) []views.Panel {
	all := []views.Panel{
		flowPanel(b), agePanel(b), matrixPanel(b), timesPanel(b), outcomePanel("automated", "Automated outcomes", b.Automated, b),
		outcomePanel("reviewed", "Review outcomes", b.Reviewed, b), latencyPanel(b), breakerPanel(b), stepsPanel(b), attemptsPanel(b), scoresPanel(b),
		reasonsPanel(b, reasons), arrivalsPanel(b),
	}
	for i := range all {
		all[i].CSV = "/dashboard/" + all[i].Key + ".csv?range=" + b.Name
	}
	return all
}

// timeAxis gives a line chart over the board's points.
func timeAxis(b dashboard.Board, name string) views.LineChart {
	c := views.LineChart{Name: name, Zone: b.Zone.String()}
	for i := range b.Points() {
		at := b.At(i)
		full := at.Format("Mon 2 Jan, 15:04")
		if b.Step > 1 {
			full += " and " + strconv.FormatInt(b.Step, 10) + " h on"
		}
		if i == b.Points()-1 {
			full += ", so far"
		}
		c.Labels, c.Moments, c.Times = append(c.Labels, hourLabel(b.Span, at)), append(c.Moments, full), append(c.Times, at.Unix())
	}
	return c
}

// hourLabel labels the round hours of a span, few enough to stand beside each other on a telephone; the other points get none.
func hourLabel(s dashboard.Span, at time.Time) string {
	switch next := at.Add(time.Duration(s.Step) * time.Hour); {
	case s.Hours <= 24 && at.Hour()%6 == 0:
		return at.Format("15:04")
	case s.Hours <= 48 && at.Hour() == 0:
		return at.Format("Mon 2")
	case s.Hours <= 48 && at.Hour() == 12:
		return at.Format("15:04")
	case s.Hours <= 48:
		return ""
	case at.Hour() == 0 && s.Step == 1 && at.YearDay()%2 == 0:
		return at.Format("2 Jan")
	case s.Step > 1 && next.Add(-time.Nanosecond).Weekday() == time.Monday && at.Add(-time.Nanosecond).Weekday() == time.Sunday:
		return next.Add(-time.Nanosecond).Format("2 Jan")
	}
	return ""
}

// pointTable is a table with a row per point of the board.
func pointTable(b dashboard.Board, cell func(i, column int) string, head ...string) views.Table {
	t := views.Table{Head: append([]string{"from (" + b.Zone.String() + ")"}, head...)}
	for i := range b.Points() {
		row := []string{b.At(i).Format("2006-01-02 15:04")}
		for column := range head {
			row = append(row, cell(i, column))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func perStep(b dashboard.Board) string {
	if b.Step == 1 {
		return "by hour, " + spanLabel(b.Span)
	}
	return "by " + strconv.FormatInt(b.Step, 10) + " hours, " + spanLabel(b.Span)
}

func marks(series []views.Series) []views.Mark {
	var all []views.Mark
	for _, s := range series {
		all = append(all, views.Mark{Class: s.Class, Label: s.Name, Line: true})
	}
	return all
}

// linePanel draws lines, or says why there are none.
func linePanel(p views.Panel, c views.LineChart, empty string) views.Panel {
	p.Wide, p.Legend = "half", marks(c.Series)
	if p.Lines = c.Draw(); p.Lines == nil {
		p.Empty = empty
	}
	return p
}

func flowPanel(b dashboard.Board) views.Panel {
	c := timeAxis(b, "Inflow, completed and backlog over time")
	c.Format = whole
	c.Series = []views.Series{
		{Name: "inflow", Class: "s1", Values: numbersOf(b.Flow.Inflow)},
		{Name: "completed", Class: "s2", Values: numbersOf(b.Flow.Completed)},
		{Name: "backlog", Class: "s3", Values: numbersOf(b.Flow.Backlog), Area: true},
	}
	columns := [][]int64{b.Flow.Inflow, b.Flow.Completed, b.Flow.Backlog}
	table := pointTable(b, func(i, column int) string { return figure(columns[column][i]) }, "inflow", "completed", "backlog at the end")
	return linePanel(views.Panel{Key: "flow", Title: "Inflow, completed, backlog", Unit: "jobs, " + perStep(b), Table: table}, c, "No job came.")
}

func timesPanel(b dashboard.Board) views.Panel {
	wait, handle := dashboard.Quantiles(b.Wait), dashboard.Quantiles(b.Handle)
	c := timeAxis(b, "Waiting and handling time over time")
	c.Format, c.Log = tookMillis, true
	for i, name := range []string{"p50", "p90", "p99"} {
		c.Series = append(c.Series, views.Series{Name: "waiting " + name, Class: "s1 q" + name[1:], Values: millisOf(wait[i])})
	}
	for i, name := range []string{"p50", "p90", "p99"} {
		c.Series = append(c.Series, views.Series{Name: "handling " + name, Class: "s2 q" + name[1:], Values: millisOf(handle[i])})
	}
	table := pointTable(b, func(i, column int) string {
		switch {
		case column == 0:
			return figure(b.Handle[i].Count)
		case column < 4:
			return bare(wait[column-1][i])
		}
		return bare(handle[column-4][i])
	}, "reviews", "waiting p50 (ms)", "p90 (ms)", "p99 (ms)", "handling p50 (ms)", "p90 (ms)", "p99 (ms)")
	return linePanel(views.Panel{Key: "times", Title: "Waiting and handling time", Unit: "of reviewed jobs, log, " + perStep(b), Table: table}, c, "No job was reviewed in this time. Times appear with the first decision.")
}

func latencyPanel(b dashboard.Board) views.Panel {
	q := dashboard.Quantiles(b.Latency)
	p95 := make([]float64, b.Points())
	for i := range p95 {
		p95[i] = float64(dashboard.QuantileOr(&b.Latency[i], .95).Milliseconds())
		if b.Latency[i].Count == 0 {
			p95[i] = -1
		}
	}
	c := timeAxis(b, "Webhook latency over time")
	c.Format, c.Log, c.Limit, c.LimitLabel = tookMillis, true, float64(webhook.ListenerTimeout.Milliseconds()), "15 s: given up"
	c.Series = []views.Series{{Name: "p95", Class: "s1", Values: p95, Area: true}, {Name: "p50", Class: "s2", Values: millisOf(q[0])}}
	table := pointTable(b, func(i, column int) string {
		return []string{figure(b.Latency[i].Count), bare(q[0][i]), bare(dashboard.QuantileOr(&b.Latency[i], .95))}[column]
	}, "attempts", "p50 (ms)", "p95 (ms)")
	return linePanel(views.Panel{Key: "latency", Title: "Webhook latency p95", Unit: "of attempts, log, " + perStep(b), Table: table}, c, "No webhook was sent in this time. Add an endpoint under Webhooks.")
}

const mostSteps = 6 // lines that can be told apart

func stepsPanel(b dashboard.Board) views.Panel {
	c := timeAxis(b, "Mean time of the engine's steps over time")
	c.Format, c.Log = tookMillis, true
	var head []string
	for i, name := range b.Steps.Names {
		head = append(head, stepName(name)+" mean (ms)")
		if i < mostSteps {
			c.Series = append(c.Series, views.Series{Name: stepName(name), Class: "s" + strconv.Itoa(i+1), Values: millisOf(b.Steps.Mean[i])})
		}
	}
	table := pointTable(b, func(i, column int) string { return bare(b.Steps.Mean[column][i]) }, head...)
	p := views.Panel{Key: "steps", Title: "Engine time per step", Unit: "mean of one job, log, " + perStep(b), Table: table}
	if len(b.Steps.Names) == 0 {
		p.Table.Rows = nil
	}
	return linePanel(p, c, "The engine inspected no job in this time.")
}

var ageNames = []string{"<5", "5–15", "15–30", "30–60", "1–4 h", ">4 h"}

func agePanel(b dashboard.Board) views.Panel {
	p := views.Panel{
		Key: "waiting", Title: "Waiting by age", Unit: "cases now, minutes", Wide: "quarter", Table: views.Table{Head: []string{"age (min)", "in time", "less than a quarter left", "overdue"}},
		Legend: []views.Mark{{Class: "pass", Label: "in time"}, {Class: "warn", Label: "soon"}, {Class: "fail", Label: "late"}},
	}
	rows := make([]store.WaitingAge, len(ageNames))
	for _, age := range b.Waiting {
		if int(age.Step) < len(rows) {
			rows[age.Step] = age
		}
	}
	var stacks []views.Stack
	for i, r := range rows {
		parts := []string{figure(r.InTime), figure(r.Soon), figure(r.Late)}
		p.Table.Rows = append(p.Table.Rows, append([]string{ageNames[i]}, parts...))
		stack := views.Stack{
			Label: ageNames[i], Title: ageNames[i] + "\nin time: " + parts[0] + "\nsoon due: " + parts[1] + "\noverdue: " + parts[2],
			Parts: []views.Piece{{Class: "pass", N: r.InTime}, {Class: "warn", N: r.Soon}, {Class: "fail", N: r.Late}},
		}
		if n := r.InTime + r.Soon + r.Late; n > 0 {
			stack.Value = thousands(n)
		}
		stacks = append(stacks, stack)
	}
	if p.Columns = views.DrawColumns("Cases that wait, by age", stacks, whole); p.Columns == nil {
		p.Empty = "Nothing waits."
	}
	return p
}

func attemptsPanel(b dashboard.Board) views.Panel {
	p := views.Panel{
		Key: "attempts", Title: "Webhook attempts", Unit: "by number, " + spanLabel(b.Span), Wide: "half",
		Table:  views.Table{Head: []string{"attempt", "ended", "attempts"}, Names: 2},
		Legend: []views.Mark{{Class: "pass", Label: "taken"}, {Class: "fail", Label: "failed"}},
	}
	var stacks []views.Stack
	for _, a := range b.Attempts {
		name, failed := figure(int64(a.N)), dashboard.Sum(a.Failed)
		if a.N > webhook.MaxAttempts {
			name = figure(int64(a.N)) + "+"
		}
		title := []string{"attempt " + name, "taken: " + thousands(a.Success)}
		p.Table.Rows = append(p.Table.Rows, []string{name, "success", figure(a.Success)})
		for _, f := range a.Failed {
			title = append(title, words(f.Key)+": "+thousands(f.N))
			p.Table.Rows = append(p.Table.Rows, []string{name, words(f.Key), figure(f.N)})
		}
		stack := views.Stack{Label: name, Title: strings.Join(title, "\n"), Parts: []views.Piece{{Class: "pass", N: a.Success}, {Class: "fail", N: failed}}}
		if n := a.Success + failed; n > 0 {
			stack.Value = thousands(n)
		}
		stacks = append(stacks, stack)
	}
	if p.Columns = views.DrawColumns("Attempts by their number", stacks, whole); p.Columns == nil {
		p.Empty = "No webhook was sent in this time."
	}
	return p
}

func outcomePanel(key, title string, counts []dashboard.Count, b dashboard.Board) views.Panel {
	all := dashboard.Sum(counts)
	p := views.Panel{Key: key, Title: title, Unit: thousands(all) + " jobs, " + spanLabel(b.Span), Wide: "quarter", Table: views.Table{Head: []string{"outcome", "jobs", "share"}}}
	list := views.BarList{}
	for _, c := range counts {
		tone := statusTone(statusOf(c.Key))
		list.Bars = append(list.Bars, bar(outcomeName(c.Key), c.N, all, all, toneClass(tone)))
		p.Table.Rows = append(p.Table.Rows, []string{outcomeName(c.Key), figure(c.N), bareShare(c.N, all)})
	}
	if p.Bars = []views.BarList{list}; all == 0 {
		p.Empty = "None in this time."
	}
	return p
}

// bar is a lying bar of n, as long as its share of most.
func bar(label string, n, all, most int64, class string) views.Bar {
	return views.Bar{
		Label: label, Title: label + ": " + thousands(n) + " of " + thousands(all), Width: strconv.FormatFloat(100*dashboard.Share(n, most), 'f', 2, 64),
		Class: class, Value: thousands(n), Share: shareText(n, all),
	}
}

func reasonsPanel(b dashboard.Board, names map[string]string) views.Panel {
	p := views.Panel{Key: "reasons", Title: "Reasons, most frequent first", Unit: spanLabel(b.Span), Wide: "half", Table: views.Table{Head: []string{"given by", "reason", "code", "times"}, Names: 3}}
	add := func(heading, by, empty string, counts []dashboard.Count, name func(string) string) {
		list := views.BarList{Heading: heading, Empty: empty}
		all := dashboard.Sum(counts)
		for i, c := range counts {
			text := name(c.Key)
			p.Table.Rows = append(p.Table.Rows, []string{by, text, c.Key, figure(c.N)})
			if i < 8 {
				list.Bars = append(list.Bars, bar(text, c.N, all, counts[0].N, "accent"))
			}
		}
		p.Bars = append(p.Bars, list)
	}
	add("Agents gave", "agent", "No decision with a reason yet.", b.Reasons, func(code string) string {
		if names[code] != "" {
			return names[code]
		}
		return findingName(code)
	})
	add("The engine gave", "engine", "The engine decided nothing yet.", b.Findings, findingName)
	if len(b.Reasons)+len(b.Findings) == 0 {
		p.Empty = "Nobody gave a reason in this time."
	}
	return p
}

func scoresPanel(b dashboard.Board) views.Panel {
	p := views.Panel{
		Key: "scores", Title: "Scores against our thresholds", Unit: "checks, " + spanLabel(b.Span), Wide: "whole", Table: views.Table{Head: []string{"check", "from", "to", "checks"}},
		Legend: []views.Mark{{Class: "pass", Label: "passes"}, {Class: "warn", Label: "a person looks"}, {Class: "fail", Label: "does not pass"}},
		Note:   "Thresholds are those that hold where a preset sets no others.",
	}
	for _, s := range b.Scores {
		title := policy.Title(s.Check)
		spread := views.Spread{Title: title, Bins: s.Bins[:], Limits: []float64{s.Threshold}, Format: score, Class: func(v float64) string { return scoreClass(s, v) }}
		spread.Note = "passes at " + score(s.Threshold) + " or more"
		if s.Below {
			spread.Note = "passes at " + score(s.Threshold) + " or less"
		}
		if s.Unsure > 0 {
			spread.Title, spread.Limits = "Face distance", append(spread.Limits, s.Unsure)
			spread.Note = "the same up to " + score(s.Threshold) + ", another over " + score(s.Unsure)
		}
		for i, n := range s.Bins {
			if n > 0 {
				from, to := float64(i)/float64(len(s.Bins)), float64(i+1)/float64(len(s.Bins))
				p.Table.Rows = append(p.Table.Rows, []string{spread.Title, strconv.FormatFloat(from, 'f', 3, 64), strconv.FormatFloat(to, 'f', 3, 64), figure(n)})
			}
		}
		p.Histograms = append(p.Histograms, spread.Draw())
	}
	return p
}

func scoreClass(s dashboard.Scores, v float64) string {
	switch {
	case s.Below && v <= s.Threshold, !s.Below && v >= s.Threshold:
		return "pass"
	case s.Unsure > 0 && v <= s.Unsure:
		return "warn"
	}
	return "fail"
}
