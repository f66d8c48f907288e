package ui

import (
	"context"

	"github.com/a-h/templ"

	"proofdesk/views/words"
)

// mostDay is how many characters a date may have, in any language.
const mostDay = "24"

// Day returns the attributes of an input for a date, given as YYYY-MM-DD: text, as a browser's own input would write
// dates by the language of the browser. The server reads what the console writes, and YYYY-MM-DD. A value that is no
// date is shown as it was typed.
func Day(ctx context.Context, value string) templ.Attributes {
	l := words.Of(ctx)
	example := l.Calendar("2026-01-31")
	return dated(ctx, l.Calendar(value), example, words.T(ctx, "Date, for example %s or %s", example, "2026-01-31"))
}

// Minute does what Day does for a date with its time of day, given as 2006-01-02T15:04.
func Minute(ctx context.Context, value string) templ.Attributes {
	l := words.Of(ctx)
	example := l.Minute("2026-01-31T09:30")
	return dated(ctx, l.Minute(value), example, words.T(ctx, "Date and time, for example %s", example))
}

func dated(ctx context.Context, value, example, title string) templ.Attributes {
	return templ.Attributes{
		"type":         "text",
		"value":        value,
		"placeholder":  words.T(ctx, "e.g. %s", example),
		"maxlength":    mostDay,
		"title":        title,
		"autocomplete": "off",
	}
}
