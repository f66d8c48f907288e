package dashboard

import (
	"strconv"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/webhook"
	views "proofdesk/views/chart"
	"proofdesk/views/ui"
)

func statusOf(text string) onboarding.Status { return onboarding.Status(text) }

func matrixPanel(b board) views.Panel {
	p := views.Panel{
		Key:   "agreement",
		Title: b.T("Engine result and agent decision"),
		Unit:  b.T("reviews, %s", spanLabel(b.Language, b.Span)),
		Wide:  "quarter",
		Table: views.Table{Head: []string{b.T("the engine found"), b.T("the agent decided"), b.T("jobs")}, Names: 2},
	}
	var most, all int64
	for _, row := range b.Matrix.N {
		for _, n := range row {
			most, all = max(most, n), all+n
		}
	}
	g := &views.Grid{Name: b.T("What the engine found against what agents decided"), Corner: b.T("engine")}
	for _, c := range b.Matrix.Columns {
		g.Columns = append(g.Columns, b.outcome(c))
	}
	for i, row := range b.Matrix.N {
		r := views.GridRow{Label: b.T(leanNames[b.Matrix.Rows[i]])}
		for k, n := range row {
			outcome := b.outcome(b.Matrix.Columns[k])
			r.Cells = append(r.Cells, views.GridCell{
				Text:  b.Count(n),
				Class: views.Shade(n, most),
				Title: r.Label + ", " + outcome + ": " + b.Count(n) + " (" + b.Share(n, all) + ")",
			})
			p.Table.Rows = append(p.Table.Rows, []string{r.Label, outcome, figure.Number(n)})
		}
		g.Rows = append(g.Rows, r)
	}
	if p.Grid = g; all == 0 {
		p.Empty = b.T("No jobs were reviewed in this period.")
	}
	return p
}

func arrivalsPanel(b board) views.Panel {
	p := views.Panel{
		Key:   "arrivals",
		Title: b.T("Arrivals by hour and weekday"),
		Unit:  b.T("jobs submitted, %s, %s", spanLabel(b.Language, b.Span), b.Zone.String()),
		Wide:  "half",
		Table: views.Table{Head: []string{b.T("weekday"), b.T("hour"), b.T("jobs")}, Names: 2},
	}
	var most int64
	for _, day := range b.Arrivals {
		most = max(most, views.Most(day[:]))
	}
	g := &views.Grid{Name: b.T("Arrivals by hour and weekday"), Small: true}
	for h := range 24 {
		g.Columns = append(g.Columns, strconv.Itoa(h))
	}
	for i, day := range b.Arrivals {
		r := views.GridRow{Label: b.Weekday(time.Weekday((i + 1) % 7))}
		for h, n := range day {
			cell := views.GridCell{
				Class: views.Shade(n, most),
				Title: r.Label + " " + b.Hour(time.Date(1, 1, 1, h, 0, 0, 0, time.UTC)) + ": " + b.Count(n),
			}
			if cell.Text = b.short(n); n == 0 {
				cell.Text = ""
			}
			r.Cells = append(r.Cells, cell)
			p.Table.Rows = append(p.Table.Rows, []string{r.Label, strconv.Itoa(h), figure.Number(n)})
		}
		g.Rows = append(g.Rows, r)
	}
	if p.Grid = g; most == 0 {
		p.Empty = b.T("No jobs were submitted in this period.")
	}
	return p
}

// short writes a number in at most four characters.
func (b board) short(n int64) string {
	switch {
	case n < 1000:
		return b.Count(n)
	case n < 9950:
		return b.Decimal(float64(n)/1000, 1) + "k"
	}
	return b.Count((n+500)/1000) + "k"
}

func breakerPanel(b board) views.Panel {
	p := views.Panel{
		Key:   "breakers",
		Title: b.T("Breakers by host"),
		Unit:  spanLabel(b.Language, b.Span),
		Wide:  "half",
		Table: views.Table{
			Head:  []string{b.T("host"), b.T("from (%s)", b.Zone.String()), b.T("until"), b.T("state"), b.T("why")},
			Names: 5,
		},
		Legend: []views.Mark{
			{Class: "pass", Label: b.T("closed: deliveries are sent")},
			{Class: "soft", Label: b.T("no deliveries")},
			{Class: "warn", Label: b.T("half-open: one probe")},
			{Class: "fail", Label: b.T("open: held")},
		},
	}
	if len(b.Hosts) == 0 {
		p.Empty = b.T("No endpoints yet. Add one under Webhooks.")
		return p
	}
	from, all := b.At(0), b.Now.Sub(b.At(0))
	share := func(at time.Time) float64 { return float64(at.Sub(from)) / float64(all) }
	p.Timeline = &views.Timeline{Xs: views.TimeTicks(timeAxis(b, "").Labels)}
	for _, h := range b.Hosts {
		name := delivery.PlainHost(h.Name)
		row := views.TimelineRow{
			Label: name,
			Use:   "; " + b.T("deliveries in %s of %s intervals", b.Count(int64(h.Used)), b.Count(int64(b.Points()))),
		}
		for _, s := range h.Spells {
			tone := delivery.BreakerTone(s.State)
			row.State, row.Tone = b.T(string(s.State)), tone
			begin, end := s.From.In(b.Zone), s.Until.In(b.Zone)
			state, class := b.T(string(s.State)), breakerClass(s.State)
			if s.Unused {
				state, class = b.T("no deliveries"), "soft"
			}
			title := name + ": " + state + "\n" +
				b.T("%s to %s", b.Moment(begin), b.Moment(end)) + " (" + b.Took(end.Sub(begin)) + ")"
			if s.Reason != "" {
				title += "\n" + delivery.Reason(b.Language, s.Reason)
			}
			row.Parts = append(row.Parts, views.DrawSpell(share(s.From), share(s.Until), class, title))
			p.Table.Rows = append(p.Table.Rows, []string{
				name, begin.Format(time.RFC3339), end.Format(time.RFC3339), state,
				delivery.Reason(b.Language, s.Reason),
			})
		}
		p.Timeline.Rows = append(p.Timeline.Rows, row)
	}
	return p
}

func breakerClass(s webhook.BreakerState) string {
	switch s {
	case webhook.Open:
		return string(ui.Fail)
	case webhook.HalfOpen:
		return string(ui.Warn)
	}
	return string(ui.Pass)
}
