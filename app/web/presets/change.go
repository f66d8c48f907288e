package presets

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	pages "proofdesk/views/page"
	views "proofdesk/views/presets"
)

// comparison is two contents of a preset. From and to name them as an address does: the number of a version, 0 for the
// defaults, draft, or proposal.
type comparison struct {
	preset   string
	from, to string
	before   preset.Edition // the defaults and the draft are editions without a number
	after    preset.Edition
}

// weaker lists the options whose protection is weaker in force.
func (c comparison) weaker() []string { return preset.Weakened(c.before.InForce(), c.after.InForce()) }

// differences lists what differs, defaults that were others at the time of a version included.
func (c comparison) differences() []preset.Difference {
	return preset.Compare(c.before.Frozen().Flat(), c.after.Frozen().Flat())
}

// byCatalogue reports whether neither content sets what differs: a newer version takes over the default of today.
func (c comparison) byCatalogue(d preset.Difference) bool {
	return !c.before.Content.Holds(d.Path) && !c.after.Content.Holds(d.Path)
}

// pinning returns what reports whether a difference only fixes or frees an option, whose value in force stays the same.
// What is in force is looked up once for all differences.
func (c comparison) pinning() func(preset.Difference) bool {
	before, after := c.before.InForce(), c.after.InForce()
	return func(d preset.Difference) bool {
		if preset.LanguageOf(d.Path) != "" {
			return false
		}
		was, known := before[d.Path]
		is, still := after[d.Path]
		return known && still && preset.Same(was, is)
	}
}

// changes returns what differs in sentences, with what new thresholds would have done to past captures.
func (w *Handler) changes(c *fiber.Ctx, v shell.Visitor, of comparison, empty string) (views.Changes, error) {
	all := of.differences()
	replays, err := w.replays(c, v, all)
	if err != nil {
		return views.Changes{}, err
	}
	uploads, err := w.Store.AllPresetMedia(c.UserContext(), v.Company)
	if err != nil {
		return views.Changes{}, err
	}
	files, weaker, pins := fileNamesOf(uploads), of.weaker(), of.pinning()
	list := views.Changes{Empty: empty}
	for _, d := range all {
		o, _ := preset.Known(d.Path)
		change := views.Change{
			Name:    o.Name,
			Href:    view{query: o.Path}.href(pathOf(of.preset)),
			About:   about(v, d.Path),
			From:    changeValue(v, of.before, d.Path, d.From, files),
			To:      changeValue(v, of.after, d.Path, d.To, files),
			Effect:  worded(v, o.Effect(d.From, d.To)),
			Screens: shownOn(v, d.Path),
			Replay:  replayText(v, d, replays),
		}
		if slices.Contains(weaker, d.Path) {
			change.Warning = v.T("weakens a protection")
		}
		if of.byCatalogue(d) {
			change.Effect = format.Join(" · ", change.Effect, v.T("its default in the catalogue has changed"))
		}
		if pins(d) {
			list.Pinned = append(list.Pinned, change)
		} else {
			list.All = append(list.All, change)
		}
	}
	list.Summary = v.N(len(list.Pinned), "1 option is set to the value that it has already",
		"%d options are set to the values that they have already")
	return list, nil
}

// about names the group of a changed option, the language of a text, and what the option does.
func about(v shell.Visitor, path string) string {
	o, _ := preset.Known(path)
	group := ""
	if g, ok := preset.GroupOf(path); ok {
		group = titleOf(v, g)
	}
	if language := preset.LanguageOf(path); language != "" {
		group += " · " + language
	}
	return format.Join(": ", group, worded(v, o.Meaning))
}

// changeValue returns a value of a changed option as its sentence shows it.
func changeValue(
	v shell.Visitor, of preset.Edition, path string, value any, files fileNames,
) views.Value {
	o, _ := preset.Known(path)
	language := preset.LanguageOf(path)
	shown := views.Value{Text: valueOrDefault(v, o, value, files)}
	if !of.Content.Holds(path) && value != nil {
		o.Default = value // the default of the version's time
		shown.Text = valueOrDefault(v, o, nil, nil)
	}
	switch {
	case o.Type == preset.Color:
		shown.Color = swatch(o, value)
	case value == nil && language != "":
		shown.Text = v.T("as in the other languages")
	case o.Type == preset.String && value != nil:
		shown.Text, shown.Lang = "“"+shown.Text+"”", strings.ToLower(language)
	}
	return shown
}

