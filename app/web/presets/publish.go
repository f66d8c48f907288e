package presets

import (
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
	"proofdesk/views/layout"
	pages "proofdesk/views/page"
	views "proofdesk/views/presets"
	"proofdesk/views/ui"
)

// presetPage is a page about a preset beside its editor.
func (w *Handler) presetPage(c *fiber.Ctx, v shell.Visitor, p preset.Preset, heading string) pages.Page {
	page := w.PlainPage(c, v, heading, "presets")
	page.Back = &layout.Link{Href: pathOf(p.Name), Label: p.Name}
	page.Done = v.T(doneTexts[c.Query("done")])
	return page
}

// publishPage shows what publishing the draft would change.
func (w *Handler) publishPage(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
	shell.AllowFrame(c) // in which texts are measured
	d, err := w.draftOf(c, v)
	if err != nil {
		return pages.Page{}, err
	}
	page := w.presetPage(c, v, d.Preset, v.T("Publish version %s of %s", strconv.Itoa(d.Latest+1), d.Name))
	may := v.Role.Can(access.ManagePresets) && !d.Archived
	s, err := w.summary(c, v, d.Name)
	if err != nil {
		return page, err
	}
	clients, _, err := w.ClientNames(c, v)
	if err != nil {
		return page, err
	}
	page.Intro = v.T("Used for: %s.", strings.Join(w.assigned(v, s.Assignments, clients), "; "))
	page.Sections = withdrawnSection(v, d, w.Now())
	of := comparison{
		preset: d.Name,
		from:   strconv.Itoa(d.Latest),
		to:     "draft",
		after:  preset.Edition{Content: d.content},
	}
	if of.before, err = w.edition(c, v, d, of.from); err != nil {
		return page, err
	}
	page.Sections = append(page.Sections, proposedAssignments(w, v, d, clients, may)...)
	if d.Waits() {
		proposed := of
		proposed.to, proposed.after = "proposal", preset.Edition{Content: d.Proposal.Content}
		if err := w.addProposed(c, v, d, proposed, may, &page); err != nil {
			return page, err
		}
	}
	return page, w.addDraft(c, v, d, of, s, may, &page)
}

// addDraft adds the changes of a draft that are not published, with the form that publishes them.
func (w *Handler) addDraft(
	c *fiber.Ctx, v shell.Visitor, d draft, of comparison, s presets.Summary, may bool, page *pages.Page,
) error {
	changes, err := w.changes(c, v, of, v.T("Nothing has changed since version %s: there is nothing to publish.",
		strconv.Itoa(d.Latest)))
	if err != nil {
		return err
	}
	weaker, waits := of.weaker(), d.asProposed()
	if !waits {
		page.Sections = append(page.Sections, draftSection(v, d, changes, weaker))
	}
	if checks := d.checks(v, s.Ignoring(d.content)); len(checks.Rows) > 0 {
		page.Sections = append(page.Sections, checks)
	}
	if changes.Any() {
		page.Sections = append(page.Sections, w.fitSection(v, d))
	}
	if may && !waits && len(d.mistakes) == 0 && (changes.Any() || d.Latest == 0) {
		page.Sections = append(page.Sections, noteSection(v, d, len(weaker) > 0))
	}
	if changes.Any() {
		page.Sections = append(page.Sections, w.pictureSection(of, v.T("Screens that change")))
	}
	return nil
}

// asProposed reports whether the draft is what waits for approval.
func (d draft) asProposed() bool {
	p := d.Proposal
	return p != nil && p.Assignments == nil && len(preset.Compare(p.Content.Flat(), d.content.Flat())) == 0
}

// draftSection lists the changes of a draft that are not published.
func draftSection(v shell.Visitor, d draft, changes views.Changes, weaker []string) pages.Section {
	section := pages.Section{
		Heading: v.T("What changes"),
		Note:    v.T("Against the defaults: nothing is published yet."),
		Body:    views.ChangeList(changes),
	}
	if d.Latest > 0 {
		section.Note = v.T("Against version %s.", strconv.Itoa(d.Latest))
	}
	if len(weaker) > 0 {
		section.Warning = v.T("A second person has to approve this version, as it weakens a protection: %s.",
			names(weaker))
	}
	return section
}

// noteSection is the form that publishes.
func noteSection(v shell.Visitor, d draft, proposes bool) pages.Section {
	button := v.T("Publish version %s", strconv.Itoa(d.Latest+1))
	if proposes {
		button = v.T("Ask for approval")
	}
	return pages.Section{Heading: v.T("Publish"), Warning: d.endsProposal(v), Form: &pages.Form{
		Path:   pathOf(d.Name) + "/publish",
		Button: button,
		Tall:   true,
		Hidden: ofDraft(d.Preset),
		Fields: []pages.Field{{
			Name:     "note",
			Label:    v.T("What changes, and why"),
			Kind:     "textarea",
			Rows:     3,
			Required: true,
			Hint:     v.T("It is kept with the version. New sessions get it at once where it is assigned."),
		}},
	}}
}

// addProposed adds the version that waits for a second person.
func (w *Handler) addProposed(
	c *fiber.Ctx, v shell.Visitor, d draft, of comparison, may bool, page *pages.Page,
) error {
	p := d.Proposal
	changes, err := w.changes(c, v, of, v.T("It sets what version %s sets.", strconv.Itoa(d.Latest)))
	if err != nil {
		return err
	}
	s := pages.Section{
		Heading: v.T("Waits for approval"),
		Note: v.T("%s proposed this version (%s). It weakens a protection: %s.", who(v, p.By, d.names),
			v.When(p.At), names(p.Weakens)),
		Facts: []pages.Fact{{Name: v.T("Note"), Cell: pages.Cell{Text: p.Note}}},
		Body:  views.ChangeList(changes),
	}
	if may {
		d.decide(v, &s, v.T("Approve and publish"))
	}
	page.Sections = append(page.Sections, s)
	// otherwise the pictures of the draft are those of the proposal
	if !d.asProposed() {
		page.Sections = append(page.Sections, w.pictureSection(of, v.T("Screens that the proposal changes")))
	}
	return nil
}

