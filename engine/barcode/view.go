package barcode

// How guards are collected. Tuned on the development samples.
const (
	guardBands    = 40 // bands of a canvas's height
	mostGuardRows = 10 // pixel rows of such a band
	bareEdges     = 8  // edges up to which a row is bare
	rowsAround    = 2  // rows above and below a symbol that was read whose guards count as its own

	indicatorMiddle = 1.5 // place of the middle of the left row indicator, in codewords
)

// sharpening is one way to prepare a canvas for finding guards.
type sharpening struct {
	sharpen int32
	radius  int
}

// view is what the rows of a canvas show: guard patterns, whether most stand upside down, and how many edges a row has
// that is not bare.
type view struct {
	start, stop []guard
	flipped     bool
	edges       float64
}

// findGuards collects start and stop patterns band by band.
func findGuards(c *canvas, try sharpening) view {
	band := min(max(c.h/guardBands, 1), mostGuardRows)
	block := thresholdBlock(c.w)
	var l line
	var v view
	upside, bands := 0, 0
	var turned []guard
	for y := 0; y+band <= c.h; y += band {
		l.average(c, y, y+band)
		if try.sharpen > 0 {
			l.sharpen(try.radius, try.sharpen)
		}
		l.findEdges(block)
		mid := float64(y) + float64(band)/2
		v.start = startShape.find(&l, mid, v.start)
		v.stop = stopShape.find(&l, mid, v.stop)
		turned = startFlipped.find(&l, mid, turned[:0])
		upside += len(turned)
		turned = stopFlipped.find(&l, mid, turned[:0])
		upside += len(turned)
		if len(l.edge) > bareEdges {
			v.edges += float64(len(l.edge))
			bands++
		}
	}
	v.flipped = upside > len(v.start)+len(v.stop)
	v.edges /= float64(max(bands, 1))
	return v
}

// drop removes the guards at the heights of a symbol that was read; false if none is left.
func (v *view) drop(s *symbol417) bool {
	before := len(v.start) + len(v.stop)
	v.start, v.stop = s.without(v.start), s.without(v.stop)
	return len(v.start)+len(v.stop) < before && len(v.start) > 0 && len(v.stop) > 0
}

// without returns the guards that are not those of the symbol.
func (s *symbol417) without(guards []guard) []guard {
	var out []guard
	for _, g := range guards {
		top, bottom := s.height(-rowsAround, indicatorMiddle),
			s.height(float64(s.meta.rows-1)+rowsAround, indicatorMiddle)
		if g.y < top || g.y > bottom || g.x < s.g.x(-1, g.y) || g.x > s.g.x(float64(s.g.columns+sideWords+1), g.y) {
			out = append(out, g)
		}
	}
	return out
}
