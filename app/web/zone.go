package web

import (
	"slices"
	"strings"

	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
	views "proofdesk/views/review"
)

// digitNames are what check digits stand for, by their names in a report.
var digitNames = map[string]string{
	"number":    "document number",
	"birth":     "date of birth",
	"expiry":    "date of expiry",
	"personal":  "personal number",
	"composite": "whole zone",
	"name":      "name",
}

func digitName(field string) string {
	if name, ok := digitNames[field]; ok {
		return name
	}
	return format.Words(field)
}

// zone shows the machine-readable lines as they were read, each check digit by itself, and the repairs that were made.
func zone(d dossier) (lines []views.ZoneLine, digits []views.Digit, repairs []string) {
	for _, c := range d.Report.Captures {
		for _, l := range c.MRZLines {
			lines = append(lines, views.ZoneLine{
				Text:  l.Text,
				Title: d.T("how sure: %s", format.Score(l.Confidence)),
				Focus: focus(d, c.ID, l.Box),
			})
		}
		for _, digit := range c.CheckDigits {
			digits = append(digits, d.digit(c.ID, digit))
		}
	}
	for _, r := range d.Report.Readings {
		if r.Source != engine.MRZ {
			continue
		}
		for _, repair := range r.Repairs {
			if !d.Masked && !slices.Contains(repairs, repair) {
				repairs = append(repairs, repair)
			}
		}
	}
	return lines, digits, repairs
}

func (d dossier) digit(capture string, digit engine.CheckDigit) views.Digit {
	shown := views.Digit{
		Field:    d.T(digitName(digit.Field)),
		Printed:  blankAs(digit.Printed),
		Computed: blankAs(digit.Computed),
		Agrees:   digit.OK,
		Repaired: !digit.OK && digit.After,
		Title:    d.T("printed %s, computed %s", blankAs(digit.Printed), blankAs(digit.Computed)),
	}
	shown.Focus = locus(d, capture, digit.Quad, digit.Box)
	return shown
}

// blankAs writes what is not there.
func blankAs(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}
