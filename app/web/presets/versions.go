package presets

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/layout"
	pages "proofdesk/views/page"
	views "proofdesk/views/presets"
)

func versionPath(name string, number int) string {
	return pathOf(name) + "/versions/" + strconv.Itoa(number)
}

// comparePath leads to the comparison of two contents: the numbers of versions, 0 for the defaults, or draft.
func comparePath(name, from, to string) string {
	return pathOf(name) + "/compare?from=" + from + "&to=" + to
}

// origins are the ways in which a version was published.
var origins = map[preset.Origin]string{
	preset.ByConsole:  "console",
	preset.ByAPI:      "API",
	preset.ByImport:   "import",
	preset.ByRollback: "roll back",
}

func originText(v shell.Visitor, e preset.Edition) string {
	if e.Origin == preset.ByRollback {
		return v.T("roll back to version %s", strconv.Itoa(e.Of))
	}
	return v.T(origins[e.Origin])
}

func publisher(v shell.Visitor, e preset.Edition, names map[string]string) string {
	text := who(v, e.PublishedBy, names)
	if e.ApprovedBy != "" {
		text += ", " + v.T("approved by %s", who(v, e.ApprovedBy, names))
	}
	return text
}

// versionsAPage is how many versions a page lists.
const versionsAPage = 50

// versionsPage lists what was published of a preset.
func (w *Handler) versionsPage(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
	d, err := w.draftOf(c, v)
	if err != nil {
		return pages.Page{}, err
	}
	page := w.presetPage(c, v, d.Preset, v.T("Versions of %s", d.Name))
	page.Intro = v.WithZone(v.T("What was published. Versions never change."))
	before := d.Latest + 1
	if number, ok := preset.ParseNumber(c.Query("before")); ok {
		before = min(before, number)
	}
	all, err := w.Store.PresetEditions(c.UserContext(), v.Company, d.Name, before, versionsAPage)
	if err != nil {
		return page, err
	}
	list := pages.Section{
		Heading: v.T("Versions"),
		Columns: v.Each("Version", "Published", "By", "Note", "Origin", "Compare"),
		Empty:   v.T("Nothing is published yet. Jobs use a preset once a version of it is published and assigned."),
	}
	for _, e := range all {
		number := strconv.Itoa(e.Number)
		list.Rows = append(list.Rows, pages.Row{Cells: []pages.Cell{
			{Text: v.T("version %s", number), Href: versionPath(d.Name, e.Number)},
			{Time: v.Time(e.PublishedAt), Data: true},
			{Text: publisher(v, e, d.names)},
			{Text: e.Note, Wrap: true},
			{Text: originText(v, e)},
			{
				Text: v.T("with version %s", strconv.Itoa(e.Number-1)),
				Href: comparePath(d.Name, strconv.Itoa(e.Number-1), number),
			},
		}})
		if e.Number == 1 {
			list.Rows[len(list.Rows)-1].Cells[5].Text = v.T("with the defaults")
		}
	}
	if len(all) == versionsAPage && all[len(all)-1].Number > 1 {
		list.More = pathOf(d.Name) + "/versions?before=" + strconv.Itoa(all[len(all)-1].Number)
	}
	page.Sections = []pages.Section{list}
	return page, nil
}

