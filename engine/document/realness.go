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

// Realness says how much a document looks like an original rather than a copy of one. Score is 0..1 and is
// calibrated so that the SDK's threshold of .8 parts originals from copies; it is the product of what
// Photocopy and Screen leave. A document that was issued without any colour scores as a photocopy, and a
// fine screen that was photographed from afar leaves no trace: a low score is a reason to look, never to
// decline, and a high one proves nothing.
type Realness struct {
	Score     float64
	Class     Class
	Photocopy float64 // 0..1: no colour but that of the light
	Screen    float64 // 0..1: a display's grid or its moiré
	Chroma    float64 // residual chroma behind Photocopy, 8-bit steps at a mean luma of 150
	Peak      float64 // height of the spectral peak behind Screen, natural logarithm of power above chance
}

const (
	photocopySide  = 200 // longer side at which colour is measured, px: fine enough for print, coarse enough for noise
	photocopyHalf  = 3.9 // residual chroma at which Photocopy is .5
	photocopySteep = 6.0 // so that Photocopy is .2 at 4.9
	screenHalf     = 2.2 // peak at which Screen is .5
	screenSteep    = 2.3 // so that Screen is .2 at 1.6
)

// JudgeRealness looks at a straightened document. It should hold the document at the resolution of the
// photograph, 1000 px or more, because a display's grid is lost in smaller pictures.
func JudgeRealness(card *image.RGBA) Realness {
	w, h := card.Rect.Dx(), card.Rect.Dy()
	if w < 16 || h < 16 {
		return Realness{Class: Real}
	}
	f := min(photocopySide/float64(max(w, h)), 1)
	small := raster.DownscaleRGBA(card, max(int(float64(w)*f), 8), max(int(float64(h)*f), 8))
	r := Realness{Chroma: chromaResidual(small), Peak: screenPeak(card)}
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
