package quality

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/download"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/views/chart"
	views "proofdesk/views/quality"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// period is the time that figures of quality are asked for: whole days of the visitor's zone.
type period struct {
	from, until time.Time // until is the first moment after
	name        string    // of a span; empty for two dates
	zone        *time.Location
}

var qualitySpans = []struct {
	name string
	days int
}{{"7d", 7}, {"30d", 30}, {"90d", 90}, {"365d", 365}}

const usualSpan = "30d"

func (w *Handler) period(c *fiber.Ctx, v shell.Visitor) (period, error) {
	p := period{zone: v.TimeZone(), name: c.Query("range", usualSpan)}
	y, m, d := w.Now().In(p.zone).Date()
	p.until = time.Date(y, m, d+1, 0, 0, 0, 0, p.zone)
	if c.Query("from") != "" || c.Query("until") != "" {
		return p.between(c.Query("from"), c.Query("until"))
	}
	if p.name == "24h" || p.name == "48h" { // of the other pages of figures
		p.name = usualSpan
	}
	for _, s := range qualitySpans {
		if s.name == p.name {
			p.from = time.Date(y, m, d+1-s.days, 0, 0, 0, 0, p.zone)
			return p, nil
		}
	}
	return p, fault.BadField("range", "one_of", "choose a period: 7, 30, 90 or 365 days")
}

func (p period) between(from, until string) (period, error) {
	first, errFirst := form.Day(from, "from", p.zone)
	last, errLast := form.Day(until, "until", p.zone)
	if errFirst != nil || errLast != nil || first.IsZero() || last.Before(first) {
		return p, fault.BadField("from", "format", "enter two dates such as 31 Jan 2026, the earlier one first")
	}
	p.from, p.until, p.name = first, last.AddDate(0, 0, 1), ""
	return p, nil
}

func (p period) last() time.Time { return p.until.AddDate(0, 0, -1) }

// query is the period as part of a URL.
func (p period) query() string {
	if p.name != "" {
		return "range=" + p.name
	}
	return url.Values{"from": {p.from.Format(time.DateOnly)}, "until": {p.last().Format(time.DateOnly)}}.Encode()
}

func (p period) label(l words.Language) string {
	return l.Date(p.from) + " – " + l.Date(p.last())
}

// quality shows how far two agents agree.
func (w *Handler) quality(c *fiber.Ctx, v shell.Visitor) error {
	return w.showQuality(c, v, func(*views.Quality) {})
}

func (w *Handler) showQuality(c *fiber.Ctx, v shell.Visitor, more func(*views.Quality)) error {
	p, err := w.period(c, v)
	if err != nil {
		return err
	}
	panels, tiles, err := w.qualityPanels(c, v, p)
	if err != nil {
		return err
	}
	page := chart.Page{
		Frame:  w.Frame(c, v, v.T("Quality"), "dashboard"),
		Style:  w.Assets.Path("dashboard.css"),
		Tiles:  tiles,
		Panels: panels,
		Note:   v.T("%s, days in %s", p.label(v.Language), p.zone.String()),
	}
	for _, s := range qualitySpans {
		page.Spans = append(page.Spans, chart.Choice{
			Label: v.T("%s d", v.Count(int64(s.days))),
			Href:  "/quality?range=" + s.name,
			On:    s.name == p.name,
		})
	}
	page.Tabs = figure.Tabs(v, "/quality", p.name)
	below, err := w.below(c, v, p)
	if err != nil {
		return err
	}
	more(&below)
	page.Choose = views.PeriodForm(views.Period{
		Path:  "/quality",
		From:  p.from.Format(time.DateOnly),
		Until: p.last().Format(time.DateOnly),
	})
	page.Below = views.Below(below)
	return w.Render(c, chart.FigurePage(page))
}

const splitsShown = 20

