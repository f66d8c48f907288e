package quality

import (
	"cmp"
	"math"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/ids"
	"proofdesk/app/quality"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/chart"
	views "proofdesk/views/quality"
	"proofdesk/views/ui"
	"proofdesk/views/work"
)

// ownWork shows visitors their own work.
func (w *Handler) ownWork(c *fiber.Ctx, v shell.Visitor) error {
	return w.showWork(c, v, v.ID, v.T("Your work"), "/me/work")
}

// agentWork shows the work of one agent to whoever may see figures about agents, and audits that they saw it.
func (w *Handler) agentWork(c *fiber.Ctx, v shell.Visitor) error {
	id, ok := ids.ParseUUID(c.Params("agent"))
	if !ok {
		id = ""
	}
	agent, err := w.Store.Agent(c.UserContext(), v.Company, id)
	if err != nil {
		return err
	}
	if agent.ID != v.ID {
		if err := w.Checks.ViewedWork(c.UserContext(), v.Checker(), agent.ID); err != nil {
			return err
		}
	}
	return w.showWork(c, v, agent.ID, v.T("Work of %s", agent.DisplayName), "/quality/agents/"+agent.ID)
}

// stint is an agent's work in a period, with how far it agrees with the engine's findings.
type stint struct {
	period
	quality.Work
	leanAgreed, lean int64
}

func (w *Handler) stint(c *fiber.Ctx, v shell.Visitor, agent string, p period) (s stint, err error) {
	s.period = p
	if s.Work, err = w.Checks.Work(c.UserContext(), v.Company, agent, p.from, p.until); err != nil {
		return s, err
	}
	figures := dashboard.Reader{Store: w.Store}
	s.leanAgreed, s.lean, err = figures.Leaning(c.UserContext(), v.Company, agent, p.from, p.until)
	return s, err
}

// before returns the period of the same length that ends where this one begins.
func (p period) before() period {
	days := int(math.Round(float64(p.until.Sub(p.from)) / float64(24*time.Hour)))
	return period{from: p.from.AddDate(0, 0, -days), until: p.from, zone: p.zone}
}

func (w *Handler) showWork(c *fiber.Ctx, v shell.Visitor, agent, title, path string) error {
	p, err := w.period(c, v)
	if err != nil {
		return err
	}
	now, err := w.stint(c, v, agent, p)
	if err != nil {
		return err
	}
	before, err := w.stint(c, v, agent, p.before())
	if err != nil {
		return err
	}
	page := chart.Page{
		Frame: w.Frame(c, v, title, "queue"),
		Style: w.Assets.Path("dashboard.css"),
		Note:  v.T("%s, days in %s", p.label(v.Language), p.zone.String()),
	}
	for _, s := range qualitySpans {
		page.Spans = append(page.Spans, chart.Choice{
			Label: v.T("%s d", v.Count(int64(s.days))),
			Href:  path + "?range=" + s.name,
			On:    s.name == p.name,
		})
	}
	page.Choose = views.PeriodForm(views.Period{
		Path:  path,
		From:  p.from.Format(time.DateOnly),
		Until: p.last().Format(time.DateOnly),
	})
	if len(now.Handled) == 0 {
		page.Empty = v.T("No decisions in this period. Choose a longer one, or take the next job from the queue.")
	} else {
		page.Tiles, page.Panels = workTiles(v, now, before), workPanels(v, now)
	}
	below, err := w.overturned(c, v, now, path == "/me/work")
	if err != nil {
		return err
	}
	page.Below = work.OverturnedPanel(below)
	return w.Render(c, chart.FigurePage(page))
}

// workTiles compares a period with the agent's own one before it.
func workTiles(v shell.Visitor, now, before stint) []chart.Tile {
	n, median := quality.Pace(now.Handled)
	was, medianBefore := quality.Pace(before.Handled)
	earlier := func(known bool, text string) string {
		if !known {
			return v.T("nothing to compare with in the period before")
		}
		return v.T("%s in the period before", text)
	}
	tile := func(label string, is, was quality.Interval, all int64) chart.Tile {
		t := chart.Tile{Label: label, Value: percentOf(v.Language, is), Note: v.T("nothing to compare yet")}
		if is.Known {
			t.Note = v.N(int(all), "of 1 decision", "of %d decisions") + " · " +
				earlier(was.Known, percentOf(v.Language, was))
		}
		return t
	}
	lean := func(s stint) quality.Interval {
		only := quality.Table{{s.leanAgreed, s.lean - s.leanAgreed}}
		return only.Agreement()
	}
	return []chart.Tile{
		{
			Label: v.T("Decisions a working day"),
			Value: perDay(v, now),
			Note:  v.N(n, "1 in all", "%d in all") + " · " + earlier(was > 0, perDay(v, before)),
		},
		{
			Label: v.T("Time per job"),
			Value: v.Took(median),
			Note:  v.T("median") + " · " + earlier(was > 0, v.Took(medianBefore)),
		},
		tile(v.T("Agreed with quality checks"), now.Checks.Agreement(), before.Checks.Agreement(), now.Checks.Total()),
		tile(v.T("Confirmed by a second agent"), now.Seconds.Agreement(), before.Seconds.Agreement(),
			now.Seconds.Total()),
		tile(v.T("Agreed with the engine's findings"), lean(now), lean(before), now.lean),
	}
}

