package administration

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/catalogue"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

const acceptedNote = "You can accept a lower assurance for individual checks. Every decision that uses one records " +
	"it, and so does the audit trail."

func (w *Handler) settingsPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Settings"), "settings")
	of, err := w.Store.Company(c.UserContext(), v.Company)
	rules := of.Rules()
	page.Intro = v.T("Company %s. Rules version %s; each decision records the version that was used.",
		v.Company, strconv.Itoa(rules.Version))
	own := views.Section{Heading: v.T("Company and rules"), Form: rulesForm(v, rules)}
	if len(rules.Accepted) > 0 {
		own.Warning = v.T("A lower assurance is accepted for %s. Jobs can be approved on weaker evidence than the "+
			"standard policy requires.", acceptedNames(v, rules))
	}
	if !v.Role.Can(access.ManageSettings) {
		own = rulesFacts(v, rules)
	}
	installed := views.Section{
		Heading: v.T("Installation"),
		Note:    v.T("Set in the environment for all companies; changes take effect after a restart."),
	}
	for _, s := range w.Installation {
		installed.Facts = append(installed.Facts, views.Fact{
			Name: v.T(s.Name),
			Cell: views.Cell{Text: s.value(v), Data: true},
			Hint: s.Variable,
		})
	}
	about := views.Section{Facts: []views.Fact{
		{
			Name: v.T("Slug"),
			Cell: views.Cell{Text: of.Slug, Data: true},
			Hint: v.T("Part of every URN; it never changes."),
		},
		{Name: v.T("Created"), Cell: v.UsedCell(of.CreatedAt)},
		{
			Name: v.T("Reasons"),
			Cell: views.Cell{Text: v.T("add, rename, order, retire"), Href: "/settings/reasons"},
			Hint: v.T("Reasons that agents choose with a decision, in three groups."),
		},
		{Name: v.T("Roles"), Cell: views.Cell{Text: v.T("what each role can do"), Href: "/roles"}},
		{
			Name: v.T("Retention"),
			Cell: views.Cell{Text: v.T("how long jobs and captures are kept"), Href: "/retention"},
		},
		{
			Name: v.T("Other companies"),
			Cell: views.Cell{Text: "proofdesk company create", Data: true},
			Hint: v.T("Other companies are created on the command line of the installation."),
		},
	}}
	page.Sections = []views.Section{about, own, installed}
	return page, err
}

func acceptedNames(v shell.Visitor, r company.Rules) string {
	text := ""
	for _, code := range slices.Sorted(maps.Keys(r.Accepted)) {
		text = format.Join(", ", text, v.T(catalogue.Title(code))+" ("+strconv.Itoa(int(r.Accepted[code]))+")")
	}
	return text
}

// lowerable lists the checks for which a lower assurance may be accepted, by name.
func lowerable() []string {
	return slices.SortedFunc(maps.Keys(company.Lowerable()),
		func(a, b string) int { return cmp.Compare(catalogue.Title(a), catalogue.Title(b)) })
}

func rulesForm(v shell.Visitor, r company.Rules) *views.Form {
	fields := []views.Field{
		{Name: "name", Label: v.T("Name of the company"), Kind: "text", Value: r.Name, Required: true},
		{
			Name:     "minimumAge",
			Label:    v.T("Minimum age"),
			Kind:     "number",
			Value:    strconv.Itoa(r.MinimumAge),
			Required: true,
			Low:      "0",
			Top:      "120",
			Hint:     v.T("In years, on the day of the decision. 0 means no minimum."),
		},
		{
			Name:  "masking",
			Label: v.T("Mask personal values outside a review"),
			Kind:  "checkbox",
			On:    r.Masking,
			Hint: v.T("Names, numbers, dates and pictures of jobs that an agent does not hold; each reveal is " +
				"audited. Auditors never see them."),
		},
		{
			Name:  "moves",
			Label: v.T("Ask for moves before the camera with each selfie"),
			Kind:  "checkbox",
			On:    r.Moves,
			Hint: v.T("The web SDK films three moves in a random order, such as turning the head, and the server " +
				"looks for them in the video. That makes fraud harder; alone it never approves a job."),
		},
		{
			Name:  "phrase",
			Label: v.T("Phrase to read aloud"),
			Kind:  "text",
			Value: r.Phrase,
			Hint: v.T("In voice and video captures. While this is empty, applicants read one in the language of their "+
				"page, in English: “%s”", intake.BuiltInPhrase("EN")),
		},
	}
	fields = append(fields, deadlineFields(v, r)...)
	for i, outcome := range onboarding.ReviewOutcomes() {
		field := views.Field{
			Name:  "secondReview",
			Label: v.T(string(outcome)),
			Kind:  "checkbox",
			Value: string(outcome),
			On:    slices.ContainsFunc(r.SecondReview, outcome.Is),
		}
		if i == 0 {
			field.Group = v.T("Which decisions need a second agent")
			field.About = v.T("They take effect only after another agent confirms them.")
		}
		fields = append(fields, field)
	}
	for i, code := range company.Declinable() {
		field := views.Field{
			Name:  "declineOn",
			Label: v.T(catalogue.Title(code)),
			Kind:  "checkbox",
			Value: code,
			On:    slices.Contains(r.DeclineOn, code),
		}
		if i == 0 {
			field.Group = v.T("Automatic declines")
			field.About = v.T("A failed check of these declines the job automatically.")
		}
		fields = append(fields, field)
	}
	asked := company.Lowerable()
	for i, code := range lowerable() {
		field := views.Field{
			Name:  "accepted." + code,
			Label: v.T(catalogue.Title(code)),
			Kind:  "select",
			Options: []views.Option{
				{
					Value: "0",
					Label: v.T("policy default: %s", v.T(wording.Levels[asked[code]])),
					On:    r.Accepted[code] == 0,
				},
			},
		}
		for n := asked[code] - 1; n >= 1; n-- {
			field.Options = append(field.Options, views.Option{
				Value: strconv.Itoa(int(n)),
				Label: v.T("accept %s", v.T(wording.Levels[n])),
				On:    r.Accepted[code] == n,
			})
		}
		if i == 0 {
			field.Group, field.About = v.T("Accepted lower assurances"), v.T(acceptedNote)
		}
		fields = append(fields, field)
	}
	return &views.Form{
		Path:   "/settings",
		Button: v.T("Save"),
		Tall:   true,
		Fields: fields,
		Hidden: []views.Value{{Label: "version", Value: form.Version(r.Version)}},
	}
}

