package dashboard

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/catalogue"
	"proofdesk/app/dashboard"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/app/webhook"
	views "proofdesk/views/chart"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// tiles are the headline.
func tiles(b board) []views.Tile {
	h := b.Headline
	waiting := views.Tile{Label: b.T("Waiting"), Value: b.Count(h.Waiting), Note: b.T("none overdue")}
	if h.Overdue > 0 {
		waiting.Note, waiting.Tone = b.T("%s overdue", b.Count(h.Overdue)), ui.Fail
	}
	today := views.Tile{Label: b.T("Decided today"), Value: b.Count(h.DecidedToday), Note: b.T("nothing yet")}
	if h.DecidedToday > 0 {
		today.Note = b.T("%s by the engine", b.Share(h.ByEngine, h.DecidedToday))
	}
	return []views.Tile{
		waiting, today,
		{
			Label: b.T("Median review, %s", spanLabel(b.Language, b.Span)),
			Value: b.Took(dashboard.QuantileOr(h.Handle, .5)),
			Note:  "p90 " + b.Took(dashboard.QuantileOr(h.Handle, .9)),
		},
		deliveredTile(b),
		{
			Label: b.T("Engine, one job, %s", spanLabel(b.Language, b.Span)),
			Value: b.Took(dashboard.QuantileOr(h.Engine, .5)),
			Note:  "p99 " + b.Took(dashboard.QuantileOr(h.Engine, .99)),
		},
	}
}

// deliveredTile reports how much of what was due arrived. What is held or given up has not.
func deliveredTile(b board) views.Tile {
	h := b.Headline
	tile := views.Tile{
		Label: b.T("Webhooks delivered, %s", spanLabel(b.Language, b.Span)),
		Value: b.Share(h.Delivered, h.Delivered+h.Failed+int64(h.Held)),
		Note:  b.T("none held, none failed"),
	}
	if h.Held == 0 && h.Failed == 0 {
		return tile
	}
	held := b.Count(int64(h.Held))
	if h.Held == dashboard.HeldBound {
		held, tile.Value = b.T("%s or more", held), b.T("at most %s", tile.Value)
	}
	tile.Note, tile.Tone = b.T("%s held · %s failed", held, b.Count(h.Failed)), ui.Warn
	if h.Worst != "" {
		tile.Tone = ui.Fail
	}
	return tile
}

// broken names the host for which most deliveries are held now, and how many others there are; nil where none is on
// hold.
func broken(b board) *views.Warning {
	h := b.Headline
	if h.Worst == "" {
		return nil
	}
	text := b.N(h.WorstHeld, "1 delivery to %s is held.", "%d deliveries to %s are held.", delivery.PlainHost(h.Worst))
	if h.Open > 1 {
		text += " " + b.N(h.Open-1, "1 more host is on hold.", "%d more hosts are on hold.")
	}
	return &views.Warning{
		Text: text,
		Link: &layout.Link{Label: b.T("Show the host"), Href: delivery.HostPath(h.Worst)},
	}
}

// panels are the plots in the order in which they stand.
func panels(b board, reasons map[string]string) []views.Panel {
	all := []views.Panel{
		flowPanel(b), agePanel(b), matrixPanel(b), timesPanel(b),
		outcomePanel("automated", b.T("Automated outcomes"), b.Automated, b),
		outcomePanel("reviewed", b.T("Review outcomes"), b.Reviewed, b), latencyPanel(b), breakerPanel(b),
		stepsPanel(b), attemptsPanel(b), scoresPanel(b),
		reasonsPanel(b, reasons), overridesPanel(b), arrivalsPanel(b),
	}
	for i := range all {
		all[i].CSV = "/dashboard/" + all[i].Key + ".csv?range=" + b.Span.Name
	}
	return all
}

// timeAxis returns a line chart over the board's points.
func timeAxis(b board, name string) views.LineChart {
	c := views.LineChart{Language: b.Language, Name: name, Zone: b.Zone.String()}
	for i := range b.Points() {
		at := b.At(i)
		full := b.Moment(at)
		if b.Step > 1 {
			full += b.T(" and %d h on", b.Step)
		}
		if i == b.Points()-1 {
			full += b.T(", so far")
		}
		c.Labels, c.Moments, c.Times = append(c.Labels,
			hourLabel(b.Language, b.Span, at)), append(c.Moments, full), append(c.Times, at.Unix())
	}
	return c
}

