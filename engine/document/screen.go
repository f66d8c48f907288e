package document

import (
	"image"
	"math"
	"sort"
)

// Tuned on drawn displays and on the development samples.
const (
	screenTiles = 48  // at most so many tiles are transformed
	leastTiles  = 4   // and at least
	lowBand     = 10  // bins: lower frequencies are print, light and the lines of a guilloche
	highBand    = 28  // bins: beyond lies what sampling folds over
	peakChance  = 4.2 // the deviation of one tile's log power (π/√6) times that of the largest of 2,000 bins
	ridgeReach  = 5   // bins on each side that are examined for the continuation of a ridge
	peakReach   = 5   // bins around a peak that make its background
	peakOwn     = 2   // bins around a peak that are its own
	axisReach   = 7   // bins of an axis around a peak on it that make its background
	ridgeGap    = 3   // bins between a peak and where a ridge continues
	jpegBlock   = 8   // side of a block of JPEG, px
)

// screenPeak searches for the grid of a display: frequencies that stand out in the spectra of tiles all over the
// document, in luma or in red against blue. The logarithms are averaged, so that what is periodic in a few tiles only,
// such as a line of print or a guilloche, does not count. The value is how far the strongest such peak stands above its
// surroundings, in units of the natural logarithm of power, less what chance alone reaches over that number of tiles; 0
// where there is too little to look at. Tiles over codes are left out.
func screenPeak(m *image.RGBA, codes []Part) float64 {
	tiles := tilesOf(m.Rect, codes)
	if len(tiles) < leastTiles {
		return 0
	}
	every := (len(tiles) + screenTiles - 1) / screenTiles
	s := newSpectrum()
	var luma, chroma [fftSize * fftSize]float64
	n := 0
	for t := 0; t < len(tiles); t += every {
		s.load(m, tiles[t].X, tiles[t].Y)
		s.transform()
		s.powers(&luma, &chroma)
		n++
	}
	return max(strongest(&luma, n), strongest(&chroma, n)) - peakChance/math.Sqrt(float64(n))
}

// tilesOf lists the corners of the tiles of a picture that do not lie over codes.
func tilesOf(r image.Rectangle, codes []Part) []image.Point {
	w, h := float64(r.Dx()), float64(r.Dy())
	tiles := make([]image.Point, 0, r.Dx()/fftSize*(r.Dy()/fftSize))
	for y := 0; y+fftSize <= r.Dy(); y += fftSize {
		for x := 0; x+fftSize <= r.Dx(); x += fftSize {
			if !(Part{float64(x) / w, float64(y) / h, float64(x+fftSize) / w, float64(y+fftSize) / h}).over(codes) {
				tiles = append(tiles, image.Pt(x, y))
			}
		}
	}
	return tiles
}

// load fills a tile: luma as the real part and red against blue as the imaginary part, windowed, less their means.
func (s *spectrum) load(m *image.RGBA, x0, y0 int) {
	var my, mc float64
	for y := range fftSize {
		row := m.Pix[(y0+y)*m.Stride+4*x0:]
		for x := range fftSize {
			r, g, b := float64(row[4*x]), float64(row[4*x+1]), float64(row[4*x+2])
			i := y*fftSize + x
			s.re[i], s.im[i] = lumaRed*r+lumaGreen*g+lumaBlue*b, r-b
			my, mc = my+s.re[i], mc+s.im[i]
		}
	}
	my, mc = my/(fftSize*fftSize), mc/(fftSize*fftSize)
	for i := range s.re {
		k := s.window[i/fftSize] * s.window[i%fftSize]
		s.re[i], s.im[i] = (s.re[i]-my)*k, (s.im[i]-mc)*k
	}
}

// strongest is the height of the highest local maximum over the median around it.
func strongest(p *[fftSize * fftSize]float64, n int) float64 {
	best := 0.0
	around := make([]float64, 0, (2*peakReach+1)*(2*peakReach+1))
	for v := 0; v <= highBand; v++ {
		for u := -highBand; u <= highBand; u++ {
			if math.Hypot(float64(u), float64(v)) < lowBand || blockGrid(u, v) || !isTop(p, u, v) {
				continue
			}
			around = background(around[:0], p, u, v)
			sort.Float64s(around)
			level := max(around[len(around)/2], ridge(p, u, v))
			best = max(best, (p[bin(u, v)]-level)/float64(n))
		}
	}
	return best
}

// background collects the bins around a peak. On an axis, where the edges of print and of blocks make a ridge,
// it follows the ridge.
func background(to []float64, p *[fftSize * fftSize]float64, u, v int) []float64 {
	ru, rv := peakReach, peakReach
	switch {
	case max(u, -u) <= 1:
		ru, rv = 0, axisReach
	case max(v, -v) <= 1:
		ru, rv = axisReach, 0
	}
	for dv := -rv; dv <= rv; dv++ {
		for du := -ru; du <= ru; du++ {
			if max(du, -du, dv, -dv) > peakOwn {
				to = append(to, p[bin(u+du, v+dv)])
			}
		}
	}
	return to
}

// ridge is the level that continues from a frequency in its own direction, nearer to the middle and farther from it.
// Straight edges of one direction, as a magnetic stripe's and a barcode's, make a ridge there, which has no end on
// either side as the peak of a grid has.
func ridge(p *[fftSize * fftSize]float64, u, v int) float64 {
	r := math.Hypot(float64(u), float64(v))
	du, dv := float64(u)/r, float64(v)/r
	along := func(from, to float64) float64 {
		var levels [ridgeReach]float64
		for i := range levels {
			at := from + (to-from)*float64(i)/(ridgeReach-1)
			levels[i] = math.Inf(-1)
			for side := -1.; side <= 1; side++ {
				levels[i] = max(levels[i], p[bin(int(math.Round(at*du-side*dv)), int(math.Round(at*dv+side*du)))])
			}
		}
		sort.Float64s(levels[:])
		return levels[ridgeReach/2]
	}
	return min(along(r-(ridgeGap-1)-ridgeReach, r-ridgeGap), along(r+ridgeGap, r+(ridgeGap-1)+ridgeReach))
}

func bin(u, v int) int { return (v+fftSize)%fftSize*fftSize + (u+fftSize)%fftSize }

func isTop(p *[fftSize * fftSize]float64, u, v int) bool {
	for dv := -1; dv <= 1; dv++ {
		for du := -1; du <= 1; du++ {
			if p[bin(u+du, v+dv)] > p[bin(u, v)] {
				return false
			}
		}
	}
	return true
}

// blockGrid reports whether a frequency belongs to the 8 × 8 blocks of JPEG.
func blockGrid(u, v int) bool {
	onGrid := func(k int) bool {
		r := (k + fftSize) % (fftSize / jpegBlock)
		return r <= 1 || r == fftSize/jpegBlock-1
	}
	return onGrid(u) && onGrid(v)
}
