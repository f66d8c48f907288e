package web

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/fault"
	"proofdesk/app/policy"
	"proofdesk/engine"
	views "proofdesk/views/admin"
	"proofdesk/views/ui"
)

const acceptedNote = "You may accept a lower assurance for a check by name. Every decision that used one says so in its record and in the audit trail."

func (w *Console) settingsPage(c *fiber.Ctx, v visitor) (views.Page, error) {
	page := w.adminPage(c, v, "Settings", "settings")
	rules, err := w.Accounts.RulesOf(c.UserContext(), v.Company)
	page.Intro = "Of the company " + v.Company + ". Rules, version " + count(rules.Version) + "; each decision names the version that made it."
	own := views.Section{Heading: "Company and rules", Form: rulesForm(rules)}
	if len(rules.Accepted) > 0 {
		own.Warning = "A lower assurance is accepted for " + acceptedNames(rules) + ". Jobs can be approved on weaker evidence than the standard policy asks for."
	}
	if !v.Role.Can(access.ManageSettings) {
		own = rulesFacts(rules)
	}
	installed := views.Section{Heading: "Installation", Note: "Set in the environment, for every company; a restart takes them over."}
	for _, s := range w.Installation {
		installed.Facts = append(installed.Facts, views.Fact{Name: s.Name, Cell: views.Cell{Text: s.Value, Data: true}, Hint: s.Variable})
	}
	page.Sections = []views.Section{own, installed}
	return page, err
}

func acceptedNames(r admin.Rules) string {
	text := ""
	for _, code := range slices.Sorted(maps.Keys(r.Accepted)) {
		text = joined(", ", text, policy.Title(code)+" ("+count(int(r.Accepted[code]))+")")
	}
	return text
}

// lowerable lists the checks for which a lower assurance may be accepted, by name.
func lowerable() []string {
	return slices.SortedFunc(maps.Keys(admin.Lowerable()), func(a, b string) int { return cmp.Compare(policy.Title(a), policy.Title(b)) })
}

func rulesForm(r admin.Rules) *views.Form {
	fields := []views.Field{
		{Name: "name", Label: "Name of the company", Kind: "text", Value: r.Name, Required: true},
		{Name: "minimumAge", Label: "Minimum age", Kind: "number", Value: count(r.MinimumAge), Required: true, Low: "0", Top: "120", Hint: "In years, on the day of the decision. 0 asks for none."},
		{Name: "masking", Label: "Cover personal values outside a review", Kind: "checkbox", On: r.Masking, Hint: "Names, numbers, dates and pictures of jobs that an agent does not hold; each reveal is audited. Auditors never see them."},
	}
	for i, code := range admin.Declinable() {
		field := views.Field{Name: "declineOn", Label: policy.Title(code), Kind: "checkbox", Value: code, On: slices.Contains(r.DeclineOn, code), Hint: "a failure declines the job by itself"}
		if i == 0 {
			field.Group = "What declines without a review"
		}
		fields = append(fields, field)
	}
	asked := admin.Lowerable()
	for i, code := range lowerable() {
		field := views.Field{Name: "accepted." + code, Label: policy.Title(code), Kind: "select", Options: []views.Option{{Value: "0", Label: "as the policy asks: " + rungs[asked[code]], On: r.Accepted[code] == 0}}}
		for n := asked[code] - 1; n >= 1; n-- {
			field.Options = append(field.Options, views.Option{Value: strconv.Itoa(int(n)), Label: "accept " + rungs[n], On: r.Accepted[code] == n})
		}
		if i == 0 {
			field.Group, field.Hint = "Accepted lower assurances", acceptedNote
		}
		fields = append(fields, field)
	}
	return &views.Form{Path: "/settings", Button: "Save", Tall: true, Fields: fields, Hidden: []views.Value{{Label: "version", Value: count(r.Version)}}}
}

// rulesFacts shows the rules to who may not change them.
func rulesFacts(r admin.Rules) views.Section {
	declines := ""
	for _, code := range r.DeclineOn {
		declines = joined(", ", declines, policy.Title(code))
	}
	return views.Section{Heading: "Company and rules", Facts: []views.Fact{
		{Name: "Name of the company", Cell: views.Cell{Text: r.Name}},
		{Name: "Minimum age", Cell: views.Cell{Text: count(r.MinimumAge)}},
		{Name: "Covers personal values outside a review", Cell: views.Cell{Text: map[bool]string{true: "yes", false: "no"}[r.Masking]}},
		{Name: "Declines without a review", Cell: views.Cell{Text: firstOf(declines, "nothing")}},
		{Name: "Accepted lower assurances", Cell: views.Cell{Text: firstOf(acceptedNames(r), "none"), Tone: ui.Plain}},
	}}
}

func (w *Console) settings(c *fiber.Ctx, v visitor) error {
	page, err := w.settingsPage(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) saveSettings(c *fiber.Ctx, v visitor) error {
	rules, cause := readRules(c)
	if cause == nil {
		cause = w.Accounts.SetRules(c.UserContext(), v.actor(), v.Company, rules)
	}
	if cause == nil {
		return c.Redirect("/settings?done=saved", fiber.StatusSeeOther)
	}
	page, err := w.settingsPage(c, v)
	if err != nil {
		return err
	}
	return w.refused(c, page, cause)
}

func readRules(c *fiber.Ctx) (admin.Rules, error) {
	r := admin.Rules{Name: form(c, "name"), Masking: form(c, "masking") != "", Version: int(number(form(c, "version"))), DeclineOn: formAll(c, "declineOn"), Accepted: map[string]engine.Assurance{}}
	if r.DeclineOn == nil {
		r.DeclineOn = []string{}
	}
	years, err := strconv.Atoi(form(c, "minimumAge"))
	if err != nil {
		return r, fault.BadField("minimumAge", "number", "give the age in whole years")
	}
	r.MinimumAge = years
	for _, code := range lowerable() {
		n, err := strconv.Atoi(firstOf(form(c, "accepted."+code), "0"))
		if err != nil {
			return r, fault.BadField("accepted."+code, "range", "choose an assurance")
		}
		if n != 0 {
			r.Accepted[code] = engine.Assurance(n)
		}
	}
	return r, nil
}
