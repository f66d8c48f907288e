package review

import (
	"slices"
	"strings"

	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	views "proofdesk/views/review"
)

// zone shows the machine-readable lines as they were read, each check digit by itself, and the repairs that were made.
func zone(d dossier.Dossier) (lines []views.ZoneLine, digits []views.Digit, repairs []string) {
	for _, c := range d.Report.Captures {
		for _, l := range c.MRZLines {
			lines = append(lines, views.ZoneLine{
				Text:  l.Text,
				Title: d.T("how sure: %s", d.Score(l.Confidence)),
				Focus: d.BoxFocus(c.ID, l.Box),
			})
		}
		for _, one := range c.CheckDigits {
			digits = append(digits, digit(d, c.ID, one))
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

func digit(d dossier.Dossier, capture string, digit engine.CheckDigit) views.Digit {
	shown := views.Digit{
		Field:    d.T(wording.Digit(digit.Field)),
		Printed:  blankAs(digit.Printed),
		Computed: blankAs(digit.Computed),
		Agrees:   digit.OK,
		Repaired: !digit.OK && digit.After,
		Unsure:   !digit.OK && !digit.After && !d.DigitsRed(d.CaptureID(capture)),
		Title:    d.T("printed %s, computed %s", blankAs(digit.Printed), blankAs(digit.Computed)),
	}
	shown.Focus = d.Place(capture, digit.Quad, digit.Box)
	return shown
}

// blankAs writes what is not there.
func blankAs(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}
