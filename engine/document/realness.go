package document

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// Class is what a captured document looks like it is.
type Class string

// The three classes of realness.
const (
	Real      Class = "real"
	Photocopy Class = "photocopy"
	Screen    Class = "screen"
)

// Realness is how much a document looks like an original rather than a copy of one. Score is 0..1 and is calibrated so
// that the SDK's threshold of .8 parts originals from copies; it is the product of what Photocopy and Screen leave. A
// document that was issued without any colour scores as a photocopy, and a screen whose grid the lens blurs leaves no
// trace: a low score is a reason to look, never to decline, and a high one proves nothing.
type Realness struct {
	Score     float64
	Class     Class
	Photocopy float64 // 0..1: no colour but that of the light
	Screen    float64 // 0..1: a display's grid or its moiré
	Chroma    float64 // residual chroma behind Photocopy, 8-bit steps at a mean luma of 150
	Peak      float64 // height of the spectral peak behind Screen, natural logarithm of power above chance
}

// How realness is measured and weighed. The curves were fitted on the development samples, on copies of them under
// drawn lamps and on drawn displays.
const (
	photocopySide  = 200  // longer side at which colour is measured, px, at most: fine enough for print
	photocopyLeast = 48   // … and at least
	photocopyPer   = 6    // pixels of the document in one of those, so that noise is averaged alike in small pictures
	photocopyRim   = 20   // of the longer side: the share at each edge that is left out
	chromaReach    = 2    // how far around a place the colour is averaged
	photocopyHalf  = 1.42 // residual chroma at which Photocopy is .5
	photocopySteep = 6.7  // so that Photocopy is .2 at 1.75
	detailWide     = 8    // pieces of a detail from left to right
	detailHigh     = 6
	screenHalf     = 2.2 // peak at which Screen is .5
	screenSteep    = 2.3 // so that Screen is .2 at 1.6
)

// Part is a place on a document, in shares of its width and its height.
type Part struct{ X0, Y0, X1, Y1 float64 }

// over reports whether a part lies over any of others.
func (p Part) over(others []Part) bool {
	for _, o := range others {
		if p.X0 < o.X1 && o.X0 < p.X1 && p.Y0 < o.Y1 && o.Y0 < p.Y1 {
			return true
		}
	}
	return false
}

// Detail is a mosaic of small pieces from all over a document as it was photographed, neither scaled nor straightened,
// which would smooth a fine grid away; quad is the document's outline in the picture. Codes are left out, as in
// JudgeRealness. Nil where the document is too small for pieces that do not overlap.
func Detail(img *raster.Image, quad raster.Quad, codes ...Part) *image.RGBA {
	w, h := min(quad.Side(0), quad.Side(2)), min(quad.Side(1), quad.Side(3))
	if !quad.Convex() || w < detailWide*fftSize || h < detailHigh*fftSize {
		return nil
	}
	var places []image.Point
	for i := range detailWide * detailHigh {
		u, v := (float64(i%detailWide)+.5)/detailWide, (float64(i/detailWide)+.5)/detailHigh
		ru, rv := fftSize/w/2, fftSize/h/2
		if (Part{u - ru, v - rv, u + ru, v + rv}).over(codes) {
			continue
		}
		at := between(between(quad[0], quad[1], u), between(quad[3], quad[2], u), v)
		places = append(places, image.Pt(int(at.X)-fftSize/2, int(at.Y)-fftSize/2))
	}
	out := image.NewRGBA(image.Rect(0, 0, fftSize, len(places)*fftSize))
	for i, at := range places {
		piece := img.Part(image.Rectangle{at, at.Add(image.Pt(fftSize, fftSize))})
		for line := range piece.Rect.Dy() {
			to := out.PixOffset(0, i*fftSize+line)
			copy(out.Pix[to:to+4*fftSize], piece.Pix[line*piece.Stride:][:4*piece.Rect.Dx()])
		}
	}
	return out
}

// JudgeRealness inspects a straightened document, 1000 px or more on its longer side, and a detail of it as Detail
// returns it (nil for none): a display's coarse grid shows in the former, a fine one in the latter. Codes are the
// places of barcodes and machine-readable zones on the document: modules and characters stand in a grid of their own,
// which is not a display's.
func JudgeRealness(card, detail *image.RGBA, codes ...Part) Realness {
	w, h := card.Rect.Dx(), card.Rect.Dy()
	if w < leastAssessed || h < leastAssessed {
		return Realness{Class: Real}
	}
	long := float64(max(w, h))
	f := min(max(long/photocopyPer, photocopyLeast), photocopySide, long) / long
	small := raster.DownscaleRGBA(card, max(int(float64(w)*f), 8), max(int(float64(h)*f), 8))
	if rim := max(small.Rect.Dx(), small.Rect.Dy()) / photocopyRim; min(small.Rect.Dx(), small.Rect.Dy()) > 4*rim+8 {
		// what an outline that is a little off lets in is not the document's
		small = raster.CropRGBA(small, small.Rect.Inset(rim))
	}
	r := Realness{Chroma: chromaResidual(small), Peak: screenPeak(card, codes)}
	if detail != nil {
		r.Peak = max(r.Peak, screenPeak(detail, nil))
	}
	r.Photocopy = 1 / (1 + math.Pow(r.Chroma/photocopyHalf, photocopySteep))
	r.Screen = 1 / (1 + math.Exp(-screenSteep*(r.Peak-screenHalf)))
	r.Score = (1 - r.Photocopy) * (1 - r.Screen)
	switch {
	case r.Score >= max(r.Photocopy, r.Screen):
		r.Class = Real
	case r.Screen > r.Photocopy:
		r.Class = Screen
	default:
		r.Class = Photocopy
	}
	return r
}
