package check

import (
	"proofdesk/engine/barcode"
	"proofdesk/engine/finding"
)

// Barcode reports how well the barcodes on a side were read. A side without any is not judged.
//
// Code barcode.read. Score: the confidence of the first barcode, 0..1: for a barcode with error correction the part of
// that correction that was left, see barcode.Symbol. Passes at or above min, the option minBarcodeConfidence (default
// .5); below it warns. A barcode that is no driving licence's warns on a back. Assurance: heuristic.
func Barcode(s Side, min float64) []finding.Check {
	if len(s.Symbols) == 0 {
		return nil
	}
	c := finding.NewCheck(finding.CodeBarcode, finding.GroupDocument, s.Capture)
	first := s.Symbols[0]
	c.AtLeast(first.Confidence, min)
	low := c.Outcome == finding.Fail
	switch {
	case s.Zone == nil && !HoldsLicence(s.Symbols):
		outcome := c.Outcome
		if low || s.Back() {
			outcome = finding.Warn
		}
		c.Conclude(outcome, "barcode.not_licence",
			"The barcode, "+string(first.Symbology)+", holds no driving licence's record")
	case low && first.Symbology != barcode.Code128 && first.Symbology != barcode.Code39:
		c.Conclude(finding.Warn, "barcode.unsure", "The barcode needed most of its error correction")
	case low:
		c.Conclude(finding.Warn, "barcode.unsure", "The barcode was read with little confidence")
	}
	for _, symbol := range s.Symbols {
		c.Show("barcode", s.BoxAround(symbol.Corners))
	}
	return []finding.Check{c}
}