// decide adds the forms that approve or end a proposal.
func (d draft) decide(v shell.Visitor, s *pages.Section, approve string) {
	if d.Proposal.By != v.Actor() {
		s.Forms = append(s.Forms, pages.Form{
			Path:   pathOf(d.Name) + "/approve",
			Button: approve,
			Hidden: ofVersions(d.Preset),
		})
	} else {
		s.Warning = v.T("You proposed it: somebody else has to approve it.")
	}
	s.Forms = append(s.Forms, pages.Form{
		Path:   pathOf(d.Name) + "/withdraw",
		Button: v.T("Withdraw the proposal"),
		Danger: true,
		Hidden: ofVersions(d.Preset),
	})
}

// names lists the names of options.
func names(paths []string) string {
	var all []string
	for _, path := range paths {
		o, _ := preset.Known(path)
		all = append(all, o.Name)
	}
	return strings.Join(all, ", ")
}

// checks lists mistakes, which keep a draft from being published, warnings, and the SDK versions in use that ignore
// options.
func (d draft) checks(v shell.Visitor, ignoring []presets.Ignored) pages.Section {
	s := pages.Section{Heading: v.T("Checks"), Columns: v.Each("Option", "Finding")}
	add := func(fields map[string][]fault.Field, tone ui.Tone, tag string) {
		for _, o := range preset.Options() {
			for _, f := range fields[o.Path] {
				s.Rows = append(s.Rows, pages.Row{Cells: []pages.Cell{
					{Text: o.Name, Href: view{query: o.Path}.href(pathOf(d.Name)), Data: true},
					{Text: tag, Tone: tone, Tag: true, Under: v.Sentence(f.Message)},
				}})
			}
		}
	}
	add(d.mistakes, ui.Fail, v.T("mistake"))
	add(d.warnings, ui.Warn, v.T("warning"))
	for _, one := range ignoring {
		s.Rows = append(s.Rows, pages.Row{Cells: []pages.Cell{
			{Text: strings.Join(one.Options, ", "), Data: true, Wrap: true},
			{
				Text: v.T("ignored"),
				Tone: ui.Warn,
				Tag:  true,
				Under: v.T("SDK %s does not have it: %s in 30 days.", one.SDKVersion,
					v.N(int(one.Jobs), "1 job", "%d jobs")),
			},
		}})
	}
	if len(d.mistakes) > 0 {
		s.Warning = v.T("Correct the mistakes before you publish.")
	}
	return s
}

// valueOrDefault returns a value as a page writes it, with the default where nothing is set.
func valueOrDefault(v shell.Visitor, o preset.Option, value any, files fileNames) string {
	if value == nil {
		return v.T("default (%s)", defaultText(v, o))
	}
	text := shown(v, value, files)
	if o.Unit != "" {
		text += " " + o.Unit
	}
	return text
}

// publish publishes the draft, or proposes it where a second person has to approve it.
func (w *Handler) publish(c *fiber.Ctx, v shell.Visitor) error {
	p, err := over(w, c, v, ofDraft)
	if err == nil {
		p, err = w.Presets.Publish(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision,
			presets.Publication{Note: form.Value(c, "note"), Origin: preset.ByConsole})
	}
	return w.published(c, v, p, err)
}

// published redirects to what was published or proposed, or shows the form again with the note in it.
func (w *Handler) published(c *fiber.Ctx, v shell.Visitor, p preset.Preset, err error) error {
	switch {
	case err == nil && p.Proposal != nil:
		return done(c, pathOf(p.Name)+"/publish", "proposed")
	case err == nil:
		return done(c, versionPath(p.Name, p.Latest), "published")
	}
	return w.refuse(c, v, keepingNote(w.publishPage), err)
}

// keepingNote returns a page with the note that was typed, where no form is left to hold it because somebody published
// the same changes.
func keepingNote(page filling) filling {
	return func(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
		p, err := page(c, v)
		sent := func(s pages.Section) bool { return s.Form != nil && s.Form.Path == c.Path() }
		if note := form.Value(c, "note"); err == nil && note != "" && !slices.ContainsFunc(p.Sections, sent) {
			p.Sections = append(p.Sections, pages.Section{
				Heading: v.T("Publish"),
				Facts:   []pages.Fact{{Name: v.T("What changes, and why"), Cell: pages.Cell{Text: note, Wrap: true}}},
			})
		}
		return p, err
	}
}

// approve publishes, or assigns, what somebody else proposed.
func (w *Handler) approve(c *fiber.Ctx, v shell.Visitor) error {
	before, err := over(w, c, v, ofVersions)
	if err != nil {
		return w.published(c, v, before, err)
	}
	p, err := w.Presets.Approve(c.UserContext(), v.Actor(), v.Company, before.Name, before.Revision)
	if err == nil && p.Latest == before.Latest {
		return assignedPage(w, c, v, p, nil)
	}
	return w.published(c, v, p, err)
}

// withdraw ends a proposal.
func (w *Handler) withdraw(c *fiber.Ctx, v shell.Visitor) error {
	p, err := over(w, c, v, ofVersions)
	if err == nil {
		p, err = w.Presets.Withdraw(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision)
	}
	if err == nil {
		return done(c, pathOf(p.Name)+"/publish", "withdrawn")
	}
	return w.published(c, v, p, err)
}