// shownOn reports on how many screens an option shows.
func shownOn(v shell.Visitor, path string) string {
	n := len(preset.Screens(path))
	if n == 0 {
		return v.T("shown on no screen")
	}
	return v.N(n, "shown on 1 screen", "shown on %d screens")
}

// replays counts what the old and the new value of each changed threshold would have done to past captures.
func (w *Handler) replays(
	c *fiber.Ctx, v shell.Visitor, all []preset.Difference,
) (map[presets.Trial]presets.Replay, error) {
	var trials []presets.Trial
	for _, d := range all {
		if before, after, ok := tried(d); ok {
			trials = append(trials, before, after)
		}
	}
	counted, err := w.Presets.ReplayAll(c.UserContext(), v.Company, trials, w.Now())
	if err != nil {
		return nil, err
	}
	found := map[presets.Trial]presets.Replay{}
	for i, t := range trials {
		found[t] = counted[i]
	}
	return found, nil
}

// tried returns the two values of a changed threshold, and false for an option whose measurements are not kept with
// captures.
func tried(d preset.Difference) (before, after presets.Trial, ok bool) {
	if _, ok := preset.MeasureOf(d.Path); !ok {
		return before, after, false
	}
	o, _ := preset.Find(d.Path)
	from, known := o.Number(d.From)
	to, valid := o.Number(d.To)
	return presets.Trial{Path: d.Path, Value: from}, presets.Trial{Path: d.Path, Value: to}, known && valid
}

// replayText reports what a new threshold would have done to past captures, or why nobody can know; nothing for an
// option that is no threshold.
func replayText(v shell.Visitor, d preset.Difference, replays map[presets.Trial]presets.Replay) string {
	o, _ := preset.Known(d.Path)
	before, after, ok := tried(d)
	switch {
	case o.Effect(d.From, d.To) == nil:
		return ""
	case !ok && !slices.Contains(o.Acts, preset.Server):
		return v.T("Past captures can't tell: it acts on the device, which does not send what it measures.")
	case !ok:
		return v.T("Past captures can't tell: what it is compared with is not kept with them.")
	}
	then, now := replays[before], replays[after]
	if now.Captures == 0 {
		return v.T("Past captures can't tell: none of the last 30 days has this measurement.")
	}
	text := v.N(now.Captures,
		"%s would have prompted for %s of 1 capture of the last 30 days, %s for %s.",
		"%[2]s would have prompted for %[3]s of %[1]d captures of the last 30 days, %[4]s for %[5]s.",
		plain(now.Value), v.Count(int64(now.Prompted)), plain(then.Value), v.Count(int64(then.Prompted)))
	if now.Partial {
		text += " " + v.T("Only the newest %s captures were looked at.", v.Count(presets.MostReplayed))
	}
	return text
}

// pictureSection is the place of the pictures of the screens that look different.
func (w *Handler) pictureSection(of comparison, heading string) pages.Section {
	source := pathOf(of.preset) + "/pictures?" + url.Values{"from": {of.from}, "to": {of.to}}.Encode()
	return pages.Section{
		Heading: heading,
		Body: views.ScreenPictures(views.Pictures{
			Script: w.Assets.Path("presetpictures.js"),
			Source: source,
		}),
	}
}

// fitSection is the place of the texts that do not fit their screens.
func (w *Handler) fitSection(v shell.Visitor, d draft) pages.Section {
	return pages.Section{
		Heading: v.T("Fit of texts"),
		Note: v.T("Every text of the draft is measured on its screens in each language, in this browser. " +
			"REST validate does not measure it."),
		Body: views.ScreenFit(pathOf(d.Name) + "/preview"),
	}
}

// pictures answers what the script of the pictures draws: all options, and what is set before and after.
func (w *Handler) pictures(c *fiber.Ctx, v shell.Visitor) error {
	d, err := w.draftOf(c, v)
	if err != nil {
		return err
	}
	of, err := w.comparisonOf(c, v, d)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	return c.SendString(`{"catalogue":` + previewCatalogue() + `,"before":` + draftJSON(of.before.Frozen()) +
		`,"after":` + draftJSON(of.after.Frozen()) + `,"media":` + jsonText(preset.MediaPath(v.Company, "")) + `}`)
}