// hourLabel labels the round hours of a span, few enough to stand beside each other on a telephone; the other points
// get none.
func hourLabel(l words.Language, s dashboard.Span, at time.Time) string {
	switch next := at.Add(time.Duration(s.Step) * time.Hour); {
	case s.Hours <= 24 && at.Hour()%6 == 0:
		return l.Hour(at)
	case s.Hours <= 48 && at.Hour() == 0:
		return l.WeekDay(at)
	case s.Hours <= 48 && at.Hour() == 12:
		return l.Hour(at)
	case s.Hours <= 48:
		return ""
	case at.Hour() == 0 && s.Step == 1 && at.YearDay()%2 == 0:
		return l.Day(at)
	case s.Step > 1 && next.Add(-time.Nanosecond).Weekday() == time.Monday &&
		at.Add(-time.Nanosecond).Weekday() == time.Sunday:
		return l.Day(next.Add(-time.Nanosecond))
	}
	return ""
}

// pointTable is a table with a row per point of the board.
func pointTable(b board, cell func(i, column int) string, head ...string) views.Table {
	t := views.Table{Head: append([]string{b.T("from (%s)", b.Zone.String())}, head...)}
	for i := range b.Points() {
		row := []string{b.At(i).Format(time.RFC3339)}
		for column := range head {
			row = append(row, cell(i, column))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func marks(series []views.Series) []views.Mark {
	var all []views.Mark
	for _, s := range series {
		all = append(all, views.Mark{Class: s.Class, Label: s.Name, Line: true})
	}
	return all
}

// linePanel draws lines, or shows why there are none.
func linePanel(p views.Panel, c views.LineChart, empty string) views.Panel {
	p.Wide, p.Legend = "half", marks(c.Series)
	if p.Lines = c.Draw(); p.Lines == nil {
		p.Empty = empty
	}
	return p
}

func flowPanel(b board) views.Panel {
	c := timeAxis(b, b.T("Inflow, completed and backlog over time"))
	c.Format = b.whole
	c.Series = []views.Series{
		{Name: b.T("inflow"), Class: "s1", Values: numbersOf(b.Flow.Inflow), SoFar: true},
		{Name: b.T("completed"), Class: "s2", Values: numbersOf(b.Flow.Completed), SoFar: true},
		{Name: b.T("backlog"), Class: "s3", Values: numbersOf(b.Flow.Backlog), Area: true},
	}
	columns := [][]int64{b.Flow.Inflow, b.Flow.Completed, b.Flow.Backlog}
	table := pointTable(b, func(i, column int) string { return figure.Number(columns[column][i]) }, b.T("inflow"),
		b.T("completed"), b.T("backlog at the end"))
	return linePanel(views.Panel{
		Key:   "flow",
		Title: b.T("Inflow, completed, backlog"),
		Unit:  b.T("jobs, %s", b.perStep()),
		Table: table,
		Note:  b.soFar(),
	}, c, b.T("No jobs arrived."))
}

func timesPanel(b board) views.Panel {
	wait, handle := dashboard.Quantiles(b.Wait), dashboard.Quantiles(b.Handle)
	c := timeAxis(b, b.T("Waiting and handling time over time"))
	c.Format, c.Log = b.tookMillis, true
	for i, name := range []string{"p50", "p90", "p99"} {
		c.Series = append(c.Series, views.Series{
			Name:   b.T("waiting") + " " + name,
			Class:  "s1 q" + name[1:],
			Values: millisOf(wait[i]),
		})
	}
	for i, name := range []string{"p50", "p90", "p99"} {
		c.Series = append(c.Series, views.Series{
			Name:   b.T("handling") + " " + name,
			Class:  "s2 q" + name[1:],
			Values: millisOf(handle[i]),
		})
	}
	table := pointTable(b, func(i, column int) string {
		switch {
		case column == 0:
			return figure.Number(b.Handle[i].Count)
		case column < 4:
			return bare(wait[column-1][i])
		}
		return bare(handle[column-4][i])
	}, b.T("reviews"), b.T("waiting p50 (ms)"), "p90 (ms)", "p99 (ms)", b.T("handling p50 (ms)"), "p90 (ms)",
		"p99 (ms)")
	return linePanel(views.Panel{
		Key:   "times",
		Title: b.T("Waiting and handling time"),
		Unit:  b.T("of reviewed jobs, log, %s", b.perStep()),
		Table: table,
	}, c, b.T("No jobs were reviewed in this period. Times appear with the first decision."))
}

func latencyPanel(b board) views.Panel {
	q := dashboard.Quantiles(b.Latency)
	p95 := make([]float64, b.Points())
	for i := range p95 {
		p95[i] = float64(dashboard.QuantileOr(&b.Latency[i], .95).Milliseconds())
		if b.Latency[i].Count == 0 {
			p95[i] = -1
		}
	}
	c := timeAxis(b, b.T("Webhook latency over time"))
	c.Format, c.Log, c.Limit, c.LimitLabel = b.tookMillis, true, float64(webhook.EndpointTimeout.Milliseconds()),
		b.T("15 s: timeout")
	c.Series = []views.Series{
		{Name: "p95", Class: "s1", Values: p95, Area: true},
		{Name: "p50", Class: "s2", Values: millisOf(q[0])},
	}
	table := pointTable(b, func(i, column int) string {
		return []string{
			figure.Number(b.Latency[i].Count), bare(q[0][i]), bare(dashboard.QuantileOr(&b.Latency[i], .95)),
		}[column]
	}, b.T("attempts"), "p50 (ms)", "p95 (ms)")
	return linePanel(views.Panel{
		Key:   "latency",
		Title: b.T("Webhook latency p95"),
		Unit:  b.T("of attempts, log, %s", b.perStep()),
		Table: table,
	}, c, b.T("No webhooks were sent in this period. Add an endpoint under Webhooks."))
}

const mostSteps = 6 // lines that can be told apart

func stepsPanel(b board) views.Panel {
	c := timeAxis(b, b.T("Mean time of the engine's steps over time"))
	c.Format, c.Log = b.tookMillis, true
	var head []string
	for i, name := range b.Steps.Names {
		head = append(head, b.T("%s mean (ms)", b.T(stepName(name))))
		if i < mostSteps {
			c.Series = append(c.Series, views.Series{
				Name:   b.T(stepName(name)),
				Class:  "s" + strconv.Itoa(i+1),
				Values: millisOf(b.Steps.Mean[i]),
			})
		}
	}
	table := pointTable(b, func(i, column int) string { return bare(b.Steps.Mean[column][i]) }, head...)
	p := views.Panel{
		Key:   "steps",
		Title: b.T("Engine time per step"),
		Unit:  b.T("mean of one job, log, %s", b.perStep()),
		Table: table,
	}
	if len(b.Steps.Names) == 0 {
		p.Table.Rows = nil
	}
	return linePanel(p, c, b.T("The engine inspected no jobs in this period."))
}

var ageNames = []string{"<5", "5–15", "15–30", "30–60", "1–4 h", ">4 h"}

func agePanel(b board) views.Panel {
	p := views.Panel{
		Key:   "waiting",
		Title: b.T("Waiting by age"),
		Unit:  b.T("jobs now, by minutes waited"),
		Wide:  "quarter",
		Table: views.Table{
			Head: []string{b.T("age (min)"), b.T("in time"), b.T("less than a quarter left"), b.T("overdue")},
		},
		Legend: []views.Mark{
			{Class: "pass", Label: b.T("in time")},
			{Class: "warn", Label: b.T("soon")},
			{Class: "fail", Label: b.T("late")},
		},
	}
	rows := make([]store.WaitingAge, len(ageNames))
	for _, age := range b.Waiting {
		if int(age.Step) < len(rows) {
			rows[age.Step] = age
		}
	}
	var stacks []views.Stack
	for i, r := range rows {
		parts := []string{figure.Number(r.InTime), figure.Number(r.Soon), figure.Number(r.Late)}
		p.Table.Rows = append(p.Table.Rows, append([]string{ageNames[i]}, parts...))
		stack := views.Stack{
			Label: ageNames[i], Title: ageNames[i] + "\n" + b.T("in time") + ": " + parts[0] + "\n" + b.T("due soon") +
				": " + parts[1] + "\n" + b.T("overdue") + ": " + parts[2],
			Parts: []views.Piece{{Class: "pass", N: r.InTime}, {Class: "warn", N: r.Soon}, {Class: "fail", N: r.Late}},
		}
		if n := r.InTime + r.Soon + r.Late; n > 0 {
			stack.Value = b.Count(n)
		}
		stacks = append(stacks, stack)
	}
	if p.Columns = views.DrawColumns(b.T("Cases that wait, by age"), stacks, b.whole); p.Columns == nil {
		p.Empty = b.T("Nothing is waiting.")
	}
	return p
}

func attemptsPanel(b board) views.Panel {
	p := views.Panel{
		Key:    "attempts",
		Title:  b.T("Webhook attempts"),
		Unit:   b.T("by number, %s", spanLabel(b.Language, b.Span)),
		Wide:   "half",
		Table:  views.Table{Head: []string{b.T("attempt"), b.T("ended"), b.T("attempts")}, Names: 2},
		Legend: []views.Mark{{Class: "pass", Label: b.T("accepted")}, {Class: "fail", Label: b.T("failed")}},
	}
	var stacks []views.Stack
	for _, a := range b.Attempts {
		name, failed := figure.Number(int64(a.N)), dashboard.Sum(a.Failed)
		if a.N > webhook.MaxAttempts {
			name = figure.Number(int64(a.N)) + "+"
		}
		title := []string{b.T("attempt") + " " + name, b.T("accepted") + ": " + b.Count(a.Success)}
		p.Table.Rows = append(p.Table.Rows, []string{name, b.ending(string(webhook.Success)), figure.Number(a.Success)})
		for _, f := range a.Failed {
			title = append(title, b.ending(f.Key)+": "+b.Count(f.N))
			p.Table.Rows = append(p.Table.Rows, []string{name, b.ending(f.Key), figure.Number(f.N)})
		}
		stack := views.Stack{
			Label: name,
			Title: strings.Join(title, "\n"),
			Parts: []views.Piece{{Class: "pass", N: a.Success}, {Class: "fail", N: failed}},
		}
		if n := a.Success + failed; n > 0 {
			stack.Value = b.Count(n)
		}
		stacks = append(stacks, stack)
	}
	if p.Columns = views.DrawColumns(b.T("Attempts by number"), stacks, b.whole); p.Columns == nil {
		p.Empty = b.T("No webhooks were sent in this period.")
	}
	return p
}

func outcomePanel(key, title string, counts []dashboard.Count, b board) views.Panel {
	all := dashboard.Sum(counts)
	p := views.Panel{
		Key:   key,
		Title: title,
		Unit:  b.N(int(all), "1 job, %s", "%d jobs, %s", spanLabel(b.Language, b.Span)),
		Wide:  "quarter",
		Table: views.Table{Head: []string{b.T("outcome"), b.T("jobs"), b.T("share")}},
	}
	list := views.BarList{}
	for _, c := range counts {
		tone := format.StatusTone(statusOf(c.Key))
		list.Bars = append(list.Bars, bar(b.Language, b.outcome(c.Key), c.N, all, all, toneClass(tone)))
		p.Table.Rows = append(p.Table.Rows, []string{b.outcome(c.Key), figure.Number(c.N), bareShare(c.N, all)})
	}
	if p.Bars = []views.BarList{list}; all == 0 {
		p.Empty = b.T("None in this period.")
	}
	return p
}

// bar is a lying bar of n, as long as its share of most.
func bar(l words.Language, label string, n, all, most int64, class string) views.Bar {
	return views.Bar{
		Label: label,
		Title: label + ": " + l.T("%s of %s", l.Count(n), l.Count(all)),
		Width: strconv.FormatFloat(100*dashboard.Share(n, most), 'f', 2, 64),
		Class: class,
		Value: l.Count(n),
		Share: l.Share(n, all),
	}
}

func reasonsPanel(b board, names map[string]string) views.Panel {
	p := views.Panel{
		Key:   "reasons",
		Title: b.T("Reasons, most frequent first"),
		Unit:  spanLabel(b.Language, b.Span),
		Wide:  "half",
		Table: views.Table{Head: []string{b.T("given by"), b.T("reason"), b.T("code"), b.T("times")}, Names: 3},
	}
	add := func(heading, by, empty string, counts []dashboard.Count, name func(string) string) {
		list := views.BarList{Heading: heading, Empty: empty}
		all := dashboard.Sum(counts)
		for i, c := range counts {
			text := name(c.Key)
			p.Table.Rows = append(p.Table.Rows, []string{by, text, c.Key, figure.Number(c.N)})
			if i < 8 {
				list.Bars = append(list.Bars, bar(b.Language, text, c.N, all, counts[0].N, "accent"))
			}
		}
		p.Bars = append(p.Bars, list)
	}
	none := b.T("No decisions with a reason yet.")
	add(b.T("Given by agents"), b.T("agent"), none, b.Reasons, func(code string) string {
		if names[code] != "" {
			return names[code]
		}
		return wording.ShortReason(b.Language, code)
	})
	add(b.T("Given by the engine"), b.T("engine"), b.T("The engine has not decided anything yet."), b.Findings,
		func(code string) string { return wording.ShortReason(b.Language, code) })
	if len(b.Reasons)+len(b.Findings) == 0 {
		p.Empty = b.T("No reasons were given in this period.")
	}
	return p
}

// overridesPanel shows which red findings agents approved over, and why.
func overridesPanel(b board) views.Panel {
	p := views.Panel{
		Key:   "overrides",
		Title: b.T("Approved over red findings"),
		Unit:  spanLabel(b.Language, b.Span),
		Wide:  "half",
		Table: views.Table{Head: []string{b.T("finding"), b.T("code"), b.T("named"), b.T("times")}, Names: 3},
		Note:  b.T("How often each agent approved over a red finding is on the page of agents."),
	}
	by := map[string]int64{}
	for _, c := range b.Overrides {
		finding, override := c.Override()
		by[finding] += c.N
		p.Table.Rows = append(p.Table.Rows, []string{
			wording.ShortReason(b.Language, finding), finding, b.T(catalogue.OverrideText(override)),
			figure.Number(c.N),
		})
	}
	list, all, most := views.BarList{}, dashboard.Sum(b.Overrides), int64(0)
	codes := slices.SortedFunc(maps.Keys(by), func(x, y string) int {
		return cmp.Or(cmp.Compare(by[y], by[x]), cmp.Compare(x, y))
	})
	for i, code := range codes {
		if most = max(most, by[code]); i < 8 {
			list.Bars = append(list.Bars,
				bar(b.Language, wording.ShortReason(b.Language, code), by[code], all, most, "fail"))
		}
	}
	p.Bars = append(p.Bars, list)
	if len(b.Overrides) == 0 {
		p.Empty = b.T("No job was approved over a red finding in this period.")
	}
	return p
}

func scoresPanel(b board) views.Panel {
	p := views.Panel{
		Key:   "scores",
		Title: b.T("Scores and thresholds"),
		Unit:  b.T("checks, %s", spanLabel(b.Language, b.Span)),
		Wide:  "whole",
		Table: views.Table{Head: []string{b.T("check"), b.T("from"), b.T("to"), b.T("checks")}},
		Legend: []views.Mark{
			{Class: "pass", Label: b.T("passes")},
			{Class: "warn", Label: b.T("goes to review")},
			{Class: "fail", Label: b.T("does not pass")},
		},
		Note: b.T("These thresholds apply unless a preset overrides them."),
	}
	for _, s := range b.Scores {
		title := b.T(catalogue.Title(s.Check))
		spread := views.Spread{
			Language: b.Language,
			Title:    title,
			Bins:     s.Bins[:],
			Limits:   []float64{s.Threshold},
			Format:   b.Score,
			Class:    func(v float64) string { return scoreClass(s, v) },
		}
		spread.Note = b.T("passes at %s or more", b.Score(s.Threshold))
		if s.Below {
			spread.Note = b.T("passes at %s or less", b.Score(s.Threshold))
		}
		if s.Unsure > 0 {
			spread.Title, spread.Limits = b.T("Face distance"), append(spread.Limits, s.Unsure)
			spread.Note = b.T("the same up to %s, another over %s", b.Score(s.Threshold), b.Score(s.Unsure))
		}
		for i, n := range s.Bins {
			if n > 0 {
				from, to := float64(i)/float64(len(s.Bins)), float64(i+1)/float64(len(s.Bins))
				p.Table.Rows = append(p.Table.Rows, []string{
					spread.Title, strconv.FormatFloat(from, 'f', 3, 64), strconv.FormatFloat(to, 'f', 3, 64),
					figure.Number(n),
				})
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
