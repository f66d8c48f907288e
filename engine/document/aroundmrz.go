package document

import (
	"math"

	"proofdesk/engine/raster"
)

// mrzLayout is where the characters of a machine-readable zone stand on a document, in mm: characters are
// 2.54 wide and lines 6.35 apart (ICAO 9303-3, 4.2), in the middle of a zone that reaches 23.2 up from the
// lower edge, 2.4 high each.
type mrzLayout struct {
	columns, rows int
	w, h          float64
	format        Format
}

var mrzLayouts = [...]mrzLayout{{44, 2, 125, 88, ID3}, {36, 2, 105, 74, ID2}, {30, 3, 85.6, 54, ID1}}

const (
	mrzPitch  = 2.54 // width of a character with the gap beside it, mm
	mrzLine   = 6.35 // from one line to the next, mm
	mrzHeight = 2.4  // of a character, mm
	mrzZone   = 23.2 // from the document's lower edge to the zone's upper edge, mm

	// aroundConfidence is the confidence of an outline that only a zone implies: so flat a strip shows no perspective.
	// Under the SDK's .7, so that it never passes by itself.
	aroundConfidence = .5
)

// AroundMRZ estimates a document's outline from its machine-readable zone, for pictures in which no edge can be seen.
// The text quad reaches from the left of the first character to the right of the last, columns characters in each of
// the rows lines, upright as read. So flat a strip shows no perspective, hence the outline is a plain rectangle and its
// Confidence .5. It is false for layouts other than 44 × 2, 36 × 2 and 30 × 3.
func AroundMRZ(text raster.Quad, columns, rows int) (Outline, bool) {
	if !text.Convex() {
		return Outline{}, false
	}
	for _, l := range mrzLayouts {
		if l.columns == columns && l.rows == rows {
			return l.around(text), true
		}
	}
	return Outline{}, false
}

func (l mrzLayout) around(text raster.Quad) Outline {
	wide := float64(l.columns) * mrzPitch
	left := raster.Point{X: (text[0].X + text[3].X) / 2, Y: (text[0].Y + text[3].Y) / 2}
	right := raster.Point{X: (text[1].X + text[2].X) / 2, Y: (text[1].Y + text[2].Y) / 2}
	ux, uy := (right.X-left.X)/wide, (right.Y-left.Y)/wide // one mm to the right; one mm down is (-uy, ux)
	margin, below := (l.w-wide)/2, mrzZone/2
	at := func(x, y float64) raster.Point {
		return raster.Point{X: left.X + x*ux - y*uy, Y: left.Y + x*uy + y*ux}
	}
	return Outline{
		Quad: raster.Quad{
			at(-margin, below-l.h), at(l.w-margin, below-l.h), at(l.w-margin, below), at(-margin, below),
		},
		Confidence: aroundConfidence,
		Aspect:     l.w / l.h,
		Format:     l.format,
	}
}

// FitsMRZ reports whether a machine-readable zone lies in an outline where its layout has it. The text quad is as for
// AroundMRZ; it may be turned against the outline in any way.
func FitsMRZ(outline, text raster.Quad, columns, rows int) bool {
	for _, l := range mrzLayouts {
		if l.columns == columns && l.rows == rows {
			return l.fits(outline, text)
		}
	}
	return false
}

// zoneOff is how far a corner of a zone may lie from where its layout has it, in mm. Tuned on the development samples.
const zoneOff = 6

func (l mrzLayout) fits(outline, text raster.Quad) bool {
	wide, high := float64(l.columns)*mrzPitch, float64(l.rows-1)*mrzLine+mrzHeight
	want := raster.QuadOf((l.w-wide)/2, l.h-mrzZone/2-high/2, wide, high)
	for turn := range outline {
		var q raster.Quad
		for i := range q {
			q[i] = outline[(i+turn)%4]
		}
		m, ok := raster.NewHomography(q, raster.QuadOf(0, 0, l.w, l.h))
		if !ok {
			return false
		}
		off := 0.0
		for i, p := range m.ApplyQuad(text) {
			off = max(off, math.Hypot(p.X-want[i].X, p.Y-want[i].Y))
		}
		if off < zoneOff {
			return true
		}
	}
	return false
}
