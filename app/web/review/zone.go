package review

import (
	"slices"

	"proofdesk/app/web/shell/dossier"
	"proofdesk/engine"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
)

// zone shows the machine-readable lines as they were read, the check digits that stand beside no value of the
// cross-check, and the repairs that were made.
func zone(d dossier.Dossier, m dossier.Matrix) (lines []views.ZoneLine, digits []finding.Digit, repairs []string) {
	for _, c := range d.Report.Captures {
		for _, l := range c.MRZLines {
			lines = append(lines, views.ZoneLine{
				Text:  l.Text,
				Title: d.T("how sure: %s", d.Score(l.Confidence)),
				Focus: d.BoxFocus(c.ID, l.Box),
			})
		}
		for _, one := range c.CheckDigits {
			if !m.ShowsDigit(c.ID, one) {
				digits = append(digits, d.Digit(c.ID, one))
			}
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
