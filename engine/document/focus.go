package document

import (
	"image"
	"math"
	"slices"
)

// Tuned on drawn documents of 1 to 12 megapixels, see focus.
const (
	focusTiles    = 10     // tiles along the longer side
	focusContrast = 40     // luma between the darkest and the lightest that a tile must have
	focusHalf     = 3.112  // blur, px at 1000, at which Focus is .5
	focusSteep    = 12.0   // so that Focus is .98 at a blur of 2.25 px
	focusDiagonal = 1.25   // strokes mostly stand upright or lie flat and show less of a blur along a diagonal
	focusExtreme  = .005   // share of a tile's pixels that may be darker, and lighter, than its contrast goes
	focusOwn      = 1. / 3 // square of the deviation that a difference over 2 px adds by itself
	focusNoise    = 12     // luma: typical differences above it are dense print, no noise
	focusTenths   = 9      // of the tiles that are less sharp than those that count
	focusSpeck    = .02    // share of a tile's pixels, and of its differences, that a speck may take
	leastTile     = 12     // side of a tile, px, at least

	edgeSlope  = .4   // slope of an edge that is blurred with a deviation of one px: 1/√(2π)
	leastSlope = 1e-3 // that is divided by

	medianOfNormal    = .6745 // median of the absolute value of a normal variable, in its deviations
	strongestOfNormal = 2.33  // what it exceeds in 2 % of cases
)

// focus measures, tile by tile, the steepest slopes in each of four directions against the contrast of the tile: an
// edge of contrast C that a lens blurs with a standard deviation s is at most .4·C/s steep; one that a shake of length
// l smears is C/l steep along the shake and as sharp as before across it. So the direction with the weakest slopes
// decides, and print can be read up to about the same slope whichever blurred it. What noise adds is taken off first.
// In each direction the sharpest tenth of the tiles counts: print is sharp in a sharp picture even where portrait and
// background are soft.
//
// Where .98 lies was found by reading drawn passports, cards and licences of 1 to 12 megapixels: the printed fields are
// lost between a lens's blur of 1.6 and 2 px or a shake of 4 to 6 px, on a document 1000 px long; barcodes go a little
// further, zones much further.
func (r *Quality) focus(tiles []focusTile, w, h int) {
	var least float64
	least, r.Blur, r.Textured = blurOf(tiles, max(w, h))
	if r.Blur > 0 {
		r.Focus, r.Lens = focusAt(r.Blur), focusAt(least)
	}
}

func focusAt(blur float64) float64 { return 1 / (1 + math.Pow(blur/focusHalf, focusSteep)) }

// measureTiles measures a card's tiles.
func measureTiles(card *image.Gray) []focusTile {
	w, h := card.Rect.Dx(), card.Rect.Dy()
	side := max(max(w, h)/focusTiles, leastTile)
	tiles := make([]focusTile, 0, (w/side)*(h/side))
	var counts focusCounts
	for y := 1; y+side < h; y += side {
		for x := 1; x+side < w; x += side {
			tiles = append(tiles, counts.tile(card, x, y, side))
		}
	}
	return tiles
}

// blurOf is how wide edges are in the directions in which they are narrowest and widest, as the deviation of a lens's
// blur in px of a document 1000 px long, and the share of tiles that have any contrast. It is 0 where no tile could be
// measured. Grain counts as detail in the narrowest.
func blurOf(tiles []focusTile, long int) (least, most, textured float64) {
	inked, rough := 0, 0
	for _, t := range tiles {
		if t.texture >= focusContrast {
			rough++
		}
		if t.contrast() >= focusContrast {
			inked++
		}
	}
	if inked == 0 {
		return 0, 0, float64(rough) / float64(max(len(tiles), 1))
	}
	slopes := make([]float64, 0, inked)
	least = math.Inf(1)
	for d, weight := range [4]float64{1, focusDiagonal, 1, focusDiagonal} {
		slopes = steepness(tiles, d, 0, slopes[:0])
		least = min(least, weight*widthOf(slopes))
		slopes = steepness(tiles, d, noiseFloor(tiles, d), slopes[:0])
		most = max(most, weight*widthOf(slopes))
	}
	scale := min(max(assessSide/float64(long), 1), 2)
	return least * scale, most * scale, float64(rough) / float64(len(tiles))
}

// widthOf is the deviation of the blur that leaves edges as steep as the sharpest tenth of the slopes, least first.
func widthOf(slopes []float64) float64 {
	wide := edgeSlope / max(slopes[min(len(slopes)*focusTenths/10, len(slopes)-1)], leastSlope)
	return math.Sqrt(max(wide*wide-focusOwn, focusOwn))
}

// steepness lists, least first, the slopes in a direction as shares of the contrast per px, for all tiles that have
// any.
func steepness(tiles []focusTile, direction int, noise float64, into []float64) []float64 {
	for _, t := range tiles {
		if t.contrast() >= focusContrast {
			slope := math.Sqrt(max(float64(t.steep[direction]*t.steep[direction])-noise*noise, 0)) / 2
			into = append(into, slope/float64(t.contrast()))
		}
	}
	slices.Sort(into)
	return into
}

// focusTile is what one tile shows: its darkest and lightest luma, its contrast without small specks, and its steep and
// its typical differences over 2 px: to the right, down to the right, down, and down to the left.
type focusTile struct {
	dark, light, texture int
	steep, typical       [4]int
}

func (t *focusTile) contrast() int { return t.light - t.dark }

// focusCounts are the histograms of a tile: luma, and the differences in each direction.
type focusCounts struct {
	luma [256]int
	step [4][256]int
}

func (c *focusCounts) tile(card *image.Gray, x0, y0, side int) focusTile {
	*c = focusCounts{}
	for y := y0; y < y0+side; y += 2 { // every other row shows as much
		above := card.Pix[(y-1)*card.Stride+x0-1:][:side+2]
		row := card.Pix[y*card.Stride+x0-1:][:side+2]
		below := card.Pix[(y+1)*card.Stride+x0-1:][:side+2]
		for x := 1; x <= side; x++ {
			c.luma[row[x]]++
			c.step[0][difference(row[x-1], row[x+1])]++
			c.step[1][difference(above[x-1], below[x+1])]++
			c.step[2][difference(above[x], below[x])]++
			c.step[3][difference(above[x+1], below[x-1])]++
		}
	}
	n := side * ((side + 1) / 2)
	t := focusTile{
		dark:    percentile(c.luma[:], n, focusExtreme),
		light:   percentile(c.luma[:], n, 1-focusExtreme),
		texture: percentile(c.luma[:], n, 1-focusSpeck) - percentile(c.luma[:], n, focusSpeck),
	}
	for d := range c.step {
		t.steep[d], t.typical[d] = percentile(c.step[d][:], n, 1-focusSpeck), percentile(c.step[d][:], n, .5)
	}
	return t
}

func difference(a, b uint8) uint8 {
	if a > b {
		return a - b
	}
	return b - a
}

// noiseFloor is the difference that noise alone reaches in its strongest 2 %, from the quietest tiles.
func noiseFloor(tiles []focusTile, direction int) float64 {
	typical := make([]int, len(tiles))
	for i, t := range tiles {
		typical[i] = t.typical[direction]
	}
	slices.Sort(typical)
	return float64(min(typical[len(typical)/10], focusNoise)) / medianOfNormal * strongestOfNormal
}
