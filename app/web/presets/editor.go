package presets

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/presets"
	"proofdesk/views/ui"
)

// view is which options the editor shows: those of a group, of all groups, or those that a search finds.
type view struct {
	group string
	query string
}

// everything is the group of the page that shows all options.
const everything = "all"

// paletteGroup is the group of the page that shows the slots of the palette.
const paletteGroup = "palette"

// viewOf reads which options a request asks for.
func viewOf(c *fiber.Ctx) view {
	values := form.Query(c)
	w := view{group: values.Get("group"), query: values.Get("q")}
	if runes := []rune(w.query); len(runes) > form.MaxText {
		w.query = string(runes[:form.MaxText])
	}
	known := slices.ContainsFunc(preset.Groups(), func(g preset.OptionGroup) bool { return g.Key() == w.group })
	if w.query == "" && w.group != everything && w.group != paletteGroup && !known {
		w.group = preset.Groups()[0].Key()
	}
	return w
}

// href returns the address of a view of a preset.
func (w view) href(path string) string {
	values := url.Values{}
	if w.query != "" {
		values.Set("q", w.query)
	} else {
		values.Set("group", w.group)
	}
	return path + "?" + values.Encode()
}

// options returns the options of a view, and the filters of its search that do not exist.
func (w view) options(s preset.Subject) (found []preset.Option, unknown []string) {
	if w.query == "" {
		if w.group == paletteGroup || w.group == everything {
			found = append(found, preset.Slots()...)
		}
		for _, g := range preset.Groups() {
			if g.Key() == w.group || w.group == everything {
				found = append(found, g.Options...)
			}
		}
		return found, nil
	}
	q := preset.ParseQuery(w.query)
	if q.Empty() && len(q.Unknown) > 0 {
		return nil, q.Unknown
	}
	return q.Find(s), q.Unknown
}

// editor shows the draft of a preset.
func (w *Handler) editor(c *fiber.Ctx, v shell.Visitor) error {
	d, err := w.draftOf(c, v)
	if err != nil {
		return err
	}
	page := w.editorPage(c, v, d, refusal{})
	page.Done = v.T(doneTexts[c.Query("done")])
	return w.Render(c, views.EditorPage(page))
}

// editorPage returns the editor of a draft. A refusal puts what was typed back into the fields.
func (w *Handler) editorPage(c *fiber.Ctx, v shell.Visitor, d draft, r refusal) views.Editor {
	shell.AllowFrame(c) // of the live preview
	where := viewOf(c)
	subject := d.subject(v)
	options, unknown := where.options(subject)
	page := views.Editor{
		Frame:   w.Frame(c, v, d.Name, "presets"),
		Preview: w.Assets.Path("presetpreview.js"),
		Script:  w.Assets.Path("presets.js"),
		Name:    d.Name,
		Path:    pathOf(d.Name),
		Action:  where.href(pathOf(d.Name)),
		Counts:  d.counts(v),
		Next:    strconv.Itoa(d.Latest + 1),
		May:     v.Role.Can(access.ManagePresets) && !d.Archived,
		Groups:  d.groups(v, where),
		Query:   where.query,
		Chips:   d.chips(v, where),
		Found:   found(v, len(options)),
		Blocks:  d.blocks(v, options, r),
		Base:    d.baseJSON(options, r.bases),
		Draft:   jsonText(d.script()),
		Edited:  v.T("last changed by %s, %s", who(v, d.UpdatedBy, d.names), v.When(d.UpdatedAt)),
		Managed: d.managed(v),
		Waiting: d.waiting(v),
		Ended:   withdrawn(v, d, w.Now()),
	}
	page.Tag, page.Tone = d.tag(v)
	if len(unknown) > 0 {
		page.Ignored = v.T("There is no filter %s. Filters are @set, @different, @changed, @invalid, @web, @android, "+
			"@server, @palette and @group:selfie.", format.Shorten(strings.Join(unknown, " ")))
	}
	if len(options) == 0 {
		page.Empty = v.T("No option matches. Search for a part of a name, a word of its meaning or a value.")
	}
	return page
}

