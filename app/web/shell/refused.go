package shell

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/web/shell/form"
	views "proofdesk/views/page"
)

// Refused shows a page of sections again with what was typed into the form that was sent and what is wrong with it. An
// error that is no refusal is returned.
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
				marks += keepTyped(c, f, wrong)
			}
		}
	}
	if marks > 0 {
		page.Problem = v.NothingSaved()
	}
	status := fiber.StatusBadRequest
	if fault.Is(err, fault.Conflict) {
		status = fiber.StatusConflict
	}
	return w.Render(c.Status(status), views.SectionPage(page))
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

// sentSame reports whether this form was sent, of several with one path: the hidden values are the same.
func sentSame(c *fiber.Ctx, f *views.Form) bool {
	for _, h := range f.Hidden {
		if h.Label != "version" && form.Value(c, h.Label) != h.Value {
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

// keepTyped fills a form with what was sent, marks each field with the rule that it breaks, and puts the focus on the
// first of them. It returns how many fields it marked. Passwords are not sent back.
func keepTyped(c *fiber.Ctx, f *views.Form, wrong map[string]string) int {
	marks, said := 0, map[string]bool{}
	for i := range f.Fields {
		field := &f.Fields[i]
		if problem := wrong[field.Name]; problem != "" && !said[field.Name] {
			said[field.Name], field.Problem, field.Focus = true, problem, marks == 0
			marks++
		}
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
	return marks
}
