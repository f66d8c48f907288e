package presets

import (
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	pages "proofdesk/views/page"
	"proofdesk/views/ui"
)

// listPage shows the company's presets.
func (w *Handler) listPage(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
	page := w.PlainPage(c, v, v.T("Presets"), "presets")
	page.Intro = v.WithZone(v.T("Named sets of SDK options: texts, colours, thresholds and steps of the capture."))
	page.Frame.Extras = w.Assets.Path("extras.js")
	if v.Role.Can(access.ManageClients) { // the documentation leads on to clients and keys
		page.Docs = v.DocsLink("/docs/options")
	}
	page.Done = v.T(doneTexts[c.Query("done")])
	values := form.Query(c)
	page.Problem = v.IgnoredFilters(values, "", false, "q", "show", "done")
	all, err := w.Presets.Overview(c.UserContext(), v.Company, w.Now())
	if err != nil {
		return page, err
	}
	names, err := w.actorNames(c, v)
	if err != nil {
		return page, err
	}
	clients, _, err := w.ClientNames(c, v)
	if err != nil {
		return page, err
	}
	list := pages.Section{
		Heading: v.T("Presets"),
		Columns: v.Each("Name", "Published", "Draft", "Used for", "Jobs, 30 days"),
		Filter:  listFilter(v, values.Get("q"), values.Get("show")),
		Empty: v.T("No presets yet. A preset changes what applicants see and how captures are judged, without a new " +
			"version of your app. Create one below, publish it and assign it to the company, a client or a function."),
	}
	shownArchived := values.Get("show") == "archived"
	for _, s := range all {
		if s.Archived == shownArchived && matches(s.Preset, values.Get("q")) {
			list.Rows = append(list.Rows, w.listRow(v, s, names, clients))
		}
	}
	if len(all) > 0 {
		list.Empty = v.T("No preset matches.")
	}
	uploads, err := w.librarySection(c, v)
	if err != nil {
		return page, err
	}
	page.Sections = []pages.Section{list, uploads}
	if v.Role.Can(access.ManagePresets) {
		page.Sections = append(page.Sections, createSection(v, all), importSection(v))
	}
	return page, nil
}

func listFilter(v shell.Visitor, text, show string) *pages.Form {
	return &pages.Form{
		Path:   "/presets",
		Button: v.T("Find"),
		Fields: []pages.Field{
			{Name: "q", Label: v.T("Name or description"), Kind: "search", Value: text},
			{
				Name:  "show",
				Label: v.T("Show"),
				Kind:  "select",
				Options: []pages.Option{
					{Value: "", Label: v.T("in use or new"), On: show != "archived"},
					{Value: "archived", Label: v.T("archived"), On: show == "archived"},
				},
			},
		},
	}
}

// matches reports whether a preset's name or description holds a text.
func matches(p preset.Preset, text string) bool {
	return strings.Contains(strings.ToLower(p.Name+"\n"+p.Description), strings.ToLower(text))
}

func (w *Handler) listRow(v shell.Visitor, s presets.Summary, names, clients map[string]string) pages.Row {
	published := pages.Cell{Text: v.T("nothing published"), Tone: ui.Soft}
	if e := s.Published; e != nil {
		published = pages.Cell{
			Text:  v.T("version %s", strconv.Itoa(e.Number)),
			Under: v.When(e.PublishedAt) + ", " + who(v, e.PublishedBy, names), // an API key where a program manages it
			Href:  versionPath(s.Name, e.Number),
		}
	}
	return pages.Row{Cells: []pages.Cell{
		{Text: s.Name, Href: pathOf(s.Name), Under: s.Description},
		published,
		draftCell(v, s),
		w.usedCell(v, s, clients),
		{Text: v.Count(s.Jobs()), Data: true},
	}}
}

// usedCell reports for whom a preset is used, and which of that is held.
func (w *Handler) usedCell(v shell.Visitor, s presets.Summary, clients map[string]string) pages.Cell {
	cell := pages.Cell{Text: strings.Join(w.assigned(v, s.Assignments, clients), "; ")}
	var held []string
	for _, a := range s.Assignments {
		if why := v.HeldBecause(a); why != "" {
			held = append(held, v.T("Held: %s.", why))
		}
	}
	if waits := s.Proposal != nil && !s.Waits(); waits && len(held) == 0 {
		return pages.Cell{
			Text:  v.T("waits for approval"),
			Tone:  ui.Warn,
			Tag:   true,
			Href:  pathOf(s.Name) + "/use",
			Under: v.T("now: %s", cell.Text),
		}
	}
	if len(held) > 0 {
		return pages.Cell{
			Text:  v.T("held"),
			Tone:  ui.Warn,
			Tag:   true,
			Href:  pathOf(s.Name) + "/use",
			Under: cell.Text + ". " + strings.Join(held, " "),
		}
	}
	return cell
}