// perDay returns how many jobs an agent handled on average on the days on which they handled any.
func perDay(v shell.Visitor, s stint) string {
	days := map[string]bool{}
	for _, h := range s.Handled {
		days[h.CompletedAt.In(s.zone).Format(time.DateOnly)] = true
	}
	if len(days) == 0 {
		return "–"
	}
	return v.Decimal(float64(len(s.Handled))/float64(len(days)), 1)
}

// step returns how many days a bar of a period stands for.
func (p period) step() int {
	switch days := p.until.Sub(p.from); {
	case days > 200*24*time.Hour:
		return 30
	case days > 45*24*time.Hour:
		return 7
	}
	return 1
}

// workPanels draws the pace of a period: how many jobs, and how long one took.
func workPanels(v shell.Visitor, s stint) []chart.Panel {
	var jobs, times []chart.Stack
	table := chart.Table{Head: []string{v.T("from"), v.T("decisions"), v.T("median time (s)")}}
	step := s.step()
	for from, i := s.from, 0; from.Before(s.until); from, i = from.AddDate(0, 0, step), i+1 {
		within := handledIn(s.Handled, from, from.AddDate(0, 0, step))
		n, median := quality.Pace(within)
		date, label := from.Format(time.DateOnly), ""
		if i%5 == 0 {
			label = v.Day(from)
		}
		jobs = append(jobs, chart.Stack{
			Label: label,
			Title: v.Date(from) + ": " + v.N(n, "1 decision", "%d decisions"),
			Parts: []chart.Piece{{Class: "accent", N: int64(n)}},
		})
		times = append(times, chart.Stack{
			Label: label,
			Title: v.Date(from) + ": " + v.T("median %s", v.Took(median)),
			Parts: []chart.Piece{{Class: "accent", N: int64(median.Seconds())}},
		})
		took := ""
		if n > 0 {
			took = figure.OneDigit(median.Seconds())
		}
		table.Rows = append(table.Rows, []string{date, strconv.Itoa(n), took})
	}
	unit := v.T("by day")
	if step > 1 {
		unit = v.T("by %d days", step)
	}
	return []chart.Panel{
		columns(v, "pace", v.T("Decisions"), unit, jobs, table),
		columns(v, "time", v.T("Time per job, median"), v.T("seconds, %s", unit), times, table),
	}
}

func columns(v shell.Visitor, key, title, unit string, stacks []chart.Stack, table chart.Table) chart.Panel {
	whole := func(n float64) string { return v.Count(int64(n)) }
	p := chart.Panel{
		Key:     key,
		Title:   title,
		Unit:    unit,
		Wide:    "half",
		Columns: chart.DrawColumns(title, stacks, whole),
		Table:   table,
	}
	if p.Columns == nil {
		p.Empty = v.T("No job took as long as a second.")
	}
	return p
}

// handledIn returns the jobs that were handled from a time until before another.
func handledIn(all []store.Handled, from, until time.Time) []store.Handled {
	var within []store.Handled
	for _, h := range all {
		if !h.CompletedAt.Before(from) && h.CompletedAt.Before(until) {
			within = append(within, h)
		}
	}
	return within
}

// overturned fills the list of overturned decisions.
func (w *Handler) overturned(c *fiber.Ctx, v shell.Visitor, s stint, own bool) (work.Below, error) {
	b := work.Below{
		Intro: v.T("A second agent decided otherwise, or a senior agent upheld the other judgement of a quality " +
			"check."),
		Empty: v.T("No decision was overturned in this period."),
		Total: v.N(len(s.Overturned), "1 decision", "%d decisions"),
	}
	if own {
		b.All = "/quality/feedback"
	}
	reasons, err := w.reasonTexts(c, v)
	if err != nil {
		return b, err
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	for _, o := range s.Overturned {
		row := work.Overturned{
			Job:      format.ShortID(o.JobID),
			Href:     "/jobs/" + o.JobID,
			Function: v.Function(o.Function),
			At:       v.Time(o.At),
			How:      v.T("quality check"),
			Own:      v.T(string(o.Own)),
			OwnTone:  ui.Soft,
			Right:    v.T(string(o.Right)),
			Tone:     format.StatusTone(o.Right),
			Note:     note(o.Note, masked),
		}
		if o.By != "" {
			row.How = v.T("second review by %s", o.By)
		}
		for _, code := range o.Reasons {
			row.Reasons = append(row.Reasons, cmp.Or(reasons[code], code))
		}
		b.Rows = append(b.Rows, row)
	}
	return b, err
}

// reviewers returns the pages of the agents who review.
func (w *Handler) reviewers(c *fiber.Ctx, v shell.Visitor, p period) ([]views.Choice, error) {
	agents, err := w.Store.Agents(c.UserContext(), v.Company)
	var all []views.Choice
	for _, a := range agents {
		if a.Role.Can(access.ReviewJobs) && a.State == access.StateActive {
			all = append(all, views.Choice{Value: "/quality/agents/" + a.ID + "?" + p.query(), Label: a.DisplayName})
		}
	}
	return all, err
}
