package page

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

func orOff(text string) string {
	if text == "" {
		return "off"
	}
	return text
}

// valueOf returns what an input sends: of a checkbox without a value, 1.
func valueOf(f Field) string {
	if f.Kind == "checkbox" {
		return cmp.Or(f.Value, "1")
	}
	return f.Value
}

// rows returns how many lines of a textarea are shown.
func (f Field) rows() string { return strconv.Itoa(max(f.Rows, 2)) }

// spelled returns whether a browser checks the spelling.
func (f Field) spelled() string { return strconv.FormatBool(!f.Data) }

// here names the side's page that is open.
func here(p Page) string {
	for _, g := range p.Side {
		for _, link := range g.Links {
			if link.Key == p.Current {
				return link.Label
			}
		}
	}
	return p.Heading
}

func lines(list []string) string { return strings.Join(list, "\n") }

// idOf names an input for its label.
func idOf(f Field) string {
	if f.ID != "" {
		return f.ID
	}
	if f.Kind == "checkbox" {
		return "field-" + f.Name + f.Value
	}
	return "field-" + f.Name
}

// acting reports whether anything can be done to any of the rows.
func acting(rows []Row) bool {
	for _, r := range rows {
		if len(r.Actions) > 0 {
			return true
		}
	}
	return false
}

// toneOf colours a cell that is not a tag, which has its own colour.
func toneOf(c Cell) string {
	if c.Tag {
		return ""
	}
	return string(c.Tone)
}

// crowd is how many actions that ask before they do are too many to stand side by side.
const crowd = 3

// asking returns the actions that ask before they do.
func asking(forms []Form) []Form {
	var some []Form
	for _, f := range forms {
		if f.Confirm != "" {
			some = append(some, f)
		}
	}
	return some
}

// open reports whether a sheet comes back with what is wrong in it.
func open(f Form) bool {
	for _, field := range f.Fields {
		if field.Problem != "" {
			return true
		}
	}
	return false
}

// anyOpen reports whether any of several does.
func anyOpen(forms []Form) bool {
	for _, f := range forms {
		if open(f) {
			return true
		}
	}
	return false
}

// about returns a section its name and what it needs that shows something under way.
func about(s Section) templ.Attributes {
	some := templ.Attributes{}
	if s.ID != "" {
		some["id"] = s.ID
	}
	if s.Live != "" {
		some["hx-get"], some["hx-trigger"], some["hx-swap"] = s.Live, "every 2s", "outerHTML"
		some["hx-select"], some["hx-target"] = "#"+s.ID, "#"+s.ID
	}
	return some
}

// columnOf names a column for a narrow page; the first names its row by itself.
func columnOf(s Section, i int) string {
	if i == 0 || i >= len(s.Columns) {
		return ""
	}
	return s.Columns[i]
}

// label names a cell where the table stands as cards.
func label(name string) templ.Attributes {
	if name == "" {
		return nil
	}
	return templ.Attributes{"data-label": name}
}
