package presets

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// inTextarea returns a text as a textarea takes it: its first line break is not part of the text.
func inTextarea(text string) string {
	if strings.HasPrefix(text, "\n") {
		return "\n" + text
	}
	return text
}

// attributes returns what every control of an option has. There is no maxlength, which would cut a paste without a
// word: a text that is too long is refused by name.
func (f Field) attributes(first bool) templ.Attributes {
	a := templ.Attributes{"id": f.ID, "name": "v:" + f.Path, "autocomplete": "off"}
	for name, value := range ui.Invalid(f.ID, f.problem(), first) {
		a[name] = value
	}
	return a
}

// problem returns why the field was not saved; empty where it was.
func (f Field) problem() string {
	if f.Wrong == "" && f.Overlap != nil {
		return f.Overlap.Text
	}
	return f.Wrong
}

// setLanguages names the languages in which a text has a wording of its own.
func (r Row) setLanguages(ctx context.Context) string {
	var set []string
	for _, f := range r.Texts {
		if f.Value != "" {
			set = append(set, f.Label)
		}
	}
	if len(set) == 0 {
		return words.T(ctx, "Languages")
	}
	return words.T(ctx, "Languages: %s", strings.Join(set, ", "))
}

// openTexts reports whether the wordings by language are shown at once: one of them needs an answer.
func (r Row) openTexts() bool {
	for _, f := range r.Texts {
		if f.problem() != "" {
			return true
		}
	}
	return false
}

// count writes how many options of a group are set.
func (g Group) count() string { return strconv.Itoa(g.Set) }

func (g Group) all() string { return strconv.Itoa(g.Options) }

// title reports how many options of a group are set, and how many of them differ from their defaults.
func (g Group) title(ctx context.Context) string {
	return words.T(ctx, "%d set, %d differ from the default", g.Set, g.Differ)
}

// shortcuts lists the keys of the editor with what they do, as JSON for the list of keys.
func (p Editor) shortcuts(ctx context.Context) string {
	all := [][2]string{{"j", words.T(ctx, "Next option")}, {"k", words.T(ctx, "Previous option")}}
	if p.May {
		all = append(all, [][2]string{
			{"Enter", words.T(ctx, "Change the option")},
			{"Esc", words.T(ctx, "Leave the field")},
			{"Ctrl Z", words.T(ctx, "Undo the last change")},
			{"Ctrl Shift Z", words.T(ctx, "Redo the change")},
			{"p", words.T(ctx, "Publish")},
		}...)
	}
	all = append(all, [][2]string{
		{"v", words.T(ctx, "Versions")},
		{"c", words.T(ctx, "Compare")},
		{"s", words.T(ctx, "Settings")},
	}...)
	text, err := json.Marshal(all)
	if err != nil { // texts always encode
		return "[]"
	}
	return string(text)
}

// slider returns where the slider of a number stands: at the default where nothing is set.
func (f Field) slider() string {
	if f.Value == "" {
		return f.Default
	}
	return f.Value
}