// draftCell reports how much of a draft is not published.
func draftCell(v shell.Visitor, s presets.Summary) pages.Cell {
	set := v.N(s.Draft.Options(), "1 option set", "%d options set")
	if _, ok := byProgram(s.Draft); ok {
		set += ", " + v.T("managed by API")
	}
	switch {
	case s.Waits():
		return pages.Cell{Text: v.T("waits for approval"), Tone: ui.Warn, Tag: true, Under: set}
	case s.Unpublished > 0:
		return pages.Cell{
			Text:  v.N(s.Unpublished, "1 unpublished change", "%d unpublished changes"),
			Tone:  ui.Info,
			Tag:   true,
			Under: set,
		}
	case s.Published == nil:
		return pages.Cell{Text: set, Tone: ui.Soft}
	}
	return pages.Cell{Text: v.T("as published"), Tone: ui.Soft, Under: set}
}

// assigned reports for whom a preset is used.
func (w *Handler) assigned(v shell.Visitor, all []preset.Assignment, clients map[string]string) []string {
	var texts []string
	for _, a := range all {
		texts = append(texts, v.Assignment(a, clients, w.Now()))
	}
	if len(texts) == 0 {
		return []string{v.T("nobody")}
	}
	return texts
}

// createSection is the form of a new preset.
func createSection(v shell.Visitor, all []presets.Summary) pages.Section {
	from := []pages.Option{{Label: v.T("the defaults")}}
	for _, s := range all {
		from = append(from, pages.Option{Value: s.Name, Label: v.T("a copy of %s", s.Name)})
	}
	return pages.Section{Heading: v.T("New preset"), Form: &pages.Form{
		Path:   "/presets",
		Button: v.T("Create preset"),
		Tall:   true,
		Fields: []pages.Field{
			{
				Name:     "name",
				Label:    v.T("Name"),
				Kind:     "text",
				Required: true,
				Hint: v.T("Small letters, digits and hyphens. Apps may ask for it by this name, which never " +
					"changes."),
			},
			{Name: "description", ID: "new-description", Label: v.T("Description"), Kind: "text"},
			{Name: "from", Label: v.T("Begins as"), Kind: "select", Options: from},
		},
	}}
}

// importSection is the form of a preset from a file.
func importSection(v shell.Visitor) pages.Section {
	return pages.Section{Heading: v.T("Import"), Form: &pages.Form{
		Path:   "/presets/import",
		Button: v.T("Import preset"),
		Tall:   true,
		Fields: []pages.Field{
			{
				Name:  "name",
				ID:    "import-name",
				Label: v.T("Name"),
				Kind:  "text",
				Hint:  v.T("Leave it empty to take the name in the file."),
			},
			{
				Name:     "json",
				Label:    v.T("JSON"),
				Kind:     "textarea",
				Rows:     8,
				Data:     true,
				File:     ".json",
				Required: true,
				Hint:     v.T("A file that was exported here, or the options alone as the SDK takes them."),
			},
		},
	}}
}

// create adds a preset, from nothing or as a copy.
func (w *Handler) create(c *fiber.Ctx, v shell.Visitor) error {
	name, from := strings.TrimSpace(form.Value(c, "name")), form.Value(c, "from")
	description, err := preset.CheckNote("description", form.Value(c, "description"), false)
	word := "created"
	switch {
	case err != nil:
	case from == "":
		_, err = w.Presets.Create(c.UserContext(), v.Actor(), v.Company,
			presets.NewPreset{Name: name, Description: description})
	default:
		word = "copied"
		err = w.cloned(c, v, from, name, description)
	}
	if err == nil {
		return done(c, pathOf(name), word)
	}
	return w.refusedList(c, v, err)
}

// cloned copies a preset, with a description of its own where one is given.
func (w *Handler) cloned(c *fiber.Ctx, v shell.Visitor, from, name, description string) error {
	p, err := w.Presets.Clone(c.UserContext(), v.Actor(), v.Company, from, name)
	if err != nil || description == "" {
		return err
	}
	_, err = w.Presets.Describe(c.UserContext(), v.Actor(), v.Company, name, p.Revision, description)
	return err
}

// refusedList shows the list with what was typed into one of its forms.
func (w *Handler) refusedList(c *fiber.Ctx, v shell.Visitor, err error) error {
	if !shell.IsRefusal(outdated(err)) && !fault.Is(err, fault.NotFound) {
		return err
	}
	page, failed := w.listPage(c, v)
	if failed != nil {
		return failed
	}
	return w.Refused(c, page, outdated(err))
}
