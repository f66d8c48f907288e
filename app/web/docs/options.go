package docs

import (
	"fmt"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	views "proofdesk/views/docs"
)

// optionsPage is the page of the SDK's options, group by group.
func optionsPage(base string) string {
	var b strings.Builder
	b.WriteString(read("options.md", base) + "\n")
	for _, g := range preset.Groups() {
		title := views.Escape(g.Title.In("en"))
		if g.Line == onboarding.EarlierLine {
			title += " (9.x)"
		}
		fmt.Fprintf(&b, "## %s {#group-%s}\n\n", title, g.Key())
		for _, o := range g.Options {
			known, ok := preset.Find(o.Path)
			if !ok || known.Line != o.Line {
				known = o
			}
			writeOption(&b, known)
		}
	}
	return b.String()
}

func writeOption(b *strings.Builder, o preset.Option) {
	anchor := o.Path
	if o.Line == onboarding.EarlierLine {
		anchor += "-9"
	}
	fmt.Fprintf(b, "### %s {#%s}\n\n%s\n\n", views.Literal(o.Path), anchor, sentence(o.Meaning.In("en")))
	item := func(format string, args ...any) { fmt.Fprintf(b, "- "+format+"\n", args...) }
	kind := string(o.Type)
	if o.Unit != "" {
		kind += ", " + o.Unit
	}
	item("type: %s", views.Escape(kind))
	item("default: %s", defaultOf(o))
	switch {
	case o.Min != nil && o.Max != nil:
		item("range: %v to %v", *o.Min, *o.Max)
	case o.Min != nil:
		item("at least %v", *o.Min)
	case o.Max != nil:
		item("at most %v", *o.Max)
	}
	if len(o.Allowed) > 0 {
		item("one of: %s", literals(o.Allowed))
	}
	if len(o.Aliases) > 0 {
		item("also called: %s", literals(o.Aliases))
	}
	if o.Since != "" {
		item("since: SDK %s", views.Escape(o.Since))
	}
	if o.Until != "" {
		item("until: before SDK %s", views.Escape(o.Until))
	}
	if o.Now != "" {
		item("now: [%s](#%s)", views.Literal(o.Now), o.Now)
	}
	var acts []string
	for _, a := range o.Acts {
		acts = append(acts, string(a))
	}
	if len(acts) > 0 {
		item("acts in: %s", strings.Join(acts, ", "))
	}
	b.WriteString("\n")
}

// defaultOf returns the default of an option, with that of earlier versions.
func defaultOf(o preset.Option) string {
	text := views.Literal(encoded(o.Default))
	if o.Earlier != nil {
		text += fmt.Sprintf(" (before SDK %s: %s)", o.Earlier.Before, views.Literal(encoded(o.Earlier.Default)))
	}
	if !o.Stated {
		text += ", ours"
	}
	return text
}

// literals lists texts as code.
func literals(all []string) string {
	var some []string
	for _, one := range all {
		some = append(some, views.Literal(one))
	}
	return strings.Join(some, ", ")
}
