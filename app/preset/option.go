package preset

import "proofdesk/app/onboarding"

// Type is the type of an option's value.
type Type string

// The types, in the words of the SDK. Numbers are float64, lists are []string, all others but Boolean are strings.
const (
	Boolean   Type = "Boolean"
	Float     Type = "Float"
	Int       Type = "Int"
	Long      Type = "Long"
	Enum      Type = "enum"
	String    Type = "string"    // a text that applicants read
	Color     Type = "color"     // see ParseColor
	Font      Type = "font"      // an uploaded font, an Android resource or an asset path; empty for the built-in one
	Size      Type = "size"      // a number of sp or dp
	Image     Type = "image"     // an uploaded image or an Android drawable; empty for the built-in one
	ImageList Type = "imageList" // images in order; empty for the built-in ones
	Drawable  Type = "drawable"  // the name of an Android drawable; empty for the built-in one
)

// Surface is where an option has an effect.
type Surface string

// The surfaces.
const (
	Web     Surface = "WEB"
	Android Surface = "ANDROID"
	Server  Surface = "SERVER"
)

// Wording is a text by language, as BCP 47 tags. English is always there.
type Wording map[string]string

// In returns the text in a language; in English where it lacks.
func (w Wording) In(language string) string {
	if text, ok := w[language]; ok {
		return text
	}
	return w["en"]
}

// Option is one setting of the SDK.
type Option struct {
	Path    string            `json:"path"` // of the SDK's nested objects, with dots between
	Name    string            `json:"name"`
	Group   string            `json:"group"` // the path without the name
	Type    Type              `json:"type"`
	Default any               `json:"default"`
	Texts   map[string]string `json:"texts,omitempty"` // of a text: the default in each language but English
	Stated  bool              `json:"stated"`          // the default is the SDK documentation's and not ours
	Min     *float64          `json:"min,omitempty"`
	Max     *float64          `json:"max,omitempty"`
	Allowed []string          `json:"allowed,omitempty"` // the values of an enum
	Also    map[string]string `json:"also,omitempty"`    // other spellings of allowed values
	Unit    string            `json:"unit,omitempty"`
	Meaning Wording           `json:"meaning"`
	Higher  Wording           `json:"higher,omitempty"`  // of a threshold: what a higher value does, as "prompts later"
	Lower   Wording           `json:"lower,omitempty"`   // of a threshold: what a lower value does
	Server  Wording           `json:"server,omitempty"`  // of a threshold: why the server does otherwise than the device
	Aliases []string          `json:"aliases,omitempty"` // other names of the same option
	Since   string            `json:"since,omitempty"`   // the first SDK version that has it; empty where not stated
	Until   string            `json:"until,omitempty"`   // the first SDK version that lacks it again
	Now     string            `json:"now,omitempty"`     // of the earlier line: the path that took its place
	Before  string            `json:"before,omitempty"`  // the path in the earlier line whose place it took
	Line    onboarding.Line   `json:"line"`
	Flavors []string          `json:"flavors,omitempty"` // the only ones that have it; empty for all
	Acts    []Surface         `json:"acts"`
	On      string            `json:"on,omitempty"`      // of a colour: the path of the colour behind it
	Palette string            `json:"palette,omitempty"` // the slot of the palette that fills it; empty for none
	Earlier *Earlier          `json:"earlier,omitempty"`
}

// Earlier is the default that SDK versions before one had.
type Earlier struct {
	Before  string `json:"before"`
	Default any    `json:"default"`
}

// DefaultFor returns the default in an SDK version.
func (o Option) DefaultFor(v Version) any {
	if o.Earlier != nil && v.before(o.Earlier.Before) {
		return o.Earlier.Default
	}
	return o.Default
}

// DefaultIn returns the default in an SDK version for a language of the capture screens.
func (o Option) DefaultIn(v Version, language string) any {
	if text, ok := o.Texts[language]; ok {
		return text
	}
	return o.DefaultFor(v)
}

// currentLine is the first SDK version of the current line.
const currentLine = "10.0"

// In reports whether an SDK version has the option, by this name.
func (o Option) In(v Version) bool {
	switch {
	case o.Line == onboarding.EarlierLine && !v.before(currentLine), o.Before != "" && v.before(currentLine):
		return false
	case o.Since != "" && v.before(o.Since):
		return false
	}
	return o.Until == "" || v.before(o.Until)
}

// Effect returns what it does that the value of a threshold goes from one number to another; nothing for an option that
// is no threshold, and for values that are equal or no numbers. A value that is not set is the default.
func (o Option) Effect(from, to any) Wording {
	before, ok := o.Number(from)
	after, also := o.Number(to)
	switch {
	case !ok || !also || before == after:
		return nil
	case after > before:
		return o.Higher
	}
	return o.Lower
}

// Number returns a value of the option as a number, the default for nil, and whether it is one.
func (o Option) Number(value any) (float64, bool) {
	if value == nil {
		value = o.Default
	}
	n, ok := value.(float64)
	return n, ok
}

// Numeric reports whether the option's value is a number.
func (o Option) Numeric() bool {
	return o.Type == Float || o.Whole() || o.Type == Size
}

// Whole reports whether the option takes whole numbers only.
func (o Option) Whole() bool { return o.Type == Int || o.Type == Long }
