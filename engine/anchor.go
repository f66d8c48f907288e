package engine

import (
	"cmp"
	"image"
	"math"
	"slices"

	"proofdesk/engine/barcode"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

// Several documents may lie in one picture. What is measured and read must then come from one of them: the one that
// carries the code, else the one that was asked for, else the one whose outline is the clearer. The other is only
// named.

const (
	// nearEdge is how far a place may lie outside of an outline, as a share of the document's size, and still be on it.
	nearEdge = .04
	// zoneAround and symbolAround are how far around a code its document is looked for, in widths of that document as a
	// zone tells it, and of a barcode.
	zoneAround   = .25
	symbolAround = 1.
	// outsideLeast is how far an outline that a zone alone tells may lie outside of the picture, as a share of its
	// longer side.
	outsideLeast = .02
	// besideLeast is the share of the document's size that another has at least, and besideSure how clear its outline
	// is.
	besideLeast = .3
	besideSure  = .9
	// ownFrame is the share of an outline from which a barcode in it fills it; on licences it takes a third.
	ownFrame     = .6
	leastBarcode = .1
)

// settle decides, once the codes are read, which document is looked at.
func (c *card) settle(clear float64) {
	place, coded := c.anchor()
	if c.found && !c.outline.Full && slices.ContainsFunc(c.symbols, c.framed) {
		c.outline, c.found = document.Outline{}, false
	}
	switch {
	case !coded:
		c.choose()
	case !c.holds(c.outline, place) || (c.outline.Full || c.outline.Confidence < clear) && !c.fits(place):
		c.move(place, clear)
	}
	if coded && c.sure(clear) {
		own := func(s barcode.Symbol) bool { return c.outline.Around(middleOf(c.working(s.Corners)), nearEdge) }
		c.strange = slices.DeleteFunc(slices.Clone(c.symbols), own)
		c.symbols = slices.DeleteFunc(slices.Clone(c.symbols), func(s barcode.Symbol) bool { return !own(s) })
	}
	if c.other == nil && c.found {
		c.other = c.outline.Second
	}
	if coded && c.other == nil && c.sure(clear) {
		c.other = c.beside()
	}
	c.tellOutline()
}

// framed reports whether what was taken for a document's edge is the barcode's own.
func (c *card) framed(s barcode.Symbol) bool {
	place := c.working(s.Corners)
	return c.outline.Around(middleOf(place), 0) && math.Abs(place.Area()) > ownFrame*c.outline.Quad.Area()
}

// anchor is the place, in the working picture, of the code that tells which document it is: the zone, else a licence's
// barcode.
func (c *card) anchor() (place raster.Quad, ok bool) {
	if c.hasZone {
		return c.working(c.zone.Quad), true
	}
	for _, s := range c.symbols {
		if isLicence(s) {
			return c.working(s.Corners), true
		}
	}
	return place, false
}

// working takes corners in the full picture to the working one.
func (c *card) working(q [8]float64) raster.Quad {
	return quadOf(mrz.Quad(q)).Scale(1/c.scale, 1/c.scale)
}

func quadOf(q mrz.Quad) (r raster.Quad) {
	for i := range r {
		r[i] = raster.Point{X: q[2*i], Y: q[2*i+1]}
	}
	return r
}

// sure reports whether an outline that lies wholly in the picture is clear enough to say what lies on the document and
// what does not.
func (c *card) sure(clear float64) bool {
	return c.found && !c.outline.Full && !c.outline.Cut && c.outline.Confidence >= clear
}

// holds reports whether a code lies in an outline.
func (c *card) holds(o document.Outline, place raster.Quad) bool {
	if !c.found || !o.Quad.Convex() {
		return false
	}
	return o.Full ||
		o.Around(middleOf(place), 0) &&
			!slices.ContainsFunc(place[:], func(p raster.Point) bool { return !o.Around(p, 2*nearEdge) })
}

// fits reports whether the zone lies in the outline where its layout has it, or the barcode is as large in it as on
// licences.
func (c *card) fits(place raster.Quad) bool {
	if !c.hasZone {
		return math.Abs(place.Area()) > leastBarcode*c.outline.Quad.Area()
	}
	return document.FitsMRZ(c.outline.Quad, c.working(c.zone.Quad), len(c.zone.Lines[0].Text), len(c.zone.Lines))
}

// choose takes the second document of two without a code where it alone has the aspect of what was asked for.
func (c *card) choose() {
	if !c.found || c.outline.Second == nil {
		return
	}
	asked := document.ID1
	if c.capture.Kind == "passport" {
		asked = document.ID3
	}
	if c.outline.Format != asked && c.outline.Second.Format == asked {
		c.swap()
	}
}

// swap makes the second document the one that is looked at.
func (c *card) swap() {
	first, second := c.outline, *c.outline.Second
	first.Second, second.Second = nil, &first
	c.outline = second
}

// move takes the outline that lies around the code: the second document's, else one found near the code, else as the
// zone tells it. A clear outline that lies elsewhere is another document's.
func (c *card) move(place raster.Quad, clear float64) {
	before, had := c.outline, c.found && !c.outline.Full && c.outline.Confidence >= clear && c.outline.Shaped()
	if c.found && c.outline.Second != nil && c.holds(*c.outline.Second, place) {
		c.swap()
		return
	}
	around, told := c.aroundZone()
	region := grown(place, symbolAround)
	if told {
		region = grown(around.Quad, zoneAround)
	}
	near, ok := document.DetectIn(c.work.Gray(), c.work.RGBA(), region)
	switch {
	case ok && near.Confidence >= clear && holdsCode(near, place):
		c.outline, c.found = near, true
	case told && c.within(around.Quad) && (c.outline.Confidence < clear || !c.holds(c.outline, place)):
		c.outline, c.found = around, true
	case !c.holds(c.outline, place):
		c.outline, c.found = document.Outline{}, false
	}
	if had && (!c.found || before.Apart(c.outline)) && !holdsCode(before, place) {
		c.other = &before
	}
}

// beside looks for another document in the widest strip of the picture that the document leaves free.
func (c *card) beside() *document.Outline {
	w, h := c.work.Size()
	x0, y0, x1, y1 := c.outline.Quad.Bounds()
	strips := []image.Rectangle{
		image.Rect(0, 0, w, int(y0)), image.Rect(0, int(y1), w, h), image.Rect(0, 0, int(x0), h),
		image.Rect(int(x1), 0, w, h),
	}
	widest := slices.MaxFunc(strips,
		func(a, b image.Rectangle) int { return cmp.Compare(min(a.Dx(), a.Dy()), min(b.Dx(), b.Dy())) })
	least := besideLeast * c.outline.Quad.Area()
	if side := float64(min(widest.Dx(), widest.Dy())); side*side < least {
		return nil
	}
	o, ok := document.DetectIn(c.work.Gray(), c.work.RGBA(), widest)
	if !ok || o.Confidence < besideSure || !o.Shaped() || o.Quad.Area() < least || !o.Apart(c.outline) {
		return nil
	}
	return &o
}

func holdsCode(o document.Outline, place raster.Quad) bool { return o.Around(middleOf(place), 0) }

// aroundZone is the outline that the zone tells, in the working picture.
func (c *card) aroundZone() (document.Outline, bool) {
	if !c.hasZone {
		return document.Outline{}, false
	}
	return document.AroundMRZ(c.working(c.zone.Quad), len(c.zone.Lines[0].Text), len(c.zone.Lines))
}

// within reports whether an outline lies in the picture.
func (c *card) within(q raster.Quad) bool {
	w, h := c.work.Size()
	x0, y0, x1, y1 := q.Bounds()
	out := outsideLeast * float64(max(w, h))
	return x0 > -out && y0 > -out && x1 < float64(w)+out && y1 < float64(h)+out
}

// grown is the box around a quad with a share of its longer side on each side.
func grown(q raster.Quad, share float64) image.Rectangle {
	x0, y0, x1, y1 := q.Bounds()
	by := share * max(x1-x0, y1-y0)
	return image.Rect(int(x0-by), int(y0-by), int(x1+by), int(y1+by))
}

func middleOf(q raster.Quad) (m raster.Point) {
	for _, p := range q {
		m.X, m.Y = m.X+p.X/4, m.Y+p.Y/4
	}
	return m
}

// formats are the sizes of documents by the layout of their zone (ICAO 9303-4 to -7).
var formats = map[mrz.Format]document.Format{
	mrz.TD1:  document.ID1,
	mrz.TD2:  document.ID2,
	mrz.FRID: document.ID2,
	mrz.TD3:  document.ID3,
	mrz.MRVA: document.ID3,
	mrz.MRVB: document.ID2,
}

// tellOutline puts the outline into the report. A code tells the document's size; an aspect alone does where it is
// clear, and a card of the aspect that ID-2 and ID-3 share may be either.
func (c *card) tellOutline() {
	c.report.Document = nil
	if !c.found {
		return
	}
	switch {
	case c.hasZone:
		c.outline.Format = formats[c.zone.Record.Format]
	case c.licence || holdsLicence(c.symbols):
		c.outline.Format = document.ID1
	case c.outline.Format == document.ID3 && c.capture.Kind != "passport":
		c.outline.Format = ""
	}
	c.report.Document = &Quad{
		Corners:    flat(c.outline.Quad, c.scale),
		Confidence: c.outline.Confidence,
		Format:     string(c.outline.Format),
	}
}

// keepOwn parts the faces on the document from those beside it. Where the only ones lie beside it, the portrait is
// looked for again on the document, which is the second one if that carries it and no code tells which is meant.
func (in *inspector) keepOwn(c *card) {
	if !c.sure(in.clear(c)) {
		if c.other != nil {
			c.faces = slices.DeleteFunc(c.faces, func(f face.Face) bool { return c.other.Around(middle(f), 0) })
		}
		return
	}
	if len(c.faces) == 0 {
		return
	}
	all := c.faces
	if c.divide(all); len(c.faces) > 0 {
		return
	}
	if _, coded := c.anchor(); !coded && c.outline.Second != nil {
		c.swap()
		c.other = c.outline.Second
		c.tellOutline()
		if c.divide(all); len(c.faces) > 0 {
			return
		}
		c.swap()
		c.other = c.outline.Second
		c.tellOutline()
	}
	strangers := c.strangers
	c.searchPortrait()
	c.divide(c.faces)
	c.strangers = strangers
}

// divide keeps the faces that lie on the document and sets the others aside.
func (c *card) divide(all []face.Face) {
	c.faces, c.strangers = nil, nil
	for _, f := range all {
		if c.outline.Around(middle(f), nearEdge) {
			c.faces = append(c.faces, f)
		} else {
			c.strangers = append(c.strangers, f)
		}
	}
}

// clear is the confidence from which a side's outline counts.
func (in *inspector) clear(c *card) float64 {
	if c.back() {
		return in.Thresholds.BackConfidence
	}
	return in.Thresholds.FrontConfidence
}
