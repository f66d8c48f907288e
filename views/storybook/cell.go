package storybook

import (
	"strings"

	"proofdesk/views/finding"
	"proofdesk/views/words"
)

// readCell is a value that was read from one source, written as pages write it; differs is the part of that which
// differs.
func readCell(source, name, label, field, value, differs string, editable bool) finding.Cell {
	c := finding.Cell{
		Read:      true,
		Label:     label,
		Sure:      "97",
		Certainty: "97 % sure",
		Source:    source,
		Name:      name,
		Field:     field,
		Value:     value,
		Editable:  editable,
		Dated:     label == "Born",
		Focus:     "c1 934 502 216 46",
		Title:     "confidence 0.97",
	}
	before, after, found := strings.Cut(words.English.Calendar(value), differs)
	if differs == "" || !found {
		before, after = before+after, ""
	}
	for _, part := range []finding.Part{{Text: before}, {Text: differs, Differs: true}, {Text: after}} {
		if part.Text != "" {
			c.Parts = append(c.Parts, part)
		}
	}
	return c
}
