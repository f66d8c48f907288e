package engine

import (
	"strings"

	"proofdesk/engine/barcode"
)

// Barcode recovery is the SDK's way out where the back of a card was taken but its barcode could not be decoded: it
// asks the applicant to move closer to the barcode and sends the best crop of it as a capture of kind document beside
// the back.

// promptBarcode looks whether a back shows a barcode that can't be read, and then asks for a closer look.
func (c *card) promptBarcode() {
	if !c.back() {
		return
	}
	c.symbols = c.symbolsAt(quickSide, barcode.Options{
		Only:   []barcode.Symbology{barcode.PDF417},
		Effort: quickEffort,
		Most:   1,
	})
	if len(c.symbols) > 0 {
		return
	}
	gray, _ := c.reduced(quickSide)
	if _, seen := barcode.Seen(gray); seen {
		c.prompted("moveCloserBarcode")
	}
}

// recover takes a licence's record from a crop of its barcode, if a back was captured and its own barcode was not read.
func (in *inspector) recover() {
	if !in.lacksBarcode() {
		return
	}
	for _, c := range in.crops {
		before := len(in.report.Readings)
		in.judgeBarcode(c)
		if len(in.report.Readings) > before {
			in.read(c)
			return
		}
	}
}

// lacksBarcode reports whether a back was captured and no barcode gave a value.
func (in *inspector) lacksBarcode() bool {
	for _, r := range in.report.Readings {
		if r.Source == Barcode {
			return false
		}
	}
	for _, c := range in.Captures {
		if strings.HasSuffix(c.Kind, "_back") {
			return true
		}
	}
	return false
}
