package dossier

import (
	"slices"
	"strings"

	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
)

// Digit returns a check digit of a capture's zone, as printed and as computed.
func (d Dossier) Digit(capture string, one engine.CheckDigit) finding.Digit {
	return finding.Digit{
		Field:    d.T(wording.Digit(one.Field)),
		Printed:  blankAs(one.Printed),
		Computed: blankAs(one.Computed),
		Agrees:   one.OK,
		Repaired: !one.OK && one.After,
		Unsure:   !one.OK && !one.After && !d.DigitsRed(d.CaptureID(capture)),
		Title:    d.T("printed %s, computed %s", blankAs(one.Printed), blankAs(one.Computed)),
		Focus:    d.Place(capture, one.Quad, one.Box),
	}
}

// blankAs writes what is not there.
func blankAs(text string) string {
	if strings.TrimSpace(text) == "" {
		return "–"
	}
	return text
}

// ShowsDigit reports whether a check digit of a capture stands beside the value that it covers.
func (m Matrix) ShowsDigit(capture string, one engine.CheckDigit) bool {
	field := wording.DigitField(one.Field)
	r := m.reading(engine.MRZ, field)
	return field != "" && r != nil && m.d.CaptureID(r.Capture) == m.d.CaptureID(capture) &&
		slices.Contains(m.columns, engine.MRZ) && m.Value(string(engine.MRZ), field) != ""
}

// digit returns the check digit of a reading; nil for none.
func (m Matrix) digit(r engine.Reading) *finding.Digit {
	if r.Source == engine.MRZ {
		for _, c := range m.d.Report.Captures {
			for _, one := range c.CheckDigits {
				if wording.DigitField(one.Field) == r.Field && m.ShowsDigit(c.ID, one) {
					digit := m.d.Digit(c.ID, one)
					return &digit
				}
			}
		}
	}
	if r.CheckDigit == nil {
		return nil
	}
	return &finding.Digit{Agrees: *r.CheckDigit, Unsure: !*r.CheckDigit && !m.d.DigitsRed(m.d.CaptureID(r.Capture))}
}
