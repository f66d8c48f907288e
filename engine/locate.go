package engine

import (
	"cmp"
	"image"
	"math"
	"slices"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

// Several documents may lie in one picture. What is measured and read must then come from one of them: the one that
// carries the code, else the one that was asked for, else the one whose outline is the clearer. The other is only
// named.

// All of these were tuned on the development samples and on drawn pairs of documents.
const (
	// nearEdge is how far a place may lie outside of an outline, as a share of the document's size, and still be on it.
	nearEdge = .04
	// cornerEdge is the same for the corners of a code, which its reader places less exactly.
	cornerEdge = 2 * nearEdge
	// zoneAround is how far around the document that a zone implies its edges are searched for, in longer sides of it.
	zoneAround = .25
	// symbolAround is the same around a barcode, in longer sides of the barcode.
	symbolAround = 1.
	// mostOutside is how far an outline that a zone alone tells may lie outside of the picture, as a share of the
	// picture's longer side.
	mostOutside = .02
	// leastBeside is the share of the document's area that another one in the picture has at least.
	leastBeside = .3
	// clearBeside is the confidence from which the outline of another document counts.
	clearBeside = .9
	// mostBarcode is the share of an outline's area from which a barcode in it fills it, so that the outline is the
	// barcode's own edge; on licences a barcode takes a third.
	mostBarcode = .6
	// leastBarcode is the share of a licence's area that its barcode takes at least.
	leastBarcode = .1
)

// located is which document of a picture is judged, and what lies beside it. Outlines and faces are in pixels of the
// working picture, barcodes in pixels of the capture.
type located struct {
	outline *document.Outline // nil where no edges were found
	symbols []barcode.Symbol
	faces   []face.Face // the portrait first
	turned  int         // clockwise degrees by which the content stands turned: 0, 90, 180, 270
	beside  check.Beside
}

// detectOutline finds the document's edges without a look at what is on it; nil where there are none.
func detectOutline(p *picture) *document.Outline {
	if o, ok := document.Detect(p.work.Gray(), p.work.RGBA()); ok {
		return &o
	}
	return nil
}

// locate decides, once the codes are read, which document is judged: it starts from the outline that was found without
// them. Clear is the confidence from which an outline counts.
func locate(p *picture, outline *document.Outline, c codes, clear float64) located {
	at, coded := anchorOf(p, c)
	l := located{outline: outline, symbols: c.symbols}
	if outline != nil && !outline.Full && slices.ContainsFunc(c.symbols,
		func(s barcode.Symbol) bool { return fills(outline, workQuad(p, s.Corners)) }) {
		l.outline = nil
	}
	switch {
	case !coded:
		l.outline = preferAsked(l.outline, p.kind)
	case !holds(l.outline, at.place) ||
		(l.outline.Full || l.outline.Confidence < clear) && !at.fits(l.outline):
		l.outline, l.beside.Outline = moveTo(p, at, l.outline, clear)
	}
	sure := coded && isSure(l.outline, clear)
	if sure {
		l.symbols, l.beside.Symbols = divideSymbols(p, c.symbols, l.outline)
	}
	if l.beside.Outline == nil && l.outline != nil {
		l.beside.Outline = l.outline.Second
	}
	if l.beside.Outline == nil && sure {
		l.beside.Outline = findBeside(p, l.outline)
	}
	return l
}

// anchor is the code that determines which document is judged, with its place in the working picture: the zone, else a
// licence's barcode.
type anchor struct {
	place         raster.Quad
	columns, rows int // characters of a zone; 0 for a barcode
}

func anchorOf(p *picture, c codes) (anchor, bool) {
	if c.zone != nil {
		return anchor{workQuad(p, c.zone.Quad), len(c.zone.Lines[0].Text), len(c.zone.Lines)}, true
	}
	for _, s := range c.symbols {
		if check.IsLicence(s) {
			return anchor{place: workQuad(p, s.Corners)}, true
		}
	}
	return anchor{}, false
}

// fits reports whether a zone lies in the outline where its layout has it, or a barcode is as large in it as on
// licences.
func (a anchor) fits(o *document.Outline) bool {
	if a.columns == 0 {
		return math.Abs(a.place.Area()) > leastBarcode*o.Quad.Area()
	}
	return document.FitsMRZ(o.Quad, a.place, a.columns, a.rows)
}

// outline returns the outline that a zone implies; false for a barcode.
func (a anchor) outline() (document.Outline, bool) {
	if a.columns == 0 {
		return document.Outline{}, false
	}
	return document.AroundMRZ(a.place, a.columns, a.rows)
}

// workQuad scales corners in the capture to the working picture.
func workQuad(p *picture, corners mrz.Quad) raster.Quad {
	return raster.QuadFrom(corners).Scale(1/p.Scale, 1/p.Scale)
}

// isSure reports whether an outline lies wholly in the picture and is clear enough to decide what is on the document
// and what is not.
func isSure(o *document.Outline, clear float64) bool {
	return o != nil && !o.Full && !o.Cut && o.Confidence >= clear
}

// fills reports whether what was found as a document's edge is a barcode's own.
func fills(o *document.Outline, place raster.Quad) bool {
	return o.Around(place.Middle(), 0) && math.Abs(place.Area()) > mostBarcode*o.Quad.Area()
}

// holds reports whether a code lies in an outline.
func holds(o *document.Outline, place raster.Quad) bool {
	if o == nil || !o.Quad.Convex() {
		return false
	}
	beyond := func(p raster.Point) bool { return !o.Around(p, cornerEdge) }
	return o.Full || o.Around(place.Middle(), 0) && !slices.ContainsFunc(place[:], beyond)
}

// preferAsked returns the second document of two where it alone has the aspect of what was asked for.
func preferAsked(o *document.Outline, kind string) *document.Outline {
	if o == nil || o.Second == nil {
		return o
	}
	asked := document.ID1
	if kind == "passport" {
		asked = document.ID3
	}
	if o.Format != asked && o.Second.Format == asked {
		return swapped(o)
	}
	return o
}

// swapped returns the second document of two, with the first one as its second.
func swapped(o *document.Outline) *document.Outline {
	first, second := *o, *o.Second
	first.Second, second.Second = nil, &first
	return &second
}

// moveTo returns the outline that lies around the code: the second document's, else one found near the code, else the
// one that the zone implies. A clear outline that lies elsewhere is another document's.
func moveTo(p *picture, at anchor, before *document.Outline, clear float64) (own, other *document.Outline) {
	if before != nil && before.Second != nil && holds(before.Second, at.place) {
		return swapped(before), nil
	}
	own = aroundCode(p, at, before, clear)
	if before != nil && !before.Full && before.Confidence >= clear && before.Shaped() &&
		(own == nil || before.Apart(*own)) && !before.Around(at.place.Middle(), 0) {
		other = before
	}
	return own, other
}

// aroundCode returns the outline around a code: one found near it, else the one that a zone implies, else the one that
// was there before if the code lies in it.
func aroundCode(p *picture, at anchor, before *document.Outline, clear float64) *document.Outline {
	told, ok := at.outline()
	region := grown(at.place, symbolAround)
	if ok {
		region = grown(told.Quad, zoneAround)
	}
	near, found := document.DetectIn(p.work.Gray(), p.work.RGBA(), region)
	inside := holds(before, at.place)
	switch {
	case found && near.Confidence >= clear && near.Around(at.place.Middle(), 0):
		return &near
	case ok && isWithin(p, told.Quad) && (!inside || before.Confidence < clear):
		return &told
	case !inside:
		return nil
	}
	return before
}

// findBeside searches for another document in the widest strip of the picture that the document leaves free.
func findBeside(p *picture, own *document.Outline) *document.Outline {
	w, h := p.work.Size()
	x0, y0, x1, y1 := own.Quad.Bounds()
	strips := []image.Rectangle{
		image.Rect(0, 0, w, int(y0)), image.Rect(0, int(y1), w, h),
		image.Rect(0, 0, int(x0), h), image.Rect(int(x1), 0, w, h),
	}
	widest := slices.MaxFunc(strips,
		func(a, b image.Rectangle) int { return cmp.Compare(min(a.Dx(), a.Dy()), min(b.Dx(), b.Dy())) })
	least := leastBeside * own.Quad.Area()
	if side := float64(min(widest.Dx(), widest.Dy())); side*side < least {
		return nil
	}
	o, ok := document.DetectIn(p.work.Gray(), p.work.RGBA(), widest)
	if !ok || o.Confidence < clearBeside || !o.Shaped() || o.Quad.Area() < least || !o.Apart(*own) {
		return nil
	}
	return &o
}

// isWithin reports whether an outline lies in the picture.
func isWithin(p *picture, q raster.Quad) bool {
	w, h := p.work.Size()
	x0, y0, x1, y1 := q.Bounds()
	out := mostOutside * float64(max(w, h))
	return x0 > -out && y0 > -out && x1 < float64(w)+out && y1 < float64(h)+out
}

// grown is the box around a quad with a share of its longer side on each side.
func grown(q raster.Quad, share float64) image.Rectangle {
	x0, y0, x1, y1 := q.Bounds()
	by := share * max(x1-x0, y1-y0)
	return image.Rect(int(x0-by), int(y0-by), int(x1+by), int(y1+by))
}

// divideSymbols separates the barcodes on the document from those beside it.
func divideSymbols(p *picture, all []barcode.Symbol, o *document.Outline) (own, beside []barcode.Symbol) {
	for _, s := range all {
		if o.Around(workQuad(p, s.Corners).Middle(), nearEdge) {
			own = append(own, s)
		} else {
			beside = append(beside, s)
		}
	}
	return own, beside
}

// divideFaces separates the faces on the document from those beside it.
func divideFaces(all []face.Face, o *document.Outline) (own, beside []face.Face) {
	for _, f := range all {
		if o.Around(f.Middle(), nearEdge) {
			own = append(own, f)
		} else {
			beside = append(beside, f)
		}
	}
	return own, beside
}