// versionPage shows one version, which can't be edited.
func (w *Handler) versionPage(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
	d, err := w.draftOf(c, v)
	if err != nil {
		return pages.Page{}, err
	}
	number, ok := preset.ParseNumber(c.Params("number"))
	if !ok {
		return pages.Page{}, fault.New(fault.NotFound, "this preset does not have this version")
	}
	e, err := w.Store.PresetEdition(c.UserContext(), v.Company, d.Name, number)
	if err != nil {
		return pages.Page{}, err
	}
	text := strconv.Itoa(number)
	page := w.presetPage(c, v, d.Preset, v.T("%s, version %s", d.Name, text))
	page.Back = &layout.Link{Href: pathOf(d.Name) + "/versions", Label: v.T("Versions")}
	content := pages.Section{
		Heading: v.T("What it sets"),
		Empty:   v.T("It sets nothing: every option has its default."),
		Facts: []pages.Fact{
			{Name: v.T("Published"), Cell: pages.Cell{Time: v.Time(e.PublishedAt), Data: true}},
			{Name: v.T("By"), Cell: pages.Cell{Text: publisher(v, e, d.names)}},
			{Name: v.T("Note"), Cell: pages.Cell{Text: e.Note}},
			{Name: v.T("Origin"), Cell: pages.Cell{Text: originText(v, e)}},
			{Name: v.T("Named in initialize"), Cell: pages.Cell{Text: d.Name + "@" + text, Data: true}},
			{
				Name: v.T("Compare"),
				Cell: pages.Cell{Text: v.T("with the draft"), Href: comparePath(d.Name, text, "draft")},
			},
		},
	}
	content.Columns, content.Rows = v.Each("Option", "Default", "Value"), set(v, e, d.files)
	page.Sections = []pages.Section{content, exportSection(v, d.Name, number)}
	if v.Role.Can(access.ManagePresets) && !d.Archived && number != d.Latest {
		newest, err := w.Store.PresetEdition(c.UserContext(), v.Company, d.Name, d.Latest)
		if err != nil {
			return page, err
		}
		page.Sections = append(page.Sections, rollbackSection(v, d, e, newest))
	}
	return page, nil
}

// set lists what a version sets, beside the defaults of its time.
func set(v shell.Visitor, e preset.Edition, files fileNames) []pages.Row {
	var rows []pages.Row
	for _, one := range preset.Compare(preset.Values{}, e.Content.Flat()) {
		o, _ := e.Option(one.Path)
		rows = append(rows, pages.Row{Cells: []pages.Cell{
			{Text: o.Name, Under: about(v, one.Path), Data: true},
			{Text: defaultText(v, o), Color: swatch(o, nil), Data: true, Wrap: true},
			{Text: valueOrDefault(v, o, one.To, files), Color: swatch(o, one.To), Data: true, Wrap: true},
		}})
	}
	return rows
}

// rollbackSection is the form that publishes an older content again.
func rollbackSection(v shell.Visitor, d draft, e, newest preset.Edition) pages.Section {
	s := pages.Section{
		Heading: v.T("Roll back"),
		Note: v.T("Publishes what version %s sets as version %s. The draft stays as it is.",
			strconv.Itoa(e.Number), strconv.Itoa(d.Latest+1)),
		Form: &pages.Form{
			Path:   versionPath(d.Name, e.Number) + "/rollback",
			Button: v.T("Roll back to version %s", strconv.Itoa(e.Number)),
			Tall:   true,
			Hidden: ofVersions(d.Preset),
			Fields: []pages.Field{{
				Name:     "note",
				Label:    v.T("What changes, and why"),
				Kind:     "textarea",
				Rows:     3,
				Required: true,
			}},
		},
	}
	if weaker := preset.Weakened(newest.InForce(), preset.Edition{Content: e.Content}.InForce()); len(weaker) > 0 {
		s.Warning = v.T("A second person has to approve this version, as it weakens a protection: %s.", names(weaker))
	}
	s.Warning = format.Join(" ", s.Warning, d.endsProposal(v))
	return s
}

// rollback publishes the content of an older version again.
func (w *Handler) rollback(c *fiber.Ctx, v shell.Visitor) error {
	number, ok := preset.ParseNumber(c.Params("number"))
	if !ok {
		return fault.New(fault.NotFound, "this preset does not have this version")
	}
	p, err := over(w, c, v, ofVersions)
	if err == nil {
		p, err = w.Presets.Publish(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision,
			presets.Publication{Note: form.Value(c, "note"), Origin: preset.ByRollback, Of: number})
	}
	if err == nil {
		return w.published(c, v, p, nil)
	}
	return w.refuse(c, v, w.versionPage, err)
}

