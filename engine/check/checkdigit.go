package check

import (
	"strconv"
	"strings"

	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// A wrong check digit is the document's fault and not the reader's from these confidences of characters, 0..1, of every
// line and of every field that a digit covers. Tuned on the development samples, of which some are specimens with wrong
// digits.
const (
	certainLine  = .97
	certainField = .95
)

// CheckDigits compares the printed check digits of a zone, as they were read before any repair, with what the
// characters that they cover ask for (ICAO 9303-3 §4.9). A licence's barcode has none: its error correction stands in
// for them. A side without either is not judged.
//
// Code data.check_digits. Score: the share of digits that agree, 0..1; only 1 passes. Digits that agree after repairs
// pass as a rule of thumb; a wrong digit fails where the zone was read with certainty, else warns. Assurance: model.
func CheckDigits(s Side) []finding.Check {
	c := dataCheck(finding.CodeCheckDigits)
	c.Capture = s.Capture
	switch {
	case s.Zone != nil:
		judgeDigits(&c, s.Zone)
		c.Show("mrz", s.BoxAround(s.Zone.Quad))
	case s.Record != nil:
		c.Conclude(finding.Pass, "", "The barcode carries no check digits; its error correction held")
	default:
		return nil
	}
	return []finding.Check{c}
}

func judgeDigits(c *finding.Check, zone *mrz.Reading) {
	var wrong []string
	for _, d := range zone.CheckDigits {
		if !d.OK {
			wrong = append(wrong, string(d.Field))
		}
	}
	share := 1.0
	if total := len(zone.CheckDigits); total > 0 {
		share = float64(total-len(wrong)) / float64(total)
	}
	c.Measured(share, 1)
	switch {
	case len(wrong) == 0:
		c.Outcome = finding.Pass
	case len(zone.Record.Failed()) == 0:
		c.Conclude(finding.Pass, "mrz.repaired",
			"Agree after "+strconv.Itoa(len(zone.Repairs))+" repaired characters")
		c.Assurance = finding.Heuristic
	case readWithCertainty(zone):
		c.Conclude(finding.Fail, "mrz."+wrong[0]+"_digit", "Wrong check digit: "+strings.Join(wrong, ", "))
	default:
		c.Conclude(finding.Warn, "mrz."+wrong[0]+"_digit",
			"Check digits do not agree ("+strings.Join(wrong, ", ")+"), or were misread")
	}
}

// readWithCertainty reports whether a zone was read with such confidence, and without any repair, that what contradicts
// itself in it is printed so.
func readWithCertainty(zone *mrz.Reading) bool {
	if len(zone.Repairs) > 0 {
		return false
	}
	for _, l := range zone.Lines {
		if l.Confidence < certainLine {
			return false
		}
	}
	for _, f := range zone.Fields {
		switch f.Field {
		case mrz.FieldNumber, mrz.FieldBirth, mrz.FieldExpiry, mrz.FieldPersonal:
			if f.Confidence < certainField {
				return false
			}
		}
	}
	return true
}
