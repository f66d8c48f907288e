package engine

import (
	"slices"
	"strings"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// Barcode recovery is the SDK's way out where the back of a card was taken but its barcode could not be decoded: it
// asks the applicant to move closer to the barcode and sends the best crop of it as a capture of kind document beside
// the back.

// recoverBarcode reads a licence's record from a crop of its barcode, if a back was captured, its own barcode was not
// read and the job's preset allows it.
func recoverBarcode(r *run, all results) results {
	var found results
	if !r.Thresholds.BarcodeRecovery || !lacksBarcode(r.Captures, all.readings) {
		return found
	}
	for _, side := range all.crops {
		side.Record = check.RecordOf(side.Symbols)
		side.Licence = side.Record != nil
		readings := licenceReadings(side)
		checks := check.Barcode(side, r.Thresholds.Barcode)
		if side.Zone == nil {
			checks = append(checks, check.CheckDigits(side)...)
		}
		found.readings = append(found.readings, readings...)
		if len(readings) > 0 {
			checks = append(checks, check.Fields(side, slices.Concat(all.readings, found.readings))...)
		}
		found.checks = append(found.checks, r.watch.charge(checks)...)
		if len(readings) > 0 {
			break
		}
	}
	return found
}

// lacksBarcode reports whether a back was captured and no value was read from a barcode.
func lacksBarcode(captures []Capture, readings []finding.Reading) bool {
	if slices.ContainsFunc(readings, func(r finding.Reading) bool { return r.Source == finding.Barcode }) {
		return false
	}
	return slices.ContainsFunc(captures, func(c Capture) bool { return strings.HasSuffix(c.Kind, "_back") })
}

// showsBarcode reports whether a small copy of the picture shows a barcode with some confidence, the option
// documentBackComponentConfidence; it may be one that can't be read.
func showsBarcode(p *picture, confidence float64) bool {
	_, seen := barcode.Seen(p.quick().img, confidence)
	return seen
}