func outcomeNames(v shell.Visitor, outcomes []onboarding.Status) string {
	text := ""
	for _, outcome := range outcomes {
		text = format.Join(", ", text, v.T(string(outcome)))
	}
	return text
}

// rulesFacts shows the rules to who may not change them.
func rulesFacts(v shell.Visitor, r company.Rules) views.Section {
	declines := ""
	for _, code := range r.DeclineOn {
		declines = format.Join(", ", declines, v.T(catalogue.Title(code)))
	}
	return views.Section{Heading: v.T("Company and rules"), Facts: []views.Fact{
		{Name: v.T("Name of the company"), Cell: views.Cell{Text: r.Name}},
		{Name: v.T("Minimum age"), Cell: views.Cell{Text: strconv.Itoa(r.MinimumAge)}},
		{
			Name: v.T("Masks personal values outside a review"),
			Cell: views.Cell{Text: v.T(map[bool]string{true: "yes", false: "no"}[r.Masking])},
		},
		{
			Name: v.T("Asks for moves with each selfie"),
			Cell: views.Cell{Text: v.T(map[bool]string{true: "yes", false: "no"}[r.Moves])},
		},
		{Name: v.T("Phrase to read aloud"), Cell: views.Cell{Text: cmp.Or(r.Phrase, intake.BuiltInPhrase("EN"))}},
		{
			Name: v.T("Review deadline"),
			Cell: views.Cell{Text: cmp.Or(deadlineNames(v, r), v.T("installation default"))},
		},
		{
			Name: v.T("Decisions that need a second agent"),
			Cell: views.Cell{Text: cmp.Or(outcomeNames(v, r.SecondReview), v.T("none"))},
		},
		{Name: v.T("Declines automatically"), Cell: views.Cell{Text: cmp.Or(declines, v.T("nothing"))}},
		{
			Name: v.T("Accepted lower assurances"),
			Cell: views.Cell{Text: cmp.Or(acceptedNames(v, r), v.T("none")), Tone: ui.Plain},
		},
	}}
}

func (w *Handler) settings(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.settingsPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) saveSettings(c *fiber.Ctx, v shell.Visitor) error {
	rules, cause := readRules(c)
	if cause == nil {
		cause = w.Companies.SetRules(c.UserContext(), v.Actor(), v.Company, rules)
	}
	if cause == nil {
		return c.Redirect("/settings?done=saved", fiber.StatusSeeOther)
	}
	page, err := w.settingsPage(c, v)
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}

func readRules(c *fiber.Ctx) (company.Rules, error) {
	r := company.Rules{
		Name:      form.Value(c, "name"),
		Masking:   form.Value(c, "masking") != "",
		Moves:     form.Value(c, "moves") != "",
		Phrase:    form.Value(c, "phrase"),
		DeclineOn: form.All(c, "declineOn"),
	}
	if err := form.ReadVersion(c, &r.Version); err != nil {
		return r, err
	}
	for _, outcome := range form.All(c, "secondReview") {
		r.SecondReview = append(r.SecondReview, onboarding.Status(outcome))
	}
	if r.DeclineOn == nil {
		r.DeclineOn = []string{}
	}
	years, err := strconv.Atoi(form.Value(c, "minimumAge"))
	if err != nil {
		return r, fault.BadField("minimumAge", "format", "enter the age in whole years")
	}
	r.MinimumAge = years
	if r.Deadlines, err = readDeadlines(c); err != nil {
		return r, err
	}
	r.Accepted, err = readAccepted(c)
	return r, err
}

// readAccepted reads the levels that are chosen. What is sent for something that is no check is left to the rules,
// which refuse it by name.
func readAccepted(c *fiber.Ctx) (map[string]engine.Assurance, error) {
	accepted, known := map[string]engine.Assurance{}, company.Lowerable()
	if len(form.All(c, "accepted.")) > 0 { // names no check
		accepted[""] = engine.Assurance(1)
	}
	for code, text := range form.Prefixed(c, "accepted.") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fault.BadField("accepted."+code, "range", "choose an assurance level from the list")
		}
		if _, ok := known[code]; n != 0 || !ok {
			accepted[code] = engine.Assurance(n)
		}
	}
	return accepted, nil
}

// Setting is one setting of the environment as people read it.
type Setting struct {
	Name     string // what it is
	Value    string
	Lasts    time.Duration // instead of a value, for a duration
	Variable string        // the environment variable that sets it
}

// value returns the value as people read it, a duration in their language.
func (s Setting) value(v shell.Visitor) string {
	switch {
	case s.Value != "":
		return s.Value
	case s.Lasts%time.Second != 0:
		return v.Took(s.Lasts)
	}
	return v.Age(s.Lasts)
}
