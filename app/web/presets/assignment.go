package presets

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	pages "proofdesk/views/page"
	"proofdesk/views/ui"
)

// assignmentSection lists for whom a preset is used, and adds to that. All are the assignments of every preset.
func (w *Handler) assignmentSection(
	v shell.Visitor, s presets.Summary, all []preset.Assignment, clients map[string]string, order []string, may bool,
) pages.Section {
	section := pages.Section{
		ID:      "assignments",
		Heading: v.T("Assignments"),
		Note: v.T("The narrowest assignment counts: client and function, client, function, company. An app that " +
			"names a preset itself gets that one, and its jobs count for the hold rules too."),
		Warning: w.heldWarning(v, s, all, clients),
		Columns: v.Each("Used for", "Version", "Share", "From", "Hold"),
		Empty:   v.T("It is assigned to nobody."),
	}
	changes := may && !s.Archived
	if changes && len(s.Assignments) > 0 {
		section.Columns = append(section.Columns, v.T("Settings"))
	}
	for i, a := range s.Assignments {
		row := pages.Row{Cells: []pages.Cell{
			{Text: format.Sentence(w.scope(v, a, clients)), Href: jobsPath(s.Name, a, v, w.Now())},
			{Text: v.T("the newest"), Href: versionPath(s.Name, a.InForce())},
			{Text: strconv.Itoa(a.Percent) + " %", Data: true},
			{Text: v.T("at once")},
			holdCell(v, a),
		}}
		if a.Percent == 0 {
			row.Cells[2].Under = v.T("kept for later")
		}
		if a.Version > 0 {
			row.Cells[1].Text = v.T("version %s", strconv.Itoa(a.Version))
		}
		if !a.From.IsZero() {
			row.Cells[3] = pages.Cell{Time: v.Time(a.From), Data: true}
		}
		if changes {
			row.Cells = append(row.Cells, pages.Cell{Text: v.T("Change"), Href: changePath(s.Name, i)})
			row.Actions = assignmentActions(v, s.Preset, a, i)
		}
		section.Rows = append(section.Rows, row)
	}
	switch {
	case !changes:
	case s.Latest == 0:
		section.Note += " " + v.T("Publish a version first: only then can it be assigned.")
	default:
		section.Form = assignmentForm(v, s, clients, order, preset.Assignment{Percent: 100})
	}
	return section
}

// scope reports for whom an assignment is, without its limits.
func (w *Handler) scope(v shell.Visitor, a preset.Assignment, clients map[string]string) string {
	return v.Assignment(preset.Assignment{Client: a.Client, Function: a.Function, Percent: 100}, clients, w.Now())
}

func holdCell(v shell.Visitor, a preset.Assignment) pages.Cell {
	if a.Hold == nil {
		return pages.Cell{Text: v.T("never held"), Tone: ui.Soft}
	}
	rule := v.HoldRule(*a.Hold)
	if held := a.Held(); held != nil {
		since := v.T("since %s, until somebody resumes it", v.When(held.Since))
		return pages.Cell{
			Text:  v.T("held"),
			Tone:  ui.Warn,
			Tag:   true,
			Under: since + ". " + format.Sentence(rule) + ".",
		}
	}
	return pages.Cell{Text: rule, Wrap: true}
}

func assignmentActions(v shell.Visitor, p preset.Preset, a preset.Assignment, place int) []pages.Form {
	var forms []pages.Form
	if a.Held() != nil {
		forms = append(forms, pages.Form{
			Path:   pathOf(p.Name) + "/assignments/resume",
			Button: v.T("Resume"),
			Hidden: append(ofHeld(a), pages.Value{Label: "place", Value: strconv.Itoa(place)}),
		})
	}
	return append(forms, pages.Form{
		Path:   pathOf(p.Name) + "/assignments/remove",
		Button: v.T("Remove"),
		Hidden: []pages.Value{seenAs(a), {Label: "place", Value: strconv.Itoa(place)}},
	})
}

// heldWarning reports which assignments of a preset are held, why, and what new applicants get in their place.
func (w *Handler) heldWarning(
	v shell.Visitor, s presets.Summary, all []preset.Assignment, clients map[string]string,
) string {
	var texts []string
	for _, a := range s.Assignments {
		held := a.Held()
		if held == nil {
			continue
		}
		texts = append(texts, v.T("%s is held since %s: %s. New applicants get %s instead.",
			format.Sentence(w.scope(v, a, clients)), v.When(held.Since), v.HeldBecause(a),
			w.instead(v, all, a)))
	}
	return strings.Join(texts, " ")
}