// managed reports which API key set an option of a draft last; empty where only people did.
func (d draft) managed(v shell.Visitor) string {
	last, ok := byProgram(d.Draft)
	if !ok {
		return ""
	}
	return v.T("%s set options here (%s). When it sends its file again, that replaces what you change.",
		who(v, last.By, d.names), v.When(last.At))
}

// byProgram returns what an API key set last of a draft, and whether one set anything.
func byProgram(d preset.Draft) (last preset.SetOption, ok bool) {
	for _, set := range d {
		if strings.HasPrefix(set.By, keyActor) && (!ok || set.At.After(last.At)) {
			last, ok = set, true
		}
	}
	return last, ok
}

// found reports how many of all options and slots of the palette are shown.
func found(v shell.Visitor, n int) string {
	return v.T("%s of %s", strconv.Itoa(n), strconv.Itoa(len(preset.Options())+len(preset.Slots())))
}

// tag names the state of a draft.
func (d draft) tag(v shell.Visitor) (string, ui.Tone) {
	switch {
	case d.Archived:
		return v.T("archived"), ui.Soft
	case d.Waits():
		return v.T("waits for approval"), ui.Warn
	case d.Latest == 0:
		return v.T("nothing published yet"), ui.Warn
	case len(d.changed) == 0:
		return v.T("published as version %s", strconv.Itoa(d.Latest)), ui.Pass
	}
	return v.T("draft after version %s", strconv.Itoa(d.Latest)), ui.Info
}

// counts reports how much a draft sets, and how much of that is not published. The tag before it names the version.
func (d draft) counts(v shell.Visitor) string {
	text := v.N(d.Draft.Options(), "1 set", "%d set")
	if n := len(d.changed); d.Latest > 0 && n > 0 {
		text += ", " + v.N(n, "1 changed", "%d changed")
	}
	return text
}

func (d draft) waiting(v shell.Visitor) string {
	if d.Proposal == nil {
		return ""
	}
	if d.Proposal.Assignments != nil {
		return v.T("Assignments that %s proposed wait for approval.", who(v, d.Proposal.By, d.names))
	}
	return v.T("A version that %s proposed waits for approval.", who(v, d.Proposal.By, d.names))
}

// chips are the filters that a click adds to the search or takes out of it.
func (d draft) chips(v shell.Visitor, where view) []views.Chip {
	since := v.T("Changed")
	if d.Latest > 0 {
		since = v.T("Changed since version %s", strconv.Itoa(d.Latest))
	}
	all := []struct{ filter, label string }{
		{"@set", v.T("Set")},
		{"@different", v.T("Not default")},
		{"@changed", since},
		{"@invalid", v.T("With findings")},
		{"@web", v.T("Acts on the web")},
	}
	var chips []views.Chip
	words, subject := strings.Fields(where.query), d.subject(v)
	for _, f := range all {
		on := slices.Contains(words, f.filter)
		next := append(slices.Clone(words), f.filter)
		if on {
			next = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == f.filter })
		}
		to := view{group: where.group, query: strings.Join(next, " ")}
		if to.query == "" && to.group == "" {
			to.group = preset.Groups()[0].Key()
		}
		chips = append(chips, views.Chip{
			Filter: f.filter,
			Label:  f.label,
			Count:  strconv.Itoa(preset.ParseQuery(f.filter).Count(subject)),
			Href:   to.href(pathOf(d.Name)),
			On:     on,
		})
	}
	return chips
}

// headingOf names the part of the SDK that a group belongs to.
func headingOf(v shell.Visitor, g preset.OptionGroup) string {
	block, _, _ := strings.Cut(g.Path, ".")
	switch {
	case g.Line == onboarding.EarlierLine:
		return v.T("Earlier line")
	case block == "":
		return v.T("General")
	case block == "idCaptureCustomizationOptions":
		return v.T("ID capture")
	case block == "selfieCaptureCustomizationOptions":
		return v.T("Selfie capture")
	}
	return v.T("Other captures")
}

// worded returns a text of the catalogue of options in the visitor's language. One that a language lacks is looked for
// among the sentences of the console.
func worded(v shell.Visitor, w preset.Wording) string {
	text, ok := w[string(v.Language)]
	if ok || len(w) == 0 {
		return text
	}
	return v.T(w.In("en"))
}

