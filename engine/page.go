//go:build !js

package engine

import (
	"image"
	"math"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

// page is the printed side of a document, straightened: as large as its print needs, whatever the capture's size.
type page struct {
	img   *image.RGBA
	mm    float64           // pixels to the millimetre
	back  raster.Homography // from its pixels to the capture's
	leave []image.Rectangle // where no text is printed: portraits
}

// format is a document's size, what is read of its height, and at how many pixels to the millimetre.
type format struct{ w, h, read, mm float64 }

var (
	cardFormat    = format{85.6, 54, 54, 19}  // ISO/IEC 7810 ID-1
	largeFormat   = format{105, 74, 50.5, 15} // ID-2, above its zone
	bookletFormat = format{125, 88, 64.5, 14} // ID-3, above its zone
	zoneColumns   = map[int]format{44: bookletFormat, 36: largeFormat}
	zoneInset     = map[int]raster.Quad{44: raster.QuadOf(6.6, 69.6, 111.8, 9), 36: raster.QuadOf(6.6, 55.6, 91.4, 9)}
)

// zoneOff is how far a zone may lie from where its format has it, in mm, for an outline to be believed.
const zoneOff = 5

// page straightens the side of a card: by its outline where the machine-readable zone lies in it as it should, else by
// the zone, else by the outline alone, else as it is.
func (c *card) page() page {
	q, f := c.frame()
	to, ok := raster.NewHomography(raster.QuadOf(0, 0, f.w, f.h), q)
	if !ok {
		return page{}
	}
	w, h := int(f.w*f.mm), int(f.read*f.mm)
	p := page{mm: f.mm, img: c.full.Warp(to.ApplyQuad(raster.QuadOf(0, 0, f.w, f.read)), w, h).RGBA()}
	p.back, _ = raster.NewHomography(raster.QuadOf(0, 0, f.w*f.mm, f.h*f.mm), q)
	if there, ok := p.back.Inverse(); ok {
		for _, face := range c.faces {
			p.leave = append(p.leave, portraitIn(there, face.Box, c.scale))
		}
	}
	return p
}

// portraitIn is the place of a portrait on a page, by the face on it.
func portraitIn(m raster.Homography, face image.Rectangle, scale float64) image.Rectangle {
	q := raster.QuadOf(float64(face.Min.X), float64(face.Min.Y), float64(face.Dx()), float64(face.Dy())).Scale(scale,
		scale)
	x0, y0, x1, y1 := m.ApplyQuad(q).Bounds()
	w, h := x1-x0, y1-y0
	return image.Rect(int(x0-.12*w), int(y0-.25*h), int(x1+.12*w), int(y1+.3*h))
}

// frame returns the document's corners in the capture, clockwise from the top left as read, and its format.
func (c *card) frame() (raster.Quad, format) {
	outline, found := c.standing()
	f, z := c.formatBySize(outline, found), 0
	if c.hasZone && len(c.zone.Text) == 2 {
		z = len(c.zone.Text[0])
	}
	if zf, ok := zoneColumns[z]; ok {
		zone := quadOf(c.zone.Quad)
		if found && zoneFits(outline, zone, zf, zoneInset[z]) {
			return outline, zf
		}
		if around, ok := document.AroundMRZ(zone, z, 2); ok {
			return around.Quad, zf
		}
	}
	return outline, f
}

// standing is the outline with its corners in the order in which the document is read.
func (c *card) standing() (q raster.Quad, found bool) {
	q = raster.QuadOf(0, 0, float64(c.report.Width), float64(c.report.Height))
	if found = c.found && !c.outline.Full; found {
		q = c.outline.Quad.Scale(c.scale, c.scale)
	}
	var stands raster.Quad
	for i := range q {
		stands[i] = q[(i+c.report.Turned/90)%4]
	}
	return stands, found
}

// zoneFits reports whether a zone lies in an outline where a format has it.
func zoneFits(outline, zone raster.Quad, f format, want raster.Quad) bool {
	m, ok := raster.NewHomography(outline, raster.QuadOf(0, 0, f.w, f.h))
	if !ok {
		return false
	}
	for i, p := range m.ApplyQuad(zone) {
		if !(math.Hypot(p.X-want[i].X, p.Y-want[i].Y) < zoneOff) {
			return false
		}
	}
	return true
}

// formatBySize is a document's format where no zone tells it: a card's, or a data page's for passports.
func (c *card) formatBySize(q raster.Quad, found bool) format {
	f := cardFormat
	switch {
	case c.capture.Kind == "passport":
		f = bookletFormat
		f.read = f.h
	case found && c.outline.Format == document.ID2:
		f = largeFormat
		f.read = f.h
	}
	if !found { // the picture's own shape
		f.h = f.w * (q.Side(1) + q.Side(3)) / max(1, q.Side(0)+q.Side(2))
		f.h = min(f.h, 2*f.w)
		f.read = f.h
	}
	return f
}
