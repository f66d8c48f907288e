package engine

import (
	"image"
	"math"
	"slices"
	"sync"
	"time"

	"proofdesk/engine/aamva"
	"proofdesk/engine/barcode"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

var mrzReader = sync.OnceValues(mrz.NewReader)

const (
	// zoneSide is the longer side of the picture that a zone is read from, in pixels: characters of a document that
	// takes a third of it are still 18 px wide.
	zoneSide = 2400
	// quickSide is the longer side of the picture that a licence's barcode is looked for in first: the grain of a
	// larger one is gone, its modules are not.
	quickSide = 2000
	// quickEffort is what a licence's barcode is looked for with before anything else.
	quickEffort = 110
	// secondEffort is what barcodes are looked for with on a side whose zone was read, and on fronts.
	secondEffort = 80
)

// reduced returns the picture in grey with at most so many pixels on its longer side, and full pixels per pixel of it.
// The last one is kept.
func (p *picture) reduced(side int) (*image.Gray, float64) {
	gray := p.full.Gray()
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	longer := max(w, h)
	if longer <= side {
		return gray, 1
	}
	k := float64(longer) / float64(side)
	if p.small == nil || p.smallSide != side {
		p.small, p.smallSide = raster.DownscaleGray(gray, max(1, int(float64(w)/k)), max(1, int(float64(h)/k))), side
	}
	return p.small, k
}

// searchZone reads the zone; false where it isn't looked for, as the side's barcode is a licence's or nothing can read.
func (c *card) searchZone(today time.Time) bool {
	reader, err := mrzReader()
	if err != nil {
		return false
	}
	if c.back() {
		c.symbols = c.symbolsAt(quickSide, barcode.Options{
			Only:   []barcode.Symbology{barcode.PDF417},
			Effort: quickEffort,
			Most:   1,
		})
		if c.licence = holdsLicence(c.symbols); c.licence {
			return false
		}
	}
	gray, k := c.reduced(zoneSide)
	c.zone, c.hasZone = reader.Read(gray, mrz.Options{Today: today})
	enlarge(&c.zone, k)
	return true
}

// enlarge brings a reading's places from a reduced picture to the full one.
func enlarge(z *mrz.Reading, k float64) {
	times := func(q *mrz.Quad) {
		for i := range q {
			q[i] *= k
		}
	}
	times(&z.Quad)
	for i := range z.Lines {
		times(&z.Lines[i].Quad)
	}
	for i := range z.Fields {
		times(&z.Fields[i].Quad)
	}
}

// searchSymbols reads the barcodes, unless a licence's was found already: with little effort beside a zone and on sides
// with a portrait, whose codes are large where they have one.
func (c *card) searchSymbols() {
	switch {
	case c.licence:
	case c.hasZone || !c.back():
		c.symbols = c.symbolsAt(zoneSide, barcode.Options{Effort: secondEffort})
	default:
		if full := barcode.Read(c.full.Gray(), barcode.Options{}); len(full) > 0 {
			c.symbols = full
		}
	}
}

// symbolsAt reads barcodes in the picture reduced to a longer side, with their places in the full one.
func (c *card) symbolsAt(side int, o barcode.Options) []barcode.Symbol {
	gray, k := c.reduced(side)
	symbols := barcode.Read(gray, o)
	for i := range symbols {
		for j := range symbols[i].Corners {
			symbols[i].Corners[j] *= k
		}
	}
	return symbols
}

func holdsLicence(symbols []barcode.Symbol) bool { return slices.ContainsFunc(symbols, isLicence) }

func isLicence(s barcode.Symbol) bool {
	_, err := aamva.Parse(s.Text)
	return s.Symbology == barcode.PDF417 && err == nil
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
