package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"proofdesk/engine"
)

// reportText formats a report for people: the decision where there is one, then the captures, the checks, worst first,
// and the values. The order is the same in every run.
func reportText(r inspected) string {
	var b strings.Builder
	if d := r.Decision; d != nil {
		fmt.Fprintf(&b, "%s (%d of %d requirements met)\n", d.Outcome, d.Met, d.Required)
		for _, reason := range d.Reasons {
			fmt.Fprintf(&b, "  %s: %s\n", reason.Code, reason.Text)
		}
		b.WriteByte('\n')
	}
	for _, c := range r.Captures {
		writeCapture(&b, c)
	}
	several := len(r.Captures) > 1
	writeChecks(&b, r.Checks, several)
	writeReadings(&b, r.Readings, several)
	return b.String()
}

// writeCapture writes what is known about one file.
func writeCapture(b *strings.Builder, c engine.CaptureReport) {
	line := c.ID + ": " + c.Kind
	if c.Width > 0 {
		line += fmt.Sprintf(", %s %d × %d", c.Format, c.Width, c.Height)
	}
	if c.Turned != 0 {
		line += fmt.Sprintf(", turned by %d°", c.Turned)
	}
	if c.Document != nil {
		line += ", document " + c.Document.Format + formatConfidence(c.Document.Confidence)
	}
	fmt.Fprintln(b, line)
	if c.Fault != "" {
		fmt.Fprintf(b, "  can't be read: %s (%s)\n", engine.FaultWords(c), c.Fault)
	}
	for _, l := range c.MRZLines {
		fmt.Fprintf(b, "  MRZ %s%s\n", l.Text, formatConfidence(l.Confidence))
	}
	for _, d := range c.CheckDigits {
		fmt.Fprintf(b, "  check digit %s: %s\n", d.Field, digit(d))
	}
	for _, s := range c.Symbols {
		fmt.Fprintf(b, "  %s%s %q\n", s.Symbology, formatConfidence(s.Confidence), s.Text)
	}
	if c.Chip != nil {
		writeChip(b, *c.Chip)
	}
	if len(c.Prompts) > 0 {
		fmt.Fprintf(b, "  prompts: %s\n", strings.Join(c.Prompts, ", "))
	}
}

func writeChip(b *strings.Builder, c engine.ChipContents) {
	for _, g := range c.Groups {
		fmt.Fprintf(b, "  data group %d: hash %s\n", g.Number, cmp.Or(g.Hash, "not compared"))
	}
	if c.Signer != "" {
		fmt.Fprintf(b,
			"  signed by %s, issued by %s, valid from %s to %s\n", c.Signer, c.Issuer, c.ValidFrom, c.ValidTo)
	}
}

func digit(d engine.CheckDigit) string {
	switch {
	case d.OK:
		return d.Printed + " right"
	case d.After:
		return d.Printed + " wrong, right after repair"
	}
	return fmt.Sprintf("%s wrong, the characters ask for %s", d.Printed, d.Computed)
}

// formatConfidence formats a confidence, with a space before it.
func formatConfidence(confidence float64) string {
	return " (" + strconv.FormatFloat(confidence, 'f', 3, 64) + ")"
}

// worst holds the outcomes, worst first.
var worst = []engine.Outcome{engine.Fail, engine.Warn, engine.Inconclusive, engine.NotRun, engine.Pass}

func writeChecks(b *strings.Builder, checks []engine.Check, several bool) {
	checks = slices.Clone(checks)
	slices.SortStableFunc(checks, func(x, y engine.Check) int {
		return cmp.Compare(slices.Index(worst, x.Outcome), slices.Index(worst, y.Outcome))
	})
	b.WriteByte('\n')
	for _, c := range checks {
		of := ""
		if several {
			of = c.Capture
		}
		row(b,
			fmt.Sprintf("%-12s %-20s %-16s assurance %d  %s  %s", c.Outcome, c.Code, limits(c), c.Assurance, of,
				c.Detail))
	}
}

// limits formats a score with the range or threshold that it must meet.
func limits(c engine.Check) string {
	if c.Score == nil {
		return ""
	}
	text := fmt.Sprintf("%.3g", *c.Score)
	switch {
	case c.Threshold == nil:
	case c.Limits != nil:
		text += fmt.Sprintf(" in %.3g-%.3g", c.Limits[0], c.Limits[1])
	case c.Below:
		text += fmt.Sprintf(" ≤ %.3g", *c.Threshold)
	default:
		text += fmt.Sprintf(" ≥ %.3g", *c.Threshold)
	}
	return text
}

func writeReadings(b *strings.Builder, readings []engine.Reading, several bool) {
	readings = slices.Clone(readings)
	fields := engine.Fields()
	slices.SortStableFunc(readings, func(x, y engine.Reading) int {
		return cmp.Compare(slices.Index(fields, x.Field), slices.Index(fields, y.Field))
	})
	if len(readings) > 0 {
		b.WriteByte('\n')
	}
	for _, r := range readings {
		notes := []string{strconv.FormatFloat(r.Confidence, 'f', 3, 64)}
		if r.Unproven {
			notes = []string{"not proven"}
		}
		if r.CheckDigit != nil {
			notes = append(notes, map[bool]string{true: "check digit right", false: "check digit wrong"}[*r.CheckDigit])
		}
		if len(r.Repairs) > 0 {
			notes = append(notes, "repaired "+strings.Join(r.Repairs, ", "))
		}
		if r.Truncated {
			notes = append(notes, "may go on")
		}
		if several && r.Capture != "" {
			notes = append(notes, r.Capture)
		}
		row(b, fmt.Sprintf("%-18s %-9s %-28s %s", r.Field, r.Source, r.Value, strings.Join(notes, "; ")))
	}
}

func row(b *strings.Builder, text string) { fmt.Fprintln(b, strings.TrimRight(text, " ")) }
