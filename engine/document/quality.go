package document

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// Quality is how well a document was photographed. Scores are 0..1.
type Quality struct {
	// probability-like; .98 is where the first printed fields can't be read any more. Higher is sharper
	Focus float64
	// what Focus would be by the direction with least blur, grain included: high wherever there is fine detail
	Lens float64
	// standard deviation of the blur in its worst direction, px of a document 1000 px long; 0 where nothing could be
	// measured
	Blur float64
	// share of the document with enough contrast to measure focus on; at 0 Focus has no meaning
	Textured   float64
	Glare      float64           // .20 is reached when a hard highlight covers 2 % of the document. Higher is worse
	GlareBoxes []image.Rectangle // around the highlights, in pixels of the picture that was passed in, largest first
	// half-way between ink and paper where there is print, as luma; print is readable from Darkest to Brightest
	Brightness float64
	TooDark    bool // Brightness is under Darkest: even the paper is dark
	TooBright  bool // Brightness is over Brightest: even the ink is washed out
	// around the fingers inside of the document, in pixels of the picture that was passed in
	Fingers []image.Rectangle
	Finger  float64 // .30 is reached when skin covers 3 % of the document from over its edge. Higher is worse
	Long    int     // longer side of the document in px: what it was photographed with
}

const (
	assessSide    = 1000 // longer side at which a document is assessed, px, unless it is smaller
	leastAssessed = 16   // shorter side, px
)

// Assess measures a document inside quad, or the whole picture where quad is nil. The pictures must be of
// one size; without rgba (nil) there is no finger score.
func Assess(gray *image.Gray, rgba *image.RGBA, quad *raster.Quad) Quality {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	if w < leastAssessed || h < leastAssessed {
		return Quality{}
	}
	q := raster.QuadOf(0, 0, float64(w), float64(h))
	if quad != nil && quad.Convex() {
		q = *quad
	}
	long := max(q.Side(0), q.Side(1), q.Side(2), q.Side(3))
	f := min(assessSide/long, 1)
	cw, ch := int((q.Side(0)+q.Side(2))/2*f+.5), int((q.Side(1)+q.Side(3))/2*f+.5)
	if cw < leastAssessed || ch < leastAssessed || cw > 4*assessSide || ch > 4*assessSide {
		return Quality{}
	}
	card := raster.WarpGray(gray, q, cw, ch)
	r := Quality{Long: int(long + .5)}
	tiles := measureTiles(card)
	r.focus(tiles, cw, ch)
	r.light(tiles)
	var small *image.RGBA
	sw, sh := glareSize(cw, ch)
	if rgba != nil {
		small = raster.WarpRGBA(rgba, q, sw, sh)
	}
	r.glare(raster.DownscaleGray(card, sw, sh), small, q)
	if small != nil && quad != nil {
		r.finger(rgba, q, sw, sh)
	}
	return r
}

// The brightness between which print can be separated from paper. A sheet as white as can be is at .5 to .6 as long as
// its ink is black. Tuned on the development samples and on drawn documents under less and more light.
const (
	Darkest   = .16
	Brightest = .75
)

// light sets the brightness and its verdicts. Only tiles that carry print count, so that how much of a page is left
// white doesn't matter; where none does, all of them.
func (r *Quality) light(tiles []focusTile) {
	var printed, all [511]int
	n := 0
	for _, t := range tiles {
		all[t.dark+t.light]++
		if t.contrast() >= focusContrast {
			printed[t.dark+t.light]++
			n++
		}
	}
	middle := percentile(printed[:], n, .5)
	if n == 0 {
		middle = percentile(all[:], len(tiles), .5)
	}
	r.Brightness = float64(middle) / float64(len(all)-1)
	r.TooDark, r.TooBright = r.Brightness < Darkest, r.Brightness > Brightest
}

// percentile is the value below which the given share of total counts lies.
func percentile(hist []int, total int, share float64) int {
	left := int(math.Ceil(share * float64(total)))
	for v, n := range hist {
		left -= n
		if left <= 0 {
			return v
		}
	}
	return len(hist) - 1
}
