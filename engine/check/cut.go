package check

import (
	"proofdesk/engine/document"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

const (
	// cutShare is the share of a document outside of the picture, by where its zone is, from which it counts as cut
	// off: perspective alone makes it seem to lie outside a little. Tuned on the development samples.
	cutShare = .15
	// cutSteps is how many places are examined along each side of a document to see how much of it lies outside.
	cutSteps = 24
)

// Cut reports whether a part of the document lies outside of the picture. Where the zone was read, its place determines
// the document's edges; where only a barcode was, the outline counts if its shape is no document's.
func (s Side) Cut() bool {
	o := s.Document()
	switch {
	case s.Zone != nil:
		return s.shareOutside() > cutShare
	case o == nil || !o.Cut:
		return false
	}
	return len(s.Symbols) == 0 || !o.Full && !o.Shaped()
}

// shareOutside returns the share of the document that lies outside of the picture, as far as its zone shows; visas are
// glued to pages and show nothing about their edges.
func (s Side) shareOutside() float64 {
	if f := s.Zone.Record.Format; f == mrz.MRVA || f == mrz.MRVB {
		return 0
	}
	around, ok := document.AroundMRZ(raster.QuadFrom(s.Zone.Quad), len(s.Zone.Lines[0].Text), len(s.Zone.Lines))
	if !ok {
		return 0
	}
	at, ok := raster.NewHomography(raster.QuadOf(0, 0, cutSteps, cutSteps), around.Quad)
	if !ok {
		return 0
	}
	outside := 0
	for y := range cutSteps {
		for x := range cutSteps {
			p := at.Apply(raster.Point{X: float64(x) + .5, Y: float64(y) + .5})
			if p.X < 0 || p.Y < 0 || p.X > float64(s.Width) || p.Y > float64(s.Height) {
				outside++
			}
		}
	}
	return float64(outside) / (cutSteps * cutSteps)
}
