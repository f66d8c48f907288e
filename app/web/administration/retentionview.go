package administration

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/retention"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/trail"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// runsShown is how many runs the page lists.
const runsShown = 20

// retentionPage shows the rule, what is due by it and the last runs.
func (w *Handler) retentionPage(c *fiber.Ctx, v shell.Visitor) (views.Page, store.RetentionRule, error) {
	page := w.AdministrationPage(c, v, v.T("Retention"), "retention")
	page.Intro = v.WithZone(v.T("How long finished jobs and their captures are kept."))
	rule, err := w.Store.RetentionRule(c.UserContext(), v.Company)
	if err != nil {
		return page, rule, err
	}
	runs, err := w.Store.RetentionRuns(c.UserContext(), v.Company, runsShown)
	if err != nil {
		return page, rule, err
	}
	own, err := w.ruleSection(c, v, rule)
	if err != nil {
		return page, rule, err
	}
	page.Sections = []views.Section{own}
	running := len(runs) > 0 && runs[0].Stage == store.RetentionRunning
	if rule.On() {
		due, err := w.dueSection(c, v, rule, running)
		if err != nil {
			return page, rule, err
		}
		page.Sections = append(page.Sections, due)
	}
	table, err := w.runSection(c, v, runs)
	page.Sections = append(page.Sections, table)
	return page, rule, err
}

// ruleSection is the rule with its form, or as facts for who may not change it.
func (w *Handler) ruleSection(c *fiber.Ctx, v shell.Visitor, rule store.RetentionRule) (views.Section, error) {
	s := views.Section{Heading: v.T("Rule")}
	if !rule.On() {
		s.Note = v.T("Nothing is removed until you set a rule. Before the rule is saved, you see what it would remove.")
	}
	left, err := w.Store.CountRemovedObjects(c.UserContext(), v.Company, w.Now().Add(-filesGrace))
	if left > 0 {
		s.Warning = v.T("Files of removed captures that could not be deleted yet: %s. They can't be opened; "+
			"deletion is retried every hour.", v.Count(int64(left)))
	}
	if !v.Role.Can(access.ManageSettings) {
		s.Note = ""
		s.Facts = []views.Fact{
			{Name: v.T("Finished jobs"), Cell: views.Cell{Text: keptFor(v, rule.JobDays)}},
			{Name: v.T("Their captures"), Cell: views.Cell{Text: capturesKept(v, rule)}},
		}
		return s, err
	}
	top := strconv.Itoa(retention.MaxDays)
	s.Form = &views.Form{
		Path:   "/retention",
		Button: v.T("Save"),
		Tall:   true,
		Hidden: []views.Value{{Label: "version", Value: form.Version(rule.Version)}},
		Fields: []views.Field{
			{
				Name:  "jobDays",
				Label: v.T("Days until jobs are removed"),
				Kind:  "number",
				Value: daysText(rule.JobDays),
				Low:   "1",
				Top:   top,
				Hint: v.T("Counted from the day a job was finished: decided, and reviewed if required; one that was " +
					"never submitted, from its last capture or the end of its link. Captures, readings, events and " +
					"deliveries are removed with their job. Leave empty to keep jobs."),
			},
			{
				Name:  "captureDays",
				Label: v.T("Days until captures are removed"),
				Kind:  "number",
				Value: daysText(rule.CaptureDays),
				Low:   "1",
				Top:   top,
				Hint: v.T("Pictures, sound and video are removed before their job; the data read from them is kept. " +
					"Leave empty to keep them as long as their job."),
			},
		},
	}
	return s, err
}

// dueSection reports what is due by the rule now, with the button that removes it at once.
func (w *Handler) dueSection(
	c *fiber.Ctx, v shell.Visitor, rule store.RetentionRule, running bool,
) (views.Section, error) {
	plan, err := w.Retention.Plan(c.UserContext(), rule)
	s := views.Section{Heading: v.T("Due now"), Facts: planFacts(v, plan)}
	next := rule.CheckedAt.Add(retention.LookEvery)
	s.Facts = append(s.Facts, views.Fact{
		Name: v.T("Next run"),
		Cell: views.Cell{Time: v.Time(next), Data: true},
		Hint: v.T("Jobs and captures that are due are removed once an hour."),
	})
	if v.Role.Can(access.ManageSettings) && !plan.Empty() && !running {
		s.Forms = []views.Form{
			{
				Path:    "/retention/run",
				Hidden:  []views.Value{{Label: "version", Value: form.Version(rule.Version)}},
				Button:  v.T("Run now"),
				Danger:  true,
				Confirm: v.T("Jobs and captures that are due are removed immediately and can't be restored."),
			},
		}
	}
	return s, err
}

