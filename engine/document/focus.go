package document

import (
	"image"
	"math"
	"sort"

	"proofdesk/engine/raster"
)

const (
	focusTiles    = 10   // tiles along the longer side
	focusContrast = 40   // luma between the darkest and the lightest 2 % that a tile must have
	focusHalf     = 1.87 // blur, px at 1000, at which Focus is .5
	focusSteep    = 12.0 // so that Focus is .98 at a blur of 1.35 px
	blurSurely    = 1.9  // px at 1000, from which the picture half as large is believed
	focusRounding = 3.0  // Laplacian that rounding to whole values makes of a smooth slope
)

// focus measures, tile by tile, the strongest Laplacian against the contrast of the tile. For an edge of
// contrast C blurred with a standard deviation s the Laplacian peaks at C·φ(1)/s², so that the ratio tells s
// whatever the print is. What noise adds is taken off first. The sharpest tenth of the tiles counts: print
// is sharp in a sharp picture even where portrait and background are soft. Noise that is not found in the quiet tiles, as
// JPEG smooths those, would make a blurred picture pass: half as large, the picture has less of it and shows a strong
// blur all the better.
func (r *Quality) focus(card *image.Gray) {
	r.Blur, r.Textured = blurOf(card)
	w, h := card.Rect.Dx()/2, card.Rect.Dy()/2
	if half, _ := blurOf(raster.DownscaleGray(card, max(w, 8), max(h, 8))); r.Blur > 0 && half > blurSurely {
		r.Blur = max(r.Blur, half)
	}
	if r.Textured > 0 {
		r.Focus = 1 / (1 + math.Pow(r.Blur/focusHalf, focusSteep))
	}
}

// blurOf is the deviation of the blur in px of a document 1000 px long, and the share of tiles that it was measured on.
func blurOf(card *image.Gray) (blur, textured float64) {
	lap := raster.Laplacian(card)
	side := max(max(lap.W, lap.H)/focusTiles, 12)
	var tiles []focusTile
	for y := 1; y+side < lap.H; y += side {
		for x := 1; x+side < lap.W; x += side {
			tiles = append(tiles, newFocusTile(card, lap, x, y, side))
		}
	}
	if len(tiles) == 0 {
		return 0, 0
	}
	noise := noiseFloor(tiles)
	var ratios []float64
	for _, t := range tiles {
		if t.contrast >= focusContrast {
			e := math.Sqrt(max(float64(t.peak*t.peak)-noise*noise-focusRounding*focusRounding, 0))
			ratios = append(ratios, e/float64(t.contrast))
		}
	}
	textured = float64(len(ratios)) / float64(len(tiles))
	if len(ratios) == 0 {
		return 0, 0
	}
	sort.Float64s(ratios)
	ratio := ratios[min(len(ratios)*9/10, len(ratios)-1)]
	scale := min(max(assessSide/float64(max(lap.W, lap.H)), 1), 2)
	return math.Sqrt(.242/max(ratio, 1e-4)) * scale, textured
}

// focusTile is what one tile shows: its contrast, its strong edges and its typical Laplacian.
type focusTile struct{ contrast, peak, middle int }

func newFocusTile(card *image.Gray, lap raster.Field, x0, y0, side int) focusTile {
	var luma [256]int
	var edge [1021]int
	for y := y0; y < y0+side; y++ {
		for i, v := range card.Pix[y*card.Stride+x0:][:side] {
			luma[v]++
			l := lap.V[y*lap.W+x0+i]
			edge[max(l, -l)]++
		}
	}
	n := side * side
	return focusTile{
		contrast: percentile(luma[:], n, .98) - percentile(luma[:], n, .02),
		peak:     percentile(edge[:], n, .98),
		middle:   percentile(edge[:], n, .5),
	}
}

// noiseFloor is the Laplacian that noise alone reaches in its strongest 2 %, from the quietest tiles.
func noiseFloor(tiles []focusTile) float64 {
	m := make([]int, len(tiles))
	for i, t := range tiles {
		m[i] = t.middle
	}
	sort.Ints(m)
	return float64(m[len(m)/10]) / .6745 * 2.33
}
