//go:build !js

package engine

import (
	"image"
	"math"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

// page is the printed side of a document, straightened: as large as its print needs, whatever the capture's size.
type page struct {
	img   *image.RGBA
	mm    float64           // pixels to the millimetre
	back  raster.Homography // from its pixels to the capture's
	leave []image.Rectangle // where no text is printed: portraits
}

// pageFormat is a document's size in mm, how many mm of its height are read, and at how many pixels to the millimetre.
type pageFormat struct{ width, height, read, mm float64 }

// The formats of ISO/IEC 7810. How many pixels a millimetre gets was tuned on the development samples: capitals of the
// smallest print are then 30 pixels high.
var (
	cardFormat    = pageFormat{85.6, 54, 54, 19}  // ID-1
	largeFormat   = pageFormat{105, 74, 50.5, 15} // ID-2, read above its zone
	bookletFormat = pageFormat{125, 88, 64.5, 14} // ID-3, read above its zone
)

// zoneFormats are the formats by the length of the lines of their zone in characters; zoneInset is where their zone
// lies, in mm from the document's top left (ICAO 9303-4 and -6, appendix B).
var (
	zoneFormats = map[int]pageFormat{44: bookletFormat, 36: largeFormat}
	zoneInset   = map[int]raster.Quad{
		44: raster.QuadOf(6.6, 69.6, 111.8, 9),
		36: raster.QuadOf(6.6, 55.6, 91.4, 9),
	}
)

const (
	// mostZoneOff is how far a zone may lie from where its format has it, in mm, for an outline to be believed. Tuned
	// on the development samples.
	mostZoneOff = 5
	// mostSlender is how many times as high as wide a page without edges is taken to be, at most.
	mostSlender = 2
	// portraitSide, portraitTop and portraitBottom are how far a portrait reaches beyond the detector's window of its
	// face, in widths and heights of that window. Tuned on the development samples.
	portraitSide   = .12
	portraitTop    = .25
	portraitBottom = .3
)

// straightenPage straightens a side: by its outline where the machine-readable zone lies in it as it should, else by
// the zone, else by the outline alone, else as it is.
func straightenPage(p *picture, s check.Side) page {
	q, f := pageFrame(s)
	to, ok := raster.NewHomography(raster.QuadOf(0, 0, f.width, f.height), q)
	if !ok {
		return page{}
	}
	w, h := int(f.width*f.mm), int(f.read*f.mm)
	out := page{mm: f.mm, img: p.full.Warp(to.ApplyQuad(raster.QuadOf(0, 0, f.width, f.read)), w, h).RGBA()}
	out.back, _ = raster.NewHomography(raster.QuadOf(0, 0, f.width*f.mm, f.height*f.mm), q)
	if there, ok := out.back.Inverse(); ok {
		for _, f := range s.Faces {
			out.leave = append(out.leave, portraitOn(there, f, s.Scale))
		}
	}
	return out
}

// portraitOn is the place of a portrait on a page, by the face on it; there leads from the capture to the page.
func portraitOn(there raster.Homography, f face.Face, scale float64) image.Rectangle {
	window := raster.QuadOf(float64(f.Box.Min.X), float64(f.Box.Min.Y), float64(f.Box.Dx()), float64(f.Box.Dy()))
	x0, y0, x1, y1 := there.ApplyQuad(window.Scale(scale, scale)).Bounds()
	w, h := x1-x0, y1-y0
	return image.Rect(int(x0-portraitSide*w), int(y0-portraitTop*h), int(x1+portraitSide*w), int(y1+portraitBottom*h))
}

// pageFrame returns the document's corners in the capture, clockwise from the top left as read, and its format.
func pageFrame(s check.Side) (raster.Quad, pageFormat) {
	outline, found := readingOrder(s)
	f := formatBySize(s, outline, found)
	if s.Zone == nil || len(s.Zone.Text) != 2 {
		return outline, f
	}
	columns := len(s.Zone.Text[0])
	byZone, ok := zoneFormats[columns]
	if !ok {
		return outline, f
	}
	zone := raster.QuadFrom(s.Zone.Quad)
	if found && zoneFits(outline, zone, byZone, zoneInset[columns]) {
		return outline, byZone
	}
	if around, ok := document.AroundMRZ(zone, columns, 2); ok {
		return around.Quad, byZone
	}
	return outline, f
}

// readingOrder is the outline with its corners in the order in which the document is read; the whole capture where its
// edges were not found.
func readingOrder(s check.Side) (q raster.Quad, found bool) {
	q = raster.QuadOf(0, 0, float64(s.Width), float64(s.Height))
	if o := s.Document(); o != nil && !o.Full {
		q, found = o.Quad.Scale(s.Scale, s.Scale), true
	}
	var read raster.Quad
	for i := range q {
		read[i] = q[(i+s.Turned/90)%4]
	}
	return read, found
}

// zoneFits reports whether a zone lies in an outline where a format has it.
func zoneFits(outline, zone raster.Quad, f pageFormat, want raster.Quad) bool {
	m, ok := raster.NewHomography(outline, raster.QuadOf(0, 0, f.width, f.height))
	if !ok {
		return false
	}
	for i, p := range m.ApplyQuad(zone) {
		if !(math.Hypot(p.X-want[i].X, p.Y-want[i].Y) < mostZoneOff) {
			return false
		}
	}
	return true
}

// formatBySize returns a document's format where no zone was read: a card's, or a data page's for passports.
func formatBySize(s check.Side, q raster.Quad, found bool) pageFormat {
	f := cardFormat
	switch {
	case s.Kind == "passport":
		f = bookletFormat
		f.read = f.height
	case found && s.Format() == document.ID2:
		f = largeFormat
		f.read = f.height
	}
	if !found { // the picture's own shape
		f.height = f.width * (q.Side(1) + q.Side(3)) / max(1, q.Side(0)+q.Side(2))
		f.height = min(f.height, mostSlender*f.width)
		f.read = f.height
	}
	return f
}

// captureCorners maps a place of a page back to the capture.
func (p page) captureCorners(r image.Rectangle) [8]float64 {
	q := raster.QuadOf(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	return p.back.ApplyQuad(q).Corners()
}
