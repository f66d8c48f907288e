package presets

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
)

// typed is what somebody entered for an option: the text of its field, and of a colour the alpha in per cent.
type typed struct {
	Text  string `json:"text"`
	Alpha string `json:"alpha"`
}

// value returns what was entered as a value; nil for an empty field, which unsets the option. A field that holds what
// it held before never comes here, so that an option which is set to the empty text stays so.
func (t typed) value(o preset.Option, base any) (any, *fault.Field) {
	text := strings.TrimSpace(t.Text)
	if text == "" {
		return nil, nil
	}
	switch o.Type {
	case preset.Boolean:
		return t.flag(o, text, base)
	case preset.Color:
		return t.color(o, text)
	case preset.String:
		return t.Text, nil
	case preset.ImageList:
		var names []any
		for line := range strings.Lines(text) {
			if name := strings.TrimSpace(line); name != "" {
				names = append(names, name)
			}
		}
		return names, nil
	}
	if o.Numeric() {
		return numberOf(o, text)
	}
	return text, nil
}

// flag returns the value of a switch. One that shows what is in force anyway changes nothing.
func (t typed) flag(o preset.Option, text string, base any) (any, *fault.Field) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return nil, mistyped(o, "%s must be true or false")
	}
	if base == nil && on == o.Default {
		return nil, nil
	}
	return on, nil
}

// numberOf parses a number with a point or a comma for decimals. In a whole number a comma is refused, as it may
// separate thousands.
func numberOf(o preset.Option, text string) (any, *fault.Field) {
	if o.Whole() && strings.Contains(text, ",") {
		return nil, mistyped(o, "%s must be a whole number")
	}
	n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil && math.IsInf(n, 0) { // 1e999 is a number, and out of range
		n = math.Copysign(math.MaxFloat64, n)
	} else if err != nil || math.IsNaN(n) {
		return nil, mistyped(o, "%s must be a number")
	}
	return n, nil
}

// color joins a colour with its alpha, which may be empty. A text that has an alpha of its own keeps it.
func (t typed) color(o preset.Option, text string) (any, *fault.Field) {
	percent, ok := t.percent()
	if !ok {
		return nil, mistyped(o, "%s must have an alpha from 0 to 100 per cent")
	}
	c, ok := preset.ParseColor(text)
	if !ok || len(text) > len("#RRGGBB") || percent == 100 {
		return text, nil
	}
	const digits = "0123456789ABCDEF"
	alpha := byte(math.Round(percent * 255 / 100))
	hex := []byte{'#'}
	for _, b := range []byte{alpha, c.R, c.G, c.B} {
		hex = append(hex, digits[b>>4], digits[b&15])
	}
	return string(hex), nil
}

// percent returns the alpha in per cent, 100 where none was entered, and false for a text that is no percentage.
func (t typed) percent() (float64, bool) {
	text := strings.TrimSpace(t.Alpha)
	if text == "" {
		return 100, true
	}
	n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return n, err == nil && n >= 0 && n <= 100
}

// mistyped returns a mistake of an option, whose name replaces %s.
func mistyped(o preset.Option, message string) *fault.Field {
	return &fault.Field{Name: o.Path, Rule: "type", Message: fmt.Sprintf(message, o.Name)}
}

// entered returns a value as its field holds it.
func entered(o preset.Option, value any) typed {
	switch value := value.(type) {
	case bool:
		return typed{Text: strconv.FormatBool(value)}
	case float64:
		return typed{Text: plain(value)}
	case []string:
		return typed{Text: strings.Join(value, "\n")}
	case string:
		if o.Type == preset.Color {
			return splitColor(value)
		}
		return typed{Text: value}
	}
	return typed{}
}

// splitColor returns a colour and its alpha apart.
func splitColor(text string) typed {
	if c, ok := preset.ParseColor(text); ok && len(text) == len("#AARRGGBB") {
		return typed{
			Text:  "#" + text[len("#AA"):],
			Alpha: strconv.FormatFloat(math.Round(float64(c.A)*1000/255)/10, 'f', -1, 64),
		}
	}
	return typed{Text: text, Alpha: "100"}
}

func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// fileNames are the names of a company's uploads by the values that name them.
type fileNames map[string]string

// fileNamesOf returns the names under which files were uploaded. Of files of one name each gets the beginning of its
// hash too.
func fileNamesOf(uploads []preset.Media) fileNames {
	files, of := fileNames{}, map[string]int{}
	for _, m := range uploads {
		of[m.Name]++
	}
	for _, m := range uploads {
		name := m.Name
		if name == "" || of[name] > 1 {
			const enough = 12 // digits tell the uploads of a company apart
			name = strings.TrimSpace(name + " " + m.SHA256[:enough])
		}
		files[m.Ref()] = name
	}
	return files
}

// shown returns a value as a page writes it: an upload by its file's name.
func shown(v shell.Visitor, value any, files fileNames) string {
	switch value := value.(type) {
	case bool:
		if value {
			return v.T("on")
		}
		return v.T("off")
	case float64:
		return plain(value)
	case []string:
		if len(value) == 0 {
			return v.T("built-in")
		}
		names := make([]string, len(value))
		for i, name := range value {
			names[i] = shownName(v, name, files)
		}
		return strings.Join(names, ", ")
	case string:
		if value == "" {
			return v.T("(empty)")
		}
		return shownName(v, value, files)
	}
	return v.T("not set")
}

// shownName returns a name as a page writes it.
func shownName(v shell.Visitor, name string, files fileNames) string {
	if file, ok := files[name]; ok {
		return file
	}
	if _, ok := preset.ParseMediaRef(name); ok {
		return v.T("an upload that was deleted")
	}
	return name
}

// defaultText returns an option's default as a page writes it.
func defaultText(v shell.Visitor, o preset.Option) string {
	switch o.Type {
	case preset.Font, preset.Image, preset.Drawable:
		if o.Default == "" {
			return v.T("built-in")
		}
	}
	text := shown(v, o.Default, nil)
	if o.Unit != "" {
		text += " " + o.Unit
	}
	return text
}
