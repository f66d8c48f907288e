package presets

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	views "proofdesk/views/presets"
	"proofdesk/views/ui"
)

// refusal is what became of a form whose changes could not all be saved: what was typed, what is wrong with it, and
// what others had changed, each by the path of a draft.
type refusal struct {
	typed    map[string]typed
	bases    map[string]any // what the fields held before something was typed
	wrong    map[string]fault.Field
	overlaps map[string]preset.Overlap
}

// row returns the row of an option. N is its place on the page.
func (d draft) row(v shell.Visitor, o preset.Option, n int, r refusal) views.Row {
	id := "o" + strconv.Itoa(n)
	row := views.Row{
		ID:      id,
		Path:    o.Path,
		Name:    o.Name,
		Aliases: strings.Join(o.Aliases, ", "),
		Meaning: meaning(v, o),
		Default: defaultText(v, o),
		Acts:    notInBrowser(v, o),
		State:   d.state(v, o),
	}
	row.Field = d.field(v, o, o.Path, r)
	row.Field.ID, row.Field.Label = id+"v", o.Name
	if kind := o.Wants(); kind != "" {
		row.Files, row.Choose, row.Field.Accept = d.filesOf(v, o), chooserPath(d.Name, o), accepted[kind]
	}
	if o.Type != preset.String {
		return row
	}
	for _, language := range preset.Languages() {
		f := d.field(v, o, preset.TextPath(language, o.Path), r)
		f.ID, f.Label, f.Language = id+language, language, strings.ToLower(language)
		f.Hint = v.T("as above")
		row.Texts = append(row.Texts, f)
	}
	return row
}

// meaning returns what an option does, on the server too where that differs, and in which SDK versions.
func meaning(v shell.Visitor, o preset.Option) string {
	text := worded(v, o.Meaning)
	if o.Server != nil {
		text += " " + worded(v, o.Server)
	}
	if o.Since != "" {
		text += " " + v.T("Since SDK %s.", o.Since)
	}
	if o.Until != "" {
		text += " " + v.T("Until SDK %s.", o.Until)
	}
	return text
}

// notInBrowser reports why an option does nothing in a browser; empty where it acts there.
func notInBrowser(v shell.Visitor, o preset.Option) string {
	switch {
	case slices.Contains(o.Acts, preset.Web):
		return ""
	case len(o.Flavors) > 0:
		return v.T("Acts in the Android SDK's Video ID flavor only: a browser can't do this.")
	case o.Type == preset.Drawable:
		return v.T("Acts in the Android SDK only: it names a drawable of the Android app.")
	case o.Line == onboarding.EarlierLine:
		return v.T("Acts in version 9 of the Android SDK only: the web SDK is newer.")
	case o.Group == "fourFingerConfiguration.labels":
		return v.T("Acts in the Android SDK only: the web SDK can't tell which hand it sees, or from how far.")
	case o.Group == "selfieCaptureCustomizationOptions.stringOptions":
		return v.T("Acts in the Android SDK only: the web SDK can't tell what is worn but glasses, or covers a face.")
	case o.Name == "frontBackMismatch":
		return v.T("Acts in the Android SDK only: the web SDK can't read a front's print to compare it with a back.")
	case slices.Contains(o.Acts, preset.Server):
		return v.T("Acts in the Android SDK and on the server, not in the web SDK.")
	}
	return v.T("Acts in the Android SDK only.")
}

// kinds are what options are edited with where it is not a number.
var kinds = map[preset.Type]views.Kind{
	preset.Boolean:   views.Switch,
	preset.Enum:      views.Select,
	preset.Color:     views.Color,
	preset.String:    views.Text,
	preset.ImageList: views.Lines,
}

