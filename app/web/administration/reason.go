package administration

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// bandNames are the bands of reasons as people read them.
var bandNames = map[onboarding.Band]string{
	onboarding.Fraud:   "Fraud",
	onboarding.Data:    "Data",
	onboarding.Quality: "Quality",
}

// reasonsPage shows the reasons by band, with what can be done to each.
func (w *Handler) reasonsPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Reasons"), "reasons")
	page.Intro = v.T("Reasons that agents choose with a decision. The code is sent to your servers and never " +
		"changes; the text can.")
	page.Back = &layout.Link{Href: "/settings", Label: v.T("Settings")}
	own, err := w.Store.Company(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	may := v.Role.Can(access.ManageSettings)
	for i, band := range company.Bands() {
		page.Sections = append(page.Sections, bandSection(v, own.Settings.ActiveReasons(), band, i, may))
	}
	if len(own.Settings.RetiredReasons) > 0 {
		page.Sections = append(page.Sections, retiredSection(v, own.Settings.RetiredReasons, may))
	}
	return page, nil
}

func bandSection(v shell.Visitor, all []onboarding.ReviewReason, band onboarding.Band, at int, may bool) views.Section {
	s := views.Section{Heading: v.T(bandNames[band]), Columns: v.Each("Text", "Code", "Key")}
	var own []onboarding.ReviewReason
	for _, r := range all {
		if r.Band == band {
			own = append(own, r)
		}
	}
	for i, r := range own {
		key := views.Cell{Text: "–", Tone: ui.Soft}
		if k := shell.ReasonKey(at, i); k != "" {
			key = views.Cell{Text: k, Data: true}
		}
		row := views.Row{Cells: []views.Cell{{Text: v.Reason(r)}, {Text: r.Code, Data: true}, key}}
		if may {
			row.Actions = reasonActions(v, own, i)
		}
		s.Rows = append(s.Rows, row)
	}
	if may {
		s.Form = &views.Form{
			Path:   "/settings/reasons/add",
			Button: v.T("Add reason"),
			Hidden: []views.Value{{Label: "band", Value: string(band)}},
			Fields: []views.Field{
				{
					Name:     "text",
					ID:       "new-" + strings.ToLower(string(band)),
					Label:    v.T("Text of the new reason"),
					Kind:     "text",
					Required: true,
				},
			},
		}
	}
	return s
}

// reasonActions returns what can be done to one of the reasons of a band. Its moves name the reason that it passes.
func reasonActions(v shell.Visitor, own []onboarding.ReviewReason, at int) []views.Form {
	r := own[at]
	code := []views.Value{{Label: "code", Value: r.Code}}
	var actions []views.Form
	move := func(way, button string, past int) {
		if past >= 0 && past < len(own) {
			actions = append(actions, views.Form{
				Path:   "/settings/reasons/move",
				Button: v.T(button),
				Hidden: append(code[:1:1], views.Value{Label: "way", Value: way},
					views.Value{Label: "past", Value: own[past].Code}),
			})
		}
	}
	move("up", "Up", at-1)
	move("down", "Down", at+1)
	actions = append(actions, views.Form{
		Path:    "/settings/reasons/rename",
		Button:  v.T("Rename"),
		Confirm: v.T("The code stays the same. Past decisions keep the old text."),
		Hidden:  append(code[:1:1], views.Value{Label: "version", Value: form.Version(r.Text)}),
		Fields:  []views.Field{{Name: "text", Label: v.T("New text"), Kind: "text", Value: r.Text, Required: true}},
	})
	if len(own) > 1 {
		actions = append(actions, views.Form{
			Path:   "/settings/reasons/retire",
			Button: v.T("Retire"),
			Danger: true,
			Hidden: code,
		})
	}
	return actions
}

func retiredSection(v shell.Visitor, retired []onboarding.ReviewReason, may bool) views.Section {
	s := views.Section{
		Heading: v.T("Retired reasons"),
		Note:    v.T("No longer offered. Past decisions keep them."),
		Columns: v.Each("Text", "Code", "Group"),
	}
	for _, r := range retired {
		row := views.Row{
			Cells: []views.Cell{{Text: v.Reason(r)}, {Text: r.Code, Data: true}, {Text: v.T(bandNames[r.Band])}},
		}
		if may {
			row.Actions = []views.Form{
				{
					Path:   "/settings/reasons/restore",
					Button: v.T("Restore"),
					Hidden: []views.Value{{Label: "code", Value: r.Code}},
				},
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func (w *Handler) reasons(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.reasonsPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

// editReason makes the change that the path names.
func (w *Handler) editReason(c *fiber.Ctx, v shell.Visitor) error {
	ctx, code := c.UserContext(), form.Value(c, "code")
	var cause error
	switch c.Path()[strings.LastIndexByte(c.Path(), '/')+1:] {
	case "add":
		cause = w.Companies.AddReason(ctx, v.Actor(), v.Company, onboarding.Band(form.Value(c, "band")),
			form.Value(c, "text"))
	case "rename":
		var was string
		if cause = form.ReadVersion(c, &was); cause == nil {
			cause = w.Companies.RenameReason(ctx, v.Actor(), v.Company, code, was, form.Value(c, "text"))
		}
	case "move":
		cause = w.Companies.MoveReason(ctx, v.Actor(), v.Company, code, form.Value(c, "past"),
			form.Value(c, "way") == "up")
	case "retire":
		cause = w.Companies.RetireReason(ctx, v.Actor(), v.Company, code)
	case "restore":
		cause = w.Companies.RestoreReason(ctx, v.Actor(), v.Company, code)
	}
	if cause == nil {
		return c.Redirect("/settings/reasons?done=saved", fiber.StatusSeeOther)
	}
	page, err := w.reasonsPage(c, v)
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}
