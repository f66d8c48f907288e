package preset

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// palettePrefix begins the path of a slot of the palette, in a draft and in changes of it: palette.primaryColor.
const palettePrefix = "palette."

// Palette holds the brand's colours and fonts by the names of slots. A draft fills each option that names a slot in
// Option.Palette with the slot's value, unless it sets the option itself.
type Palette Values

// slots are the slots of the palette as options, so that they are checked and edited like any other.
var slots = []Option{
	slot("primaryColor", Color, "", Wording{
		"en": "Buttons and links.",
		"es": "Botones y enlaces.",
	}),
	slot("onBrandColor", Color, "primaryColor", Wording{
		"en": "Texts and icons on buttons, on bars and around the camera.",
		"es": "Textos e iconos en los botones, en las barras y alrededor de la cámara.",
	}),
	slot("barColor", Color, "", Wording{
		"en": "Bars at the top, the screen around the camera and hints over it.",
		"es": "Barras superiores, la pantalla alrededor de la cámara y los avisos sobre ella.",
	}),
	slot("pageColor", Color, "", Wording{
		"en": "Background of the screens before and after a capture.",
		"es": "Fondo de las pantallas anteriores y posteriores a la captura.",
	}),
	slot("textColor", Color, "pageColor", Wording{
		"en": "Texts on the screens before and after a capture.",
		"es": "Textos de las pantallas anteriores y posteriores a la captura.",
	}),
	slot("headingFont", Font, "", Wording{
		"en": "Titles and headings.",
		"es": "Títulos y encabezados.",
	}),
	slot("textFont", Font, "", Wording{
		"en": "All other texts.",
		"es": "Los demás textos.",
	}),
}

func slot(name string, of Type, on string, meaning Wording) Option {
	o := Option{
		Path:    palettePrefix + name,
		Name:    name,
		Group:   strings.TrimSuffix(palettePrefix, "."),
		Type:    of,
		Meaning: meaning,
		Line:    onboarding.CurrentLine,
		Acts:    []Surface{Web, Android},
	}
	if on != "" {
		o.On = palettePrefix + on
	}
	return o
}

// Slots lists the slots of the palette as options: five colours and two fonts. They have no defaults. Callers must not
// change them.
func Slots() []Option { return slots }

// SlotOf returns the slot that a path of a draft names, and whether it names one.
func SlotOf(path string) (Option, bool) {
	i := slices.IndexFunc(slots, func(o Option) bool { return o.Path == path })
	if i < 0 {
		return Option{}, false
	}
	return slots[i], true
}

// nearestSlot returns the path of the slot whose name is spelled most like that of a path.
func nearestSlot(path string) string {
	_, name := split(path)
	best, least := slots[0].Path, len(name)+len(slots[0].Name)
	for _, o := range slots {
		if d := distance(name, o.Name, least-1); d < least {
			best, least = o.Path, d
		}
	}
	return best
}

// Linked lists the options that a slot fills.
func (o Option) Linked() []Option {
	var linked []Option
	for _, other := range options {
		if other.Palette != "" && palettePrefix+other.Palette == o.Path {
			linked = append(linked, other)
		}
	}
	return linked
}

// Slot returns the slot that fills an option, and whether there is one.
func (o Option) Slot() (Option, bool) {
	if o.Palette == "" {
		return Option{}, false
	}
	return SlotOf(palettePrefix + o.Palette)
}

// filled returns values in which the palette fills the options that are not set.
func (p Palette) filled(set Values) Values {
	all := maps.Clone(set)
	if len(p) == 0 {
		return all
	}
	for _, o := range options {
		value, ok := p[o.Palette]
		if _, own := set[o.Path]; ok && !own {
			all[o.Path] = value
		}
	}
	return all
}

// palettePairs are the slots that are seen on one another.
var palettePairs = [][2]string{
	{"onBrandColor", "primaryColor"},
	{"onBrandColor", "barColor"},
	{"textColor", "pageColor"},
	{"primaryColor", "pageColor"},
}

// Warnings returns the pairs of the palette's colours that hardly differ.
func (p Palette) Warnings() []fault.Field {
	var warnings []fault.Field
	for _, pair := range palettePairs {
		front, _ := p[pair[0]].(string)
		back, _ := p[pair[1]].(string)
		if front == "" || back == "" {
			continue
		}
		if ratio := contrastOf(front, back); ratio < enoughContrast {
			warnings = append(warnings, fault.Field{
				Name: palettePrefix + pair[0],
				Rule: "contrast",
				Message: fmt.Sprintf("%s on %s has a contrast of %s:1; WCAG AA asks for 4.5:1", pair[0], pair[1],
					strconv.FormatFloat(ratio, 'f', 2, 64)),
			})
		}
	}
	return warnings
}

// parsePalette parses an object of slots and checks every value; a null leaves its slot unset.
func parsePalette(data []byte) (Palette, mistakes) {
	one := func(mistake fault.Field) (Palette, mistakes) { return nil, mistakes{listed: []fault.Field{mistake}} }
	if len(data) > MaxBytes {
		message := "the palette must have at most " + fault.Size(MaxBytes)
		return one(fault.Field{Name: "palette", Rule: "max_length", Message: message})
	}
	if mistake := TooDeep(data); mistake != nil {
		return one(under("palette", []fault.Field{*mistake})[0])
	}
	if !isObject(data) {
		return one(fault.Field{Name: "palette", Rule: "type", Message: "the palette must be an object of slots"})
	}
	var sent map[string]json.RawMessage
	if err := json.Unmarshal(data, &sent); err != nil {
		return one(fault.Field{Name: "palette", Rule: "syntax", Message: "palette is not well-formed JSON"})
	}
	p := Palette{}
	wrong := repeatedIn(data, 1)
	under("palette", wrong.listed)
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		if _, ok := SlotOf(palettePrefix + name); !ok && wrong.full() { // looking for the nearest name takes long
			wrong.more++
			continue
		}
		checked, mistake := checkSlot(palettePrefix+name, sent[name])
		if mistake != nil {
			wrong.report(*mistake)
		} else if checked.Value != nil {
			p[name] = checked.Value
		}
	}
	return p, wrong
}

// checkSlot checks the value of a slot as it was sent.
func checkSlot(path string, text json.RawMessage) (Edit, *fault.Field) {
	var value any
	if err := json.Unmarshal(text, &value); err != nil { // well-formed, but beyond any number
		path = shown(path)
		return Edit{}, &fault.Field{Name: path, Rule: "range", Message: path + " is too large a number"}
	}
	return CheckEdit(Edit{Path: path, Value: value})
}
