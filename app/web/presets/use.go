package presets

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

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
	"proofdesk/views/ui"
)

// usePage shows for whom a preset is used and how its jobs went, with the forms that change that.
func (w *Handler) usePage(c *fiber.Ctx, v shell.Visitor) (pages.Page, error) {
	p, err := w.Store.Preset(c.UserContext(), v.Company, c.Params("name"))
	if err != nil {
		return pages.Page{}, err
	}
	page := w.presetPage(c, v, p, v.T("Use and settings of %s", p.Name))
	page.Frame.Extras = w.Assets.Path("extras.js")
	page.Intro = v.T("Times are %s.", v.ZoneName())
	s, err := w.summary(c, v, p.Name)
	if err != nil {
		return page, err
	}
	clients, order, err := w.ClientNames(c, v)
	if err != nil {
		return page, err
	}
	all, err := w.Store.PresetAssignments(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	d := opened(p)
	if d.names, err = w.actorNames(c, v); err != nil {
		return page, err
	}
	may := v.Role.Can(access.ManagePresets)
	assigned := w.assignmentSection(v, s, all, clients, order, may)
	place, ok := placeOf(cmp.Or(c.Query(changed), form.Value(c, changed)), s.Assignments)
	if ok && assigned.Form != nil {
		a := s.Assignments[place]
		assigned.Note = v.T("You are changing an assignment: %s.", w.scope(v, a, clients))
		assigned.Form = assignmentForm(v, s, clients, order, a)
		assigned.Form.Button = v.T("Save")
		assigned.Form.Hidden = []pages.Value{seenAs(a), {Label: changed, Value: strconv.Itoa(place)}}
		page.Back = &layout.Link{Href: pathOf(p.Name) + "/use", Label: v.T("All settings")}
	}
	page.Sections = append(withdrawnSection(v, d, w.Now()), proposedAssignments(w, v, d, clients, may)...)
	page.Sections = append(page.Sections, usedBy(v, s, clients, w.Now()), assigned, useSection(v, s, w.Now()))
	drafted := exportSection(v, p.Name, 0)
	drafted.Heading = v.T("Export the draft")
	page.Sections = append(page.Sections, drafted)
	if may {
		page.Sections = append(page.Sections, settingSections(v, d)...)
	}
	return page, nil
}

// summary returns a preset with how it is used.
func (w *Handler) summary(c *fiber.Ctx, v shell.Visitor, name string) (presets.Summary, error) {
	all, err := w.Presets.Overview(c.UserContext(), v.Company, w.Now())
	if err != nil {
		return presets.Summary{}, err
	}
	i := slices.IndexFunc(all, func(s presets.Summary) bool { return s.Name == name })
	if i < 0 {
		return presets.Summary{}, fault.New(fault.NotFound, "there is no preset with this name")
	}
	return all[i], nil
}

// useSection shows how the jobs of each version went.
func useSection(v shell.Visitor, s presets.Summary, now time.Time) pages.Section {
	section := pages.Section{
		Heading: v.T("Jobs of the last 30 days"),
		Note: v.T("Completed is the share of jobs that were submitted, among those with a day's time for it. " +
			"Captured again is the share of submitted jobs in which the applicant replaced a capture unasked, " +
			"while captures are kept. " +
			"In error is the share of decided jobs that ended in error."),
		Columns: v.Each("Version", "Jobs", "Completed", "Captured again", "In error",
			"SDK versions that ignore options"),
		Empty: v.T("No job was captured with it."),
	}
	for _, u := range s.Uses {
		ignored := pages.Cell{Text: v.T("no version"), Tone: ui.Soft}
		section.Rows = append(section.Rows, pages.Row{Cells: []pages.Cell{
			{Text: v.T("version %s", strconv.Itoa(u.Version)), Href: versionPath(s.Name, u.Version)},
			{Text: v.Count(u.Jobs), Href: jobsPath(u.Preset, preset.Assignment{}, v, now), Data: true},
			{Text: v.Share(u.Submitted, u.Due), Data: true},
			{Text: v.Share(u.Retaken, u.Kept), Data: true},
			{Text: v.Share(u.Errors, u.Ended), Data: true},
			ignoredCell(v, u.Ignored, ignored),
		}})
	}
	return section
}

// ignoredCell names the SDK versions that do not have some of the options that are set.
func ignoredCell(v shell.Visitor, all []presets.Ignored, none pages.Cell) pages.Cell {
	if len(all) == 0 {
		return none
	}
	var texts []string
	for _, one := range all {
		texts = append(texts, v.T("%s (%s): %s", one.SDKVersion,
			v.N(int(one.Jobs), "1 job", "%d jobs"), strings.Join(one.Options, ", ")))
	}
	return pages.Cell{Text: strings.Join(texts, "; "), Wrap: true}
}

// settingSections are the forms about a preset as a whole.
func settingSections(v shell.Visitor, d draft) []pages.Section {
	p := d.Preset
	if p.Archived {
		return []pages.Section{{
			Heading: v.T("Archived"),
			Note:    v.T("It can be neither edited nor assigned. Jobs keep the versions that they were captured with."),
			Forms: []pages.Form{{
				Path:   pathOf(p.Name) + "/restore",
				Button: v.T("Restore"),
				Hidden: ofArchive(p),
			}},
		}}
	}
	return []pages.Section{
		{Heading: v.T("Description"), Form: &pages.Form{
			Path:   pathOf(p.Name) + "/describe",
			Button: v.T("Save"),
			Tall:   true,
			Hidden: []pages.Value{{Label: "version", Value: form.Version(p.Description)}},
			Fields: []pages.Field{
				{Name: "description", Label: v.T("Description"), Kind: "textarea", Rows: 3, Value: p.Description},
			},
		}},
		{Heading: v.T("Copy"), Form: &pages.Form{
			Path:   pathOf(p.Name) + "/copy",
			Button: v.T("Copy preset"),
			Fields: []pages.Field{{Name: "name", Label: v.T("Name of the copy"), Kind: "text", Required: true}},
		}},
		{Heading: v.T("Replace the draft"), Form: &pages.Form{
			Path:   pathOf(p.Name) + "/replace",
			Button: v.T("Replace draft"),
			Tall:   true,
			Hidden: ofDraft(p),
			Fields: []pages.Field{{
				Name:     "json",
				Label:    v.T("JSON"),
				Kind:     "textarea",
				Rows:     8,
				Data:     true,
				File:     ".json",
				Required: true,
				Hint:     v.T("A file that was exported here, or the options alone as the SDK takes them."),
			}},
		}},
		{
			Heading: v.T("Archive"),
			Note: v.T("Ends its use. It has to be assigned to nobody; its versions are kept, and it can be " +
				"restored."),
			Forms: []pages.Form{{
				Path:    pathOf(p.Name) + "/archive",
				Button:  v.T("Archive"),
				Danger:  true,
				Confirm: format.Join(" ", v.T("Nobody can edit or assign it until it is restored."), d.endsProposal(v)),
				Hidden:  ofArchive(p),
			}},
		},
	}
}

// ended redirects to the page of use with a message, or shows what was refused.
func (w *Handler) ended(c *fiber.Ctx, v shell.Visitor, word string, err error) error {
	if err != nil {
		return w.refuse(c, v, w.usePage, err)
	}
	return done(c, pathOf(c.Params("name"))+"/use", word)
}

// describe changes the description.
func (w *Handler) describe(c *fiber.Ctx, v shell.Visitor) error {
	was := ""
	err := form.ReadVersion(c, &was)
	if err == nil {
		_, err = w.Presets.DescribeOver(c.UserContext(), v.Actor(), v.Company, c.Params("name"), was,
			form.Value(c, "description"))
	}
	return w.ended(c, v, "described", err)
}

// copyPreset makes a preset with the same draft.
func (w *Handler) copyPreset(c *fiber.Ctx, v shell.Visitor) error {
	as := strings.TrimSpace(form.Value(c, "name"))
	p, err := w.Presets.Clone(c.UserContext(), v.Actor(), v.Company, c.Params("name"), as)
	if err != nil {
		return w.refuse(c, v, w.usePage, err)
	}
	return done(c, pathOf(p.Name), "copied")
}

// archive ends the use of a preset.
func (w *Handler) archive(c *fiber.Ctx, v shell.Visitor) error {
	p, err := over(w, c, v, ofArchive)
	if err == nil {
		_, err = w.Presets.Archive(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision)
	}
	return w.ended(c, v, "archived", err)
}

// restore makes an archived preset usable again.
func (w *Handler) restore(c *fiber.Ctx, v shell.Visitor) error {
	p, err := over(w, c, v, ofArchive)
	if err == nil {
		_, err = w.Presets.Restore(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision)
	}
	return w.ended(c, v, "restored", err)
}

// watch notes that the visitor has a preset open. It names who else does, and reports the preset's revision, by which
// the page learns that somebody has changed it.
func (w *Handler) watch(c *fiber.Ctx, v shell.Visitor) error {
	name := c.Params("name")
	revision, err := w.Presets.Watch(c.UserContext(), v.Company, v.ID, name)
	if err != nil {
		return err
	}
	others, err := w.Presets.Watchers(c.UserContext(), v.Company, v.ID, name, w.Now())
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"others": append([]string{}, others...), "revision": revision})
}