// planFacts lists what would be removed, and what is kept although it is old enough.
func planFacts(v shell.Visitor, p retention.Plan) []views.Fact {
	number := func(n int) views.Cell {
		text := v.Count(int64(n))
		if p.More {
			text = v.T("%s or more", text)
		}
		return views.Cell{Text: text, Data: true}
	}
	facts := []views.Fact{
		{Name: v.T("Jobs to remove"), Cell: number(p.Jobs)},
		{Name: v.T("Captures to remove"), Cell: number(p.Captures)},
	}
	if p.Alone > 0 {
		facts[1].Hint = v.N(p.Alone, "including those of 1 job that is kept",
			"including those of %d jobs that are kept")
	}
	if !p.Empty() {
		facts = append(facts, views.Fact{
			Name: v.T("Oldest from"),
			Cell: views.Cell{Time: v.Time(p.First), Data: true},
		})
	}
	if held := heldNames(v, p); held != "" {
		facts = append(facts, views.Fact{
			Name: v.T("Due, but kept for now"),
			Cell: views.Cell{Text: held},
			Hint: v.T("They are removed when nothing depends on them any more."),
		})
	}
	return facts
}

// stays are the reasons for which an old job stays, in the order in which they are told.
var stays = []struct {
	disposition store.Disposition
	text        string
}{
	{store.DispositionReview, "%s in review"},
	{store.DispositionChecked, "%s in a second review"},
	{store.DispositionUndelivered, "%s with undelivered events"},
	{store.DispositionUnfinished, "%s unfinished"},
}

func heldNames(v shell.Visitor, p retention.Plan) string {
	text := ""
	for _, s := range stays {
		if n := p.Stay[s.disposition]; n > 0 {
			text = format.Join(", ", text, v.T(s.text, v.Count(int64(n))))
		}
	}
	return text
}

// retentionStages are how far a run has come, as people read it.
var retentionStages = map[store.RetentionStage]struct {
	name string
	tone ui.Tone
}{
	store.RetentionRunning: {"running", ui.Info},
	store.RetentionDone:    {"done", ui.Pass},
	store.RetentionStopped: {"stopped", ui.Warn},
	store.RetentionFailed:  {"failed to finish", ui.Fail},
}

// runSection lists the last runs; it asks for itself again while one is under way.
func (w *Handler) runSection(c *fiber.Ctx, v shell.Visitor, runs []store.RetentionRun) (views.Section, error) {
	s := views.Section{
		ID:      "runs",
		Heading: v.T("Last runs"),
		Columns: v.Each("Started", "State", "By", "Rule", "Jobs", "Captures", "Took"),
		Empty:   v.T("No runs yet. Set a rule first; each run that removes something is listed here."),
	}
	if len(runs) == 0 {
		return s, nil
	}
	names, err := w.AgentNames(c, v)
	for _, r := range runs {
		stage := retentionStages[r.Stage]
		row := views.Row{Cells: []views.Cell{
			{Time: v.Time(r.CreatedAt), Data: true},
			{Text: v.T(stage.name), Under: whyEnded(v, r), Tone: stage.tone, Tag: true, Wrap: r.Error != ""},
			{Text: runBy(v, r.Actor, names)},
			{Text: ruleName(v, r)},
			soFar(v, r, r.Jobs, r.JobsDue), soFar(v, r, r.Captures, r.CapturesDue),
			{Text: w.took(v, r), Data: true},
		}}
		if r.Stage == store.RetentionRunning {
			s.Live = "/retention"
			if v.Role.Can(access.ManageSettings) {
				row.Actions = []views.Form{
					{
						Path:   "/retention/stop",
						Button: v.T("Stop"),
						Danger: true,
						Hidden: []views.Value{{Label: "id", Value: r.ID}},
					},
				}
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s, err
}

func whyEnded(v shell.Visitor, r store.RetentionRun) string {
	if r.Error == "" {
		return ""
	}
	return v.Sentence(r.Error)
}

// runBy names who began a run.
func runBy(v shell.Visitor, actor string, names map[string]string) string {
	if actor == retention.System {
		return v.T("automatic")
	}
	return trail.Actor(v, actor, names)
}

// ruleName returns the rule of a run in a few words.
func ruleName(v shell.Visitor, r store.RetentionRun) string {
	text := ""
	if r.JobDays > 0 {
		text = v.N(r.JobDays, "jobs 1 day", "jobs %d days")
	}
	if r.CaptureDays > 0 {
		text = format.Join(", ", text, v.N(r.CaptureDays, "captures 1 day", "captures %d days"))
	}
	return text
}

// soFar reports how many are removed, of how many while the run is under way.
func soFar(v shell.Visitor, r store.RetentionRun, n, due int) views.Cell {
	if r.Stage != store.RetentionRunning || due == 0 {
		return views.Cell{Text: v.Count(int64(n)), Data: true}
	}
	return views.Cell{
		Text:  v.T("%s of %s", v.Count(int64(n)), v.Count(int64(max(n, due)))),
		Data:  true,
		Share: strconv.Itoa(min(100, 100*n/due)),
	}
}

// took reports how long a run took, or has taken so far.
func (w *Handler) took(v shell.Visitor, r store.RetentionRun) string {
	end := r.FinishedAt
	if end.IsZero() {
		end = w.Now()
	}
	return v.Took(end.Sub(r.CreatedAt))
}