// comparePage shows what differs between two versions, the defaults or the draft.
func (w *Handler) comparePage(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
	d, err := w.draftOf(c, v)
	if err != nil {
		return pages.Page{}, err
	}
	of, err := w.comparisonOf(c, v, d)
	if err != nil {
		return pages.Page{}, err
	}
	page := w.presetPage(c, v, d.Preset, v.T("Compare versions of %s", d.Name))
	changes, err := w.changes(c, v, of, v.T("They set the same options to the same values."))
	if err != nil {
		return page, err
	}
	page.Sections = []pages.Section{{
		Heading: v.T("Differences"),
		Filter: &pages.Form{
			Path:   pathOf(d.Name) + "/compare",
			Button: v.T("Compare"),
			Fields: slices.Concat(
				[]pages.Field{{Name: "from", Label: v.T("Before"), Kind: "select", Options: contents(v, d, of.from)}},
				olderField("fromOlder", v.T("Before: older version"), d.Latest),
				[]pages.Field{{Name: "to", Label: v.T("After"), Kind: "select", Options: contents(v, d, of.to)}},
				olderField("toOlder", v.T("After: older version"), d.Latest),
			),
		},
		Body: views.ChangeList(changes),
	}}
	if changes.Any() {
		page.Sections = append(page.Sections, w.pictureSection(of, v.T("Screens that differ")))
	}
	return page, nil
}

// comparisonOf returns the contents that a request compares: the newest version and the draft where it names none.
func (w *Handler) comparisonOf(c *fiber.Ctx, v shell.Visitor, d draft) (comparison, error) {
	values := form.Query(c)
	of := comparison{
		preset: d.Name,
		from:   cmp.Or(strings.TrimSpace(values.Get("fromOlder")), values.Get("from"), strconv.Itoa(d.Latest)),
		to:     cmp.Or(strings.TrimSpace(values.Get("toOlder")), values.Get("to"), "draft"),
	}
	var err error
	if of.before, err = w.edition(c, v, d, of.from); err != nil {
		return of, err
	}
	of.after, err = w.edition(c, v, d, of.to)
	return of, err
}

// contents are the contents of a preset to choose from.
func contents(v shell.Visitor, d draft, chosen string) []pages.Option {
	all := []pages.Option{{Value: "draft", Label: v.T("the draft"), On: chosen == "draft"}}
	all = append(all, versionChoices(v, d.Latest, chosen)...)
	return append(all, pages.Option{Value: "0", Label: v.T("the defaults"), On: chosen == "0"})
}

// mostOffered is how many versions a list offers. The number of an older one is typed.
const mostOffered = 15

// versionChoices are the newest versions to choose from, and the one that is chosen.
func versionChoices(v shell.Visitor, latest int, chosen string) []pages.Option {
	var all []pages.Option
	for n := latest; n > 0; n-- {
		number := strconv.Itoa(n)
		if latest-n < mostOffered || number == chosen {
			all = append(all, pages.Option{Value: number, Label: v.T("version %s", number), On: number == chosen})
		}
	}
	return all
}

// olderField is the field for the number of a version that a list does not offer; nothing where it offers all.
func olderField(name, label string, latest int) []pages.Field {
	if latest <= mostOffered {
		return nil
	}
	return []pages.Field{{Name: name, Label: label, Kind: "text", Numeric: true}}
}

// edition returns a version by its number, 0 for the defaults, or the draft or the proposal as if it were published
// now.
func (w *Handler) edition(c *fiber.Ctx, v shell.Visitor, d draft, text string) (preset.Edition, error) {
	number, ok := preset.ParseNumber(text)
	switch {
	case text == "draft":
		return preset.Edition{Content: d.content}, nil
	case text == "proposal" && d.Waits():
		return preset.Edition{Content: d.Proposal.Content}, nil
	case text == "0":
		return preset.Edition{}, nil
	case !ok:
		return preset.Edition{}, fault.New(fault.NotFound, "this preset does not have this version")
	}
	return w.Store.PresetEdition(c.UserContext(), v.Company, d.Name, number)
}