// field returns the control for a path of the draft, filled with what was typed, else with what is set.
func (d draft) field(v shell.Visitor, o preset.Option, path string, r refusal) views.Field {
	value := d.flat[path]
	f := views.Field{
		Path:    path,
		Kind:    kinds[o.Type],
		Hint:    defaultText(v, o),
		Unit:    o.Unit,
		Default: defaultJSON()[o.Path],
	}
	if fill := d.fill(o); fill != nil {
		f.Hint, f.Default = shown(v, fill, d.files), jsonText(fill)
	}
	switch {
	case o.Numeric():
		f.Kind, f.Low, f.Top = views.Number, plain(*o.Min), plain(*o.Max)
		f.Step, f.Slide = stepOf(o)
		f.Whole = o.Whole()
		f.Hint = shown(v, o.Default, nil) // the unit is beside the field
	case f.Kind == "":
		f.Kind = views.Name
	}
	in := entered(o, value)
	if kept, ok := r.typed[path]; ok {
		in = kept
	}
	f.Value, f.Alpha = in.Text, in.Alpha
	if wrong, ok := r.wrong[path]; ok {
		f.Wrong = v.Sentence(wrong.Message)
	}
	switch f.Kind {
	case views.Switch:
		f.On = f.Value == "true" || f.Value == "" && o.Default == true
	case views.Select:
		f.Options = choices(v, o, f.Value)
	case views.Color:
		shown := swatch(o, cmp.Or(value, d.fill(o)))
		f.Fill, f.Opacity = shown.Fill, shown.Opacity
	}
	if over, ok := r.overlaps[path]; ok {
		f.Overlap = overlap(v, d, over)
	}
	return f
}

// defaultJSON returns the default of each option as JSON, by path. They never change while the program runs.
var defaultJSON = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, o := range slices.Concat(preset.Options(), preset.Slots()) {
		all[o.Path] = jsonText(o.Default)
	}
	return all
})

// stepOf returns the step of an option's slider, and whether it has one: where its range is small enough to aim in.
func stepOf(o preset.Option) (string, bool) {
	const aimed = 200
	span := *o.Max - *o.Min
	switch {
	case o.Type == preset.Float && span <= 2:
		return "0.01", true
	case o.Type == preset.Float:
		return "0.1", span <= aimed/10
	}
	return "1", span <= aimed
}

func choices(v shell.Visitor, o preset.Option, value string) []ui.Choice {
	all := []ui.Choice{{Label: v.T("default (%s)", shown(v, o.Default, nil)), On: value == ""}}
	for _, allowed := range o.Allowed {
		all = append(all, ui.Choice{Value: allowed, Label: allowed, On: value == allowed})
	}
	return all
}

// swatch returns the colour that is in force as a picture takes it; nothing for an option that is no colour.
func swatch(o preset.Option, value any) ui.Color {
	if o.Type != preset.Color {
		return ui.Color{Opacity: "0"}
	}
	text, ok := value.(string)
	if !ok {
		text, _ = o.Default.(string)
	}
	c, ok := preset.ParseColor(text)
	if !ok {
		return ui.Color{Opacity: "0"}
	}
	hex := func(b byte) string { return strconv.FormatInt(int64(b)+0x100, 16)[1:] }
	return ui.Color{
		Fill:    "#" + hex(c.R) + hex(c.G) + hex(c.B),
		Opacity: strconv.FormatFloat(float64(c.A)/255, 'f', 3, 64),
	}
}

func overlap(v shell.Visitor, d draft, o preset.Overlap) *views.Overlap {
	text := v.T("Not saved: this option is not set.")
	switch {
	case o.Theirs == nil && o.By != "":
		text = v.T("Not saved: %s unset this option (%s).", who(v, o.By, d.names), v.When(o.At))
	case o.Theirs != nil:
		text = v.T("Not saved: %s set this to “%s” (%s).", who(v, o.By, d.names), shown(v, o.Theirs, d.files),
			v.When(o.At))
	}
	return &views.Overlap{Text: text, Theirs: jsonText(o.Theirs)}
}

// state returns what is known about an option beside its value.
func (d draft) state(v shell.Visitor, o preset.Option) views.State {
	s := views.State{
		Path:    o.Path,
		Set:     d.hand.Sets(o.Path),
		Differs: d.content.Differs(o),
		By:      d.by(v, o.Path),
		Palette: d.paletteText(v, o),
	}
	if _, ok := preset.SlotOf(o.Path); ok {
		s.Set = d.flat[o.Path] != nil
	}
	for _, f := range d.mistakes[o.Path] {
		s.Mistakes = append(s.Mistakes, v.Sentence(f.Message))
	}
	for _, f := range d.warnings[o.Path] {
		s.Warnings = append(s.Warnings, v.Sentence(f.Message))
	}
	if o.On != "" && len(s.Warnings) == 0 && (d.content.Sets(o.Path) || d.content.Sets(o.On)) {
		s.Passed = v.T("Contrast %s:1, AA", v.Short(d.content.Values.Contrast(o), 2))
	}
	return s
}