// below fills what stands under the figures.
func (w *Handler) below(c *fiber.Ctx, v shell.Visitor, p period) (views.Quality, error) {
	q := views.Quality{
		CSRF:    v.CSRF,
		Manages: v.Role.Can(access.ManageQuality),
		CSV:     "/quality/disagreements.csv?" + p.query(),
		Back:    "/quality?" + p.query(),
		Empty:   v.T("No disagreements in this period."),
		Choices: verdictChoices(v),
	}
	switch c.Query("done") {
	case "saved":
		q.Done = v.T("Saved.")
	case "rates":
		q.RatesDone = v.T("Saved.")
	}
	own, err := w.Store.Company(c.UserContext(), v.Company)
	if err != nil {
		return q, err
	}
	q.Version = form.Version(own.Settings.Quality.Rates)
	for _, outcome := range ratedOutcomes() {
		label := v.T(string(outcome))
		if outcome == company.Overridden {
			label = v.T("Approved over a red finding")
		}
		q.Rates = append(q.Rates, views.Rate{
			Name:  strings.ToLower(string(outcome)),
			Label: label,
			Value: strconv.Itoa(own.Settings.Quality.Rates.Of(outcome)),
		})
	}
	after, err := checkCursor(c.Query("after"))
	if err != nil {
		return q, err
	}
	splits, err := w.Store.Disagreements(c.UserContext(), v.Company, p.from, p.until, after, splitsShown+1)
	if err != nil {
		return q, err
	}
	reasons, err := w.reasonTexts(c, v)
	if err != nil {
		return q, err
	}
	if len(splits) > splitsShown {
		splits = splits[:splitsShown]
		last := splits[splitsShown-1]
		q.More = "/quality?" + p.query() + "&after=" + strconv.FormatInt(last.Second.At.UnixMilli(), 10) + "." + last.ID
	}
	if q.Agents, err = w.reviewers(c, v, p); err != nil {
		return q, err
	}
	masked, err := w.Masking.Masked(c.UserContext(), v)
	if err != nil {
		return q, err
	}
	returned, err := w.Store.VoidChecks(c.UserContext(), v.Company, p.from, p.until, returnedShown)
	if err != nil {
		return q, err
	}
	for _, check := range returned {
		q.Returned = append(q.Returned, returnedRow(check, v))
	}
	for _, check := range splits {
		q.Split = append(q.Split, disagreement(check, v, reasons, masked))
	}
	return q, nil
}

// returnedShown is how many of the checks that were handed back the page shows.
const returnedShown = 50

// returnedRow shows a check that nobody could take.
func returnedRow(check store.QualityCheck, v shell.Visitor) views.Returned {
	return views.Returned{
		Job:      format.ShortID(check.JobID),
		Href:     "/jobs/" + check.JobID,
		Function: format.Sentence(v.Function(check.Function)),
		First:    check.First.AgentName,
		Outcome:  v.T(string(check.First.Outcome)),
		Reviewed: v.Time(check.First.At),
		At:       v.Time(check.Second.At),
	}
}

func checkCursor(text string) (store.CheckCursor, error) {
	at, id, _ := strings.Cut(text, ".")
	if _, ok := ids.ParseUUID(id); text != "" && (!ok || form.Number(at) == 0) {
		return store.CheckCursor{}, fault.BadField("after", "format",
			"this page of the list can't be opened: go back to its first page")
	}
	return store.CheckCursor{At: form.Number(at), ID: id}, nil
}

// disagreement shows a check whose two outcomes differ. Notes may hold values: where those are masked, they are left
// out.
func disagreement(
	check store.QualityCheck, v shell.Visitor, reasons map[string]string, masked bool,
) views.Disagreement {
	own := check.First.AgentID == v.ID || check.Second.AgentID == v.ID
	d := views.Disagreement{
		ID:       check.ID,
		Job:      format.ShortID(check.JobID),
		Href:     "/jobs/" + check.JobID,
		Function: v.Function(check.Function),
		First:    judgementOf(check.First, v, reasons, masked),
		Second:   judgementOf(check.Second, v, reasons, masked),
		Own:      own,
		Open:     v.Role.Can(access.ManageQuality) && !own,
	}
	d.Form = views.Adjudication{
		Version: form.Version(check.Version),
		Chosen:  string(check.Verdict),
		Note:    note(check.VerdictNote, masked),
		Unseen:  masked && check.VerdictNote != "",
	}
	d.First.Right, d.Second.Right = check.Verdict == store.VerdictFirst, check.Verdict == store.VerdictSecond
	if check.Verdict != "" {
		d.Verdict, d.Judge, d.JudgedAt, d.Note = v.T(wording.Verdicts[check.Verdict]), check.JudgeName,
			v.When(check.VerdictAt), note(check.VerdictNote, masked)
		d.Tone = map[store.Verdict]ui.Tone{
			store.VerdictFirst:  ui.Pass,
			store.VerdictSecond: ui.Fail,
			store.VerdictEither: ui.Info,
		}[check.Verdict]
	}
	return d
}

// note returns what an agent wrote about a job; nothing where values are masked.
func note(text string, masked bool) string {
	if masked {
		return ""
	}
	return text
}