// instead names what applicants get in place of a held assignment.
func (w *Handler) instead(v shell.Visitor, all []preset.Assignment, a preset.Assignment) string {
	if before, ok := a.Before(); ok {
		return v.T("%s, version %s", before.Preset, strconv.Itoa(before.InForce()))
	}
	possible, everybody := preset.Possible(all, a.Client, a.Function, w.Now())
	var names []string
	for _, one := range possible {
		name := v.T("%s, version %s", one.Preset, strconv.Itoa(one.InForce()))
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !everybody {
		names = append(names, v.T("the defaults"))
	}
	return strings.Join(names, " "+v.T("or")+" ")
}

// assignmentForm is the form of an assignment, filled with one.
func assignmentForm(
	v shell.Visitor, s presets.Summary, clients map[string]string, order []string, a preset.Assignment,
) *pages.Form {
	who := []pages.Option{{Label: v.T("every client")}}
	for _, id := range order {
		who = append(who, pages.Option{Value: id, Label: clients[id], On: id == a.Client})
	}
	what := []pages.Option{{Label: v.T("every function")}}
	for _, f := range onboarding.Functions() {
		what = append(what, pages.Option{Value: string(f), Label: v.Function(f), On: f == a.Function})
	}
	which := append([]pages.Option{{Value: "0", Label: v.T("the newest")}},
		versionChoices(v, s.Latest, strconv.Itoa(a.Version))...)
	fields := []pages.Field{
		{Name: "client", Label: v.T("Client"), Kind: "select", Options: who},
		{Name: "function", Label: v.T("Function"), Kind: "select", Options: what},
		{Name: "number", Label: v.T("Version"), Kind: "select", Options: which},
	}
	fields = append(fields, olderField("older", v.T("Older version"), s.Latest)...)
	fields = append(fields, pages.Field{
		Name:  "percent",
		Label: v.T("Share of applicants (%)"),
		Kind:  "number",
		Value: strconv.Itoa(a.Percent),
		Low:   "0",
		Top:   "100",
	}, pages.Field{Name: "from", Label: v.T("From day"), Kind: "day", Value: fromDay(v, a)})
	return &pages.Form{
		Path:   pathOf(s.Name) + "/assignments",
		Button: v.T("Assign"),
		Fields: append(fields, holdFields(v, a.Hold)...),
	}
}

// fromDay returns the day from which an assignment counts as a form takes it; empty for at once.
func fromDay(v shell.Visitor, a preset.Assignment) string {
	if a.From.IsZero() {
		return ""
	}
	return a.From.In(v.TimeZone()).Format(time.DateOnly)
}

// assignmentsOf returns what a preset is assigned to.
func (w *Handler) assignmentsOf(c *fiber.Ctx, v shell.Visitor, name string) ([]preset.Assignment, error) {
	all, err := w.Store.PresetAssignments(c.UserContext(), v.Company)
	return slices.DeleteFunc(all, func(a preset.Assignment) bool { return a.Preset != name }), err
}

// assign adds an assignment, or changes one.
func (w *Handler) assign(c *fiber.Ctx, v shell.Visitor) error {
	name := c.Params("name")
	all, err := w.assignmentsOf(c, v, name)
	if err != nil {
		return err
	}
	var before preset.Assignment
	others := all
	if text := form.Value(c, changed); text != "" {
		if before, others, err = taken(c, text, all); err != nil {
			return w.refuse(c, v, w.usePage, err)
		}
	}
	a, err := typedAssignment(c, v, before)
	if err != nil {
		return w.refuse(c, v, w.usePage, err)
	}
	p, err := w.Presets.AssignOver(c.UserContext(), v.Actor(), v.Company, name, all, append(slices.Clone(others), a))
	return assignedPage(w, c, v, p, inForm(err, len(others)))
}

// taken returns the assignment at the place that a form names, if it still is the one that the form was drawn from, and
// the others.
func taken(
	c *fiber.Ctx, place string, all []preset.Assignment,
) (one preset.Assignment, others []preset.Assignment, err error) {
	at, ok := placeOf(place, all)
	switch {
	case !ok:
		return one, nil, errNoAssignment
	case shell.Outdated(c, seenAs(all[at]).Value):
		return one, nil, presets.ErrAssignmentChanged
	}
	return all[at], slices.Delete(slices.Clone(all), at, at+1), nil
}

// seenAs is the hidden field with what a form says of an assignment. That it was held meanwhile is nothing that the
// form says.
func seenAs(a preset.Assignment) pages.Value {
	a.Newest = 0
	if a.Hold != nil {
		rule := *a.Hold
		rule.Resumed, rule.Held = time.Time{}, nil
		a.Hold = &rule
	}
	return pages.Value{Label: "version", Value: form.Version(a)}
}

// errNoAssignment answers a form about an assignment that somebody else has removed.
var errNoAssignment = fault.New(fault.Conflict, "this assignment no longer exists")

// changed is the field with the place of the assignment that a form changes, among those of the preset.
const changed = "change"

// changePath leads to the form that changes an assignment.
func changePath(name string, place int) string {
	return pathOf(name) + "/use?" + changed + "=" + strconv.Itoa(place) + "#assignments"
}

// placeOf returns the place of an assignment that a request names.
func placeOf(text string, all []preset.Assignment) (int, bool) {
	place, err := strconv.Atoi(text)
	return place, err == nil && place >= 0 && place < len(all)
}

// typedAssignment returns the assignment that was typed. A day that was not changed keeps the hour that it had.
func typedAssignment(c *fiber.Ctx, v shell.Visitor, before preset.Assignment) (preset.Assignment, error) {
	percent, percentErr := strconv.Atoi(strings.TrimSpace(form.Value(c, "percent")))
	if percentErr != nil || percent < 0 || percent > 100 {
		percentErr = fault.BadField("percent", "range", "enter a whole number from 0 to 100")
	}
	from, fromErr := typedDay(c, v)
	if from.In(v.TimeZone()).Format(time.DateOnly) == fromDay(v, before) {
		from = before.From
	}
	version, versionErr := typedVersion(c)
	a := preset.Assignment{
		Client:   form.Value(c, "client"),
		Function: onboarding.Function(form.Value(c, "function")),
		Version:  version,
		Percent:  percent,
		From:     from,
	}
	err := fault.JoinFields(percentErr, fromErr, versionErr, addHold(c, &a))
	return a, err
}

// typedDay returns the beginning of the day that was typed; the zero time for none.
func typedDay(c *fiber.Ctx, v shell.Visitor) (time.Time, error) {
	text := strings.TrimSpace(form.Value(c, "from"))
	day, err := form.Day(text, "from", v.TimeZone())
	if text == "" || err != nil {
		return time.Time{}, err
	}
	if day.Year() < 1970 { // the first of the year 1 would stand for none
		return time.Time{}, fault.BadField("from", "range", "enter a day from 1970 on, or leave the field empty")
	}
	return day.UTC(), nil
}

// typedVersion returns the version that was chosen, or the older one whose number was typed; 0 for the newest.
func typedVersion(c *fiber.Ctx) (int, error) {
	older, number := strings.TrimSpace(form.Value(c, "older")), form.Value(c, "number")
	if older == "" {
		version, ok := preset.ParseNumber(number)
		if !ok && number != "0" {
			return 0, fault.BadField("number", "format", "this form is not valid: reload the page")
		}
		return version, nil
	}
	version, ok := preset.ParseNumber(older)
	if !ok {
		return 0, fault.BadField("older", "range", "enter the number of a version, or leave it empty")
	}
	return version, nil
}

// inForm returns an error about the last of several assignments as one about the fields of the form that adds it.
func inForm(err error, place int) error {
	fields := fault.FieldsOf(err)
	if len(fields) == 0 {
		return err
	}
	under, code := "assignments["+strconv.Itoa(place)+"]", fault.Invalid
	for i := range fields {
		rest := strings.TrimPrefix(strings.TrimPrefix(fields[i].Name, under), ".")
		switch {
		case !strings.HasPrefix(fields[i].Name, under):
			fields[i].Name = "percent" // the shares of several presets together
		case rest == "":
			fields[i].Name, code = "client", fault.Conflict
			fields[i].Message = "it is assigned to this client and function already: change that"
		case rest == "version":
			fields[i].Name = "number"
		default:
			fields[i].Name = strings.TrimPrefix(rest, "hold.")
		}
		fields[i].Message = strings.TrimPrefix(strings.TrimPrefix(fields[i].Message, under+"."), "hold.")
	}
	return &fault.Error{Code: code, Message: fields[0].Message, Fields: fields}
}

// unassign removes one assignment.
func (w *Handler) unassign(c *fiber.Ctx, v shell.Visitor) error {
	name := c.Params("name")
	all, err := w.assignmentsOf(c, v, name)
	if err != nil {
		return err
	}
	_, others, err := taken(c, form.Value(c, "place"), all)
	if err != nil {
		return w.refuse(c, v, w.usePage, err)
	}
	p, err := w.Presets.AssignOver(c.UserContext(), v.Actor(), v.Company, name, all, others)
	return assignedPage(w, c, v, p, err)
}

// resume ends that an assignment is held.
func (w *Handler) resume(c *fiber.Ctx, v shell.Visitor) error {
	p, err := w.Store.Preset(c.UserContext(), v.Company, c.Params("name"))
	if err != nil {
		return err
	}
	all, err := w.assignmentsOf(c, v, p.Name)
	if err != nil {
		return err
	}
	place, ok := placeOf(form.Value(c, "place"), all)
	switch {
	case !ok:
		err = errNoAssignment
	case shell.Outdated(c, ofHeld(all[place])[0].Value):
		err = presets.ErrAssignmentChanged
	default:
		_, err = w.Presets.Resume(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision, all[place].Client,
			all[place].Function)
	}
	return w.ended(c, v, "resumed", err)
}
