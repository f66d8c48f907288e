package engine

import (
	"math"
	"sync"
	"time"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/mrz"
)

var mrzReader = sync.OnceValues(mrz.NewReader)

// How hard barcodes are searched for, in units of barcode.Options.Effort. Tuned on the development samples, so that a
// whole inspection stays within its time.
const (
	// licenceEffort is what a licence's barcode is searched for with on a back, before anything else.
	licenceEffort = 110
	// secondaryEffort is what barcodes are searched for with on a side whose zone was read, and on fronts.
	secondaryEffort = 80
)

// codes are the machine-readable codes in a picture, with their places in the capture.
type codes struct {
	zone    *mrz.Reading // nil where none was read
	sought  bool         // a zone was searched for
	symbols []barcode.Symbol
	licence bool // the barcode of a licence was found at once, so that nothing else was searched for
}

// readZone reads the machine-readable zone. On a back a licence's barcode is searched for first, and where it is found
// a zone is not.
func readZone(p *picture, today time.Time) codes {
	reader, err := mrzReader()
	if err != nil {
		return codes{}
	}
	c := codes{sought: true}
	if check.IsBack(p.kind) {
		c.symbols = readLicenceBarcode(p)
		if check.HoldsLicence(c.symbols) {
			c.sought, c.licence = false, true
			return c
		}
	}
	fine := p.fine()
	if zone, ok := reader.Read(fine.img, mrz.Options{Today: today}); ok {
		zone = enlarged(zone, fine.scale)
		c.zone = &zone
	}
	return c
}

// enlarged scales a zone's places from a reduced picture to the capture.
func enlarged(z mrz.Reading, k float64) mrz.Reading {
	scale := func(q *mrz.Quad) {
		for i := range q {
			q[i] *= k
		}
	}
	scale(&z.Quad)
	for i := range z.Lines {
		scale(&z.Lines[i].Quad)
	}
	for i := range z.Fields {
		scale(&z.Fields[i].Quad)
	}
	return z
}

// readBarcodes reads the barcodes, unless a licence's was found already: with little effort beside a zone and on sides
// with a portrait, whose codes are large where they have one.
func readBarcodes(p *picture, c codes) []barcode.Symbol {
	switch {
	case c.licence:
		return c.symbols
	case c.zone != nil || !check.IsBack(p.kind):
		return readReduced(p.fine(), barcode.Options{Effort: secondaryEffort})
	}
	if all := barcode.Read(p.full.Gray(), barcode.Options{}); len(all) > 0 {
		return all
	}
	return c.symbols
}

// readLicenceBarcode searches for one PDF417 symbol in a small copy of the picture.
func readLicenceBarcode(p *picture) []barcode.Symbol {
	return readReduced(p.quick(), barcode.Options{
		Only:   []barcode.Symbology{barcode.PDF417},
		Effort: licenceEffort,
		Most:   1,
	})
}

// readReduced reads barcodes in a reduced picture, with their places in the capture.
func readReduced(from reduced, o barcode.Options) []barcode.Symbol {
	symbols := barcode.Read(from.img, o)
	for i := range symbols {
		for j := range symbols[i].Corners {
			symbols[i].Corners[j] *= from.scale
		}
	}
	return symbols
}

// symbolTurn is by how many degrees clockwise the first stacked symbol stands turned, to the nearest quarter.
func symbolTurn(symbols []barcode.Symbol) int {
	for _, s := range symbols {
		if s.Symbology == barcode.PDF417 {
			return quarter(math.Atan2(s.Corners[3]-s.Corners[1], s.Corners[2]-s.Corners[0]) * 180 / math.Pi)
		}
	}
	return 0
}