func judgementOf(j store.Judgement, v shell.Visitor, reasons map[string]string, masked bool) views.Judgement {
	shown := views.Judgement{
		Agent:   j.AgentName,
		At:      v.Time(j.At),
		Outcome: v.T(string(j.Outcome)),
		Tone:    format.StatusTone(j.Outcome),
		Note:    note(j.Note, masked),
	}
	shown.Overrides = dossier.Dossier{Language: v.Language}.Overridden(j.Outcome, j.Overrides)
	for _, code := range j.Reasons {
		shown.Reasons = append(shown.Reasons, cmp.Or(reasons[code], code))
	}
	return shown
}

// ratedOutcomes are the outcomes that have a rate of their own.
func ratedOutcomes() []onboarding.Status {
	return append(onboarding.ReviewOutcomes(), company.Overridden)
}

// setRates sets how many decisions are drawn.
func (w *Handler) setRates(c *fiber.Ctx, v shell.Visitor) error {
	rates := company.Rates{}
	for _, outcome := range ratedOutcomes() {
		name := strings.ToLower(string(outcome))
		n, err := strconv.Atoi(form.Value(c, name))
		if err != nil {
			return w.wrongRate(c, v, fault.BadField(name, "format", "enter a whole percentage"))
		}
		rates[outcome] = n
	}
	was := company.Rates{}
	err := form.ReadVersion(c, &was)
	if err == nil {
		err = w.Companies.SetRates(c.UserContext(), v.Actor(), v.Company, was, rates)
	}
	if err != nil {
		return w.wrongRate(c, v, err)
	}
	return c.Redirect("/quality?done=rates#rates", fiber.StatusSeeOther)
}

func (w *Handler) wrongRate(c *fiber.Ctx, v shell.Visitor, err error) error {
	if !shell.IsRefusal(err) {
		return err
	}
	c.Status(shell.RefusalStatus(err))
	return w.showQuality(c, v, func(q *views.Quality) { typedRates(c, v, q, err) })
}

// typedRates fills the form of the rates with what was sent and marks each rate with what is wrong with it, or with
// what somebody else has saved.
func typedRates(c *fiber.Ctx, v shell.Visitor, q *views.Quality, err error) {
	wrong, _ := v.FieldProblems(err)
	q.Problem = v.Sentence(shell.Message(err))
	outdated, focused := shell.Outdated(c, q.Version), false
	for i := range q.Rates {
		r := &q.Rates[i]
		typed := form.Value(c, r.Name)
		if wrong[r.Name] != "" {
			r.Problem, q.Problem = wrong[r.Name], v.NothingSaved()
		} else if outdated && typed != r.Value {
			r.Problem = v.SavedMeanwhile(r.Value)
		}
		r.Value = typed
		r.Focus = r.Problem != "" && !focused
		focused = focused || r.Focus
	}
}

// exportQuality sends the table of one plot.
func (w *Handler) exportQuality(c *fiber.Ctx, v shell.Visitor) error {
	p, err := w.period(c, v)
	if err != nil {
		return err
	}
	panels, _, err := w.qualityPanels(c, v, p)
	if err != nil {
		return err
	}
	key := c.Params("plot")
	at := slices.IndexFunc(panels, func(one chart.Panel) bool { return one.Key == key })
	if at < 0 {
		return fault.New(fault.NotFound, "this page does not have this chart")
	}
	return download.CSV(c, "quality-"+key, append([][]string{panels[at].Table.Head}, panels[at].Table.Rows...))
}

const splitsExported = 10_000

// exportSplits sends the disagreements of a time as a file; the notes stay inside.
func (w *Handler) exportSplits(c *fiber.Ctx, v shell.Visitor) error {
	p, err := w.period(c, v)
	if err != nil {
		return err
	}
	splits, err := w.Store.Disagreements(c.UserContext(), v.Company, p.from, p.until, store.CheckCursor{},
		splitsExported)
	if err != nil {
		return err
	}
	rows := [][]string{
		{
			"job", "function", "first_agent", "first_at", "first_outcome", "first_reasons", "second_agent",
			"second_at", "second_outcome", "second_reasons", "verdict", "adjudicated_by", "adjudicated_at",
		},
	}
	wire := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		return onboarding.Timestamp(at).String()
	}
	for _, s := range splits {
		rows = append(rows, []string{
			s.JobID, string(s.Function), s.First.AgentName, wire(s.First.At), string(s.First.Outcome),
			strings.Join(s.First.Reasons, " "),
			s.Second.AgentName, wire(s.Second.At), string(s.Second.Outcome), strings.Join(s.Second.Reasons, " "),
			string(s.Verdict), s.JudgeName, wire(s.VerdictAt),
		})
	}
	return download.CSV(c, "quality-disagreements", rows)
}
