package shell

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/page"
)

// Refused shows a page of sections again with what was typed into the form that was sent and what is wrong with it.
// Where somebody else has changed what the form edits, each field that differs also shows what is stored. An error that
// is no refusal is returned.
func (w *Shell) Refused(c *fiber.Ctx, page views.Page, err error) error {
	if !IsRefusal(err) {
		return err
	}
	v := Visitor{Language: LanguageOf(c)}
	wrong, _ := v.FieldProblems(err)
	page.Problem = v.Sentence(Message(err))
	marks := 0
	for i := range page.Sections {
		for _, f := range formsOf(&page.Sections[i]) {
			if f.Path == c.Path() && sentSame(c, f) {
				marks += v.keepTyped(c, f, wrong)
			}
		}
	}
	if marks > 0 {
		page.Problem = v.NothingSaved()
	}
	return w.Render(c.Status(RefusalStatus(err)), views.SectionPage(page))
}

// RefusalStatus returns the status of the answer to a form that is refused.
func RefusalStatus(err error) int {
	if fault.Is(err, fault.Conflict) {
		return fiber.StatusConflict
	}
	return fiber.StatusBadRequest
}

// formsOf returns every form of a section.
func formsOf(s *views.Section) []*views.Form {
	var all []*views.Form
	if s.Form != nil {
		all = append(all, s.Form)
	}
	for i := range s.Forms {
		all = append(all, &s.Forms[i])
	}
	for i := range s.Rows {
		for j := range s.Rows[i].Actions {
			all = append(all, &s.Rows[i].Actions[j])
		}
	}
	return all
}

// sentSame reports whether this form was sent, of several with one path: the hidden values are the same, but for those
// that name what the form was filled from.
func sentSame(c *fiber.Ctx, f *views.Form) bool {
	for _, h := range f.Hidden {
		if h.Label != "version" && h.Label != "digest" && form.Value(c, h.Label) != h.Value {
			return false
		}
	}
	return true
}

// MarkFilter marks the fields of a filter with what is wrong with them.
func (v Visitor) MarkFilter(page *views.Page, f *views.Form, err error) {
	wrong, first := v.FieldProblems(err)
	page.Problem = v.Sentence(Message(err))
	for i := range f.Fields {
		f.Fields[i].Problem = wrong[f.Fields[i].Name]
		f.Fields[i].Focus = f.Fields[i].Name == first
	}
}

// IsRefusal reports whether an error refuses what was sent, so that it is shown beside the form.
func IsRefusal(err error) bool {
	return fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict)
}

// SavedMeanwhile returns what a field of a form says whose value differs from what somebody else has saved.
func (v Visitor) SavedMeanwhile(value string) string {
	return v.T("Saved meanwhile: %s", cmp.Or(value, v.T("nothing")))
}

// Outdated reports whether what a form edits has changed since the form that was sent was filled.
func Outdated(c *fiber.Ctx, version string) bool { return form.Value(c, "version") != version }

// keepTyped fills a form with what was sent, marks each field with the rule that it breaks or with what somebody else
// has saved, and puts the focus on the first of them. It returns how many fields break a rule.
func (v Visitor) keepTyped(c *fiber.Ctx, f *views.Form, wrong map[string]string) int {
	broken, focused, said, outdated := 0, false, map[string]bool{}, outdatedForm(c, f)
	for i := range f.Fields {
		field := &f.Fields[i]
		saved := v.valueOf(*field)
		takeTyped(c, field)
		if problem := wrong[field.Name]; problem != "" && !said[field.Name] {
			said[field.Name], field.Problem = true, problem
			broken++
		} else if outdated && v.valueOf(*field) != saved {
			field.Problem = v.SavedMeanwhile(saved)
		}
		field.Focus = field.Problem != "" && !focused
		focused = focused || field.Focus
	}
	return broken
}

func outdatedForm(c *fiber.Ctx, f *views.Form) bool {
	at := slices.IndexFunc(f.Hidden, func(h views.Value) bool { return h.Label == "version" })
	return at >= 0 && Outdated(c, f.Hidden[at].Value)
}

// takeTyped fills a field with what was sent. Passwords are not sent back.
func takeTyped(c *fiber.Ctx, field *views.Field) {
	typed := form.All(c, field.Name)
	switch field.Kind {
	case "password":
	case "checkbox":
		field.On = false
		for _, value := range typed {
			field.On = field.On || value == field.Value || field.Value == ""
		}
	case "select":
		for o := range field.Options {
			field.Options[o].On = len(typed) > 0 && field.Options[o].Value == typed[0]
		}
	default:
		field.Value = strings.Join(typed, "")
	}
}

// valueOf returns the value of a field as people read it.
func (v Visitor) valueOf(field views.Field) string {
	switch field.Kind {
	case "checkbox":
		return v.T(map[bool]string{true: "yes", false: "no"}[field.On])
	case "select":
		at := slices.IndexFunc(field.Options, func(o views.Option) bool { return o.On })
		if at < 0 {
			return ""
		}
		return field.Options[at].Label
	}
	return field.Value
}