// labelOf names a group under its heading.
func labelOf(v shell.Visitor, g preset.OptionGroup) string {
	title := worded(v, g.Title)
	block, _, inner := strings.Cut(g.Path, ".")
	if block != "idCaptureCustomizationOptions" && block != "selfieCaptureCustomizationOptions" {
		if block == "" {
			return v.T("Camera and language")
		}
		return title
	}
	if _, label, found := strings.Cut(title, ": "); found && inner {
		return format.Sentence(label)
	}
	return v.T("Steps")
}

// groups are the links to the groups of options, with how many of each are set.
func (d draft) groups(v shell.Visitor, where view) []views.GroupList {
	var lists []views.GroupList
	add := func(heading string, g views.Group) {
		if n := len(lists); n == 0 || lists[n-1].Heading != heading {
			lists = append(lists, views.GroupList{Heading: heading})
		}
		last := &lists[len(lists)-1]
		last.Groups = append(last.Groups, g)
	}
	add(v.T("Brand"), d.paletteGroup(v, where))
	var earlier []preset.OptionGroup
	for _, g := range preset.Groups() {
		if g.Line == onboarding.EarlierLine {
			earlier = append(earlier, g)
			continue
		}
		add(headingOf(v, g), d.group(v, g, where))
	}
	for _, g := range earlier {
		add(headingOf(v, g), d.group(v, g, where))
	}
	add(v.T("All"), views.Group{
		Key:     everything,
		Label:   v.T("Every option"),
		Href:    view{group: everything}.href(pathOf(d.Name)),
		Set:     d.Draft.Options() + len(d.Draft.Palette()),
		Differ:  d.differ() + len(d.Draft.Palette()),
		Options: len(preset.Options()) + len(preset.Slots()),
		On:      where.query == "" && where.group == everything,
	})
	return lists
}

func (d draft) group(v shell.Visitor, g preset.OptionGroup, where view) views.Group {
	key := g.Key()
	group := views.Group{
		Key:     key,
		Label:   labelOf(v, g),
		Href:    view{group: key}.href(pathOf(d.Name)),
		Options: len(g.Options),
		On:      where.query == "" && where.group == key,
	}
	for _, o := range g.Options {
		if d.hand.Sets(o.Path) {
			group.Set++
		}
		if d.content.Differs(o) {
			group.Differ++
		}
		group.Wrong = group.Wrong || len(d.mistakes[o.Path])+len(d.warnings[o.Path]) > 0
	}
	return group
}

// blocks are the rows of options, under the titles of their groups in the order in which these come first.
func (d draft) blocks(v shell.Visitor, options []preset.Option, r refusal) []views.Block {
	var blocks []views.Block
	at := map[string]int{}
	for n, o := range options {
		key, title := paletteGroup, v.T("Palette")
		if g, ok := preset.GroupOf(o.Path); ok {
			key, title = g.Key(), titleOf(v, g)
		}
		if _, ok := at[key]; !ok {
			at[key] = len(blocks)
			blocks = append(blocks, views.Block{Title: title})
		}
		block := &blocks[at[key]]
		block.Rows = append(block.Rows, d.row(v, o, n, r))
	}
	d.focus(blocks)
	return blocks
}

// titleOf names a group where it stands alone.
func titleOf(v shell.Visitor, g preset.OptionGroup) string {
	heading, label := headingOf(v, g), labelOf(v, g)
	if g.Line == onboarding.EarlierLine || heading == v.T("Other captures") {
		return label
	}
	return heading + " · " + label
}

// focus puts the focus on the first field with something wrong.
func (draft) focus(blocks []views.Block) {
	for i := range blocks {
		for j := range blocks[i].Rows {
			row := &blocks[i].Rows[j]
			fields := []*views.Field{&row.Field}
			for k := range row.Texts {
				fields = append(fields, &row.Texts[k])
			}
			for _, f := range fields {
				if f.Wrong != "" || f.Overlap != nil {
					f.Focus = true
					return
				}
			}
		}
	}
}
