package web

import (
	"proofdesk/app/review"
	"proofdesk/engine/mrz"
	views "proofdesk/views/review"
)

// zone shows the machine-readable lines as they were read, and each check digit by itself.
func zone(d review.Dossier) ([]views.ZoneLine, []views.Digit) {
	var lines []views.ZoneLine
	var digits []views.Digit
	for _, c := range d.Report.Captures {
		var texts []string
		for _, l := range c.MRZLines {
			texts = append(texts, l.Text)
			lines = append(lines, views.ZoneLine{Text: l.Text, Title: "confidence " + score(l.Confidence)})
		}
		record, err := mrz.Parse(texts, d.Now)
		if err != nil { // lines that are no zone have no check digits
			continue
		}
		for _, digit := range record.CheckDigits {
			digits = append(digits, views.Digit{Field: words(string(digit.Field)), Printed: digit.Printed, Computed: digit.Computed, Agrees: digit.OK})
		}
	}
	return lines, digits
}
