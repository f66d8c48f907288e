package text

import (
	"cmp"
	"image"
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// Row is a printed line found on a straightened page, before it is read: where it stands and a picture of it alone,
// level, dark on white, with capitals rowCapital pixels high.
type Row struct {
	Box     image.Rectangle // in the page
	Picture *image.Gray
	Capital float64 // height of capitals in the page, pixels
	back    raster.Homography
	sharp   *image.Gray
	score   float64
	slope   float64
	sloped  bool // long enough to tell its slope
	dark    bool // print as black as paper is white: found without its colour
	n       int
	before  bool // other print stood before it on its line, from which it was parted
	behind  bool
}

// How lines of print are found. Tuned on the development samples.
const (
	rowCapital  = 30
	maxRows     = 48
	leastTall   = .8 // heights of letters, mm
	mostTall    = 5.2
	mostBody    = 3.3 // of values, mm
	leastLetter = .62 // height of small letters in capitals; of labels beside their values less

	blackScore   = 1.15 // factor for print as black as paper is white
	mostLong     = 30   // width of a piece over its height
	leastInk     = 8    // pixels of a piece's box for each of its own
	widestGap    = 16   // tenths of its height between two pieces of a line
	levelOverlap = 6    // tenths of the lower of two pieces on one line that overlap
	levelRatio   = 21   // tenths of it that the higher one has at most
	sharedTenths = 3    // tenths of the smaller of two rows that they may share

	capitalQuarter = 3   // quarter of the heights that is a capital's
	leastWide      = 1.6 // width of a row in capitals
	shortest       = 2   // … and in mm
	onLine         = .2  // capitals that a letter may stand off its line
	leastGood      = 1.9 // letters on the line, less those off it
	footFrom       = .7  // capitals of a letter whose foot tells the line
	footTo         = 1.25
	slopedLetters  = 4   // letters of a row that tells its slope
	slopedLong     = 5   // capitals of such a row's length
	mostSlope      = .09 // way up over way along
)

// Which letters may stand by themselves, in heights of the letter unless noted otherwise. Tuned on the development
// samples.
const (
	maxLone     = 5   // of one page
	loneFrom    = 1.4 // height, mm
	loneTo      = 3.2
	loneWide    = 1.25
	loneThin    = .1
	loneInk     = 6   // pixels of its box for each of its own
	loneRoom    = .3  // around it
	loneLabel   = .85 // capitals of the label beside it, at most
	loneBelow   = 1.2 // from that label
	loneOverlap = .2
	loneBeside  = 1.5

	leastLetters = 3 // of the label
)

// Rows finds the printed lines of a straightened page at a scale of mm pixels to the millimetre.
func Rows(page *image.RGBA, mm float64) []Row {
	black, grey := levelled(lightest(page), mm), levelled(raster.Luma(page), mm)
	var all []Row
	var single []piece // that may be a letter by itself
	for i, p := range []plane{black, grey} {
		for j, level := range levels {
			found := pieces(p.flat, uint8(paperWhite*(1-level)))
			if i == 0 && j == 1 {
				single = slices.Clone(found)
			}
			for _, r := range rowsOf(found, mm) {
				r.dark = i == 0
				if r.dark {
					r.score *= blackScore
				}
				all = append(all, r)
			}
		}
	}
	rows := lone(distinct(all), single, mm)
	levelShortRows(rows)
	for i := range rows {
		p := grey
		if rows[i].dark {
			p = black
		}
		rows[i].cut(p.flat)
	}
	return rows
}

// rowsOf chains pieces of like height that follow each other on a line.
func rowsOf(all []piece, mm float64) []Row {
	all = slices.DeleteFunc(all, func(p piece) bool {
		w, h := p.box.Dx(), p.box.Dy()
		tall := float64(h) / mm
		return tall < leastTall || tall > mostTall || w > mostLong*h || p.ink*leastInk < w*h
	})
	slices.SortFunc(all, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.box.Min.X, b.box.Min.X), cmp.Compare(a.box.Min.Y, b.box.Min.Y))
	})
	var chains [][]piece
	for _, p := range all {
		best, nearest := -1, math.MaxInt
		for i, c := range chains {
			last := c[len(c)-1].box
			h := max(last.Dy(), p.box.Dy())
			gap := p.box.Min.X - last.Max.X
			if gap > h*widestGap/10 || gap < -h/2 || gap >= nearest || !level(last, p.box) {
				continue
			}
			best, nearest = i, gap
		}
		if best < 0 {
			chains = append(chains, []piece{p})
			continue
		}
		chains[best] = append(chains[best], p)
	}
	var rows []Row
	for _, c := range chains {
		parts := parted(c)
		for i, part := range parts {
			if r, ok := rowOf(part, mm); ok {
				r.before, r.behind = i > 0, i < len(parts)-1
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// Of a chain with print of two heights, the share of the tallest up to which a letter is of the small print, and from
// which of the large; small letters of large print lie between. Where the two meet there is a space as wide as
// partSpace of the tallest.
const (
	partSmall = .66
	partLarge = .7
	partSpace = .12
)

// parted divides a chain where small print turns to large or large to small, as labels and their values stand beside
// each other.
func parted(c []piece) [][]piece {
	tallest := 0
	for _, p := range c {
		tallest = max(tallest, p.box.Dy())
	}
	small := func(p piece) bool { return float64(p.box.Dy()) <= partSmall*float64(tallest) }
	var parts [][]piece
	from := 0
	for i := 1; i <= len(c); i++ {
		if i < len(c) && small(c[i]) == small(c[i-1]) {
			continue
		}
		if i < len(c) && float64(c[i].box.Min.X-c[i-1].box.Max.X) < partSpace*float64(tallest) ||
			small(c[from]) && i-from < 2 {
			return [][]piece{c}
		}
		parts, from = append(parts, c[from:i]), i
	}
	for _, p := range c {
		if d := float64(p.box.Dy()); d > partSmall*float64(tallest) && d < partLarge*float64(tallest) {
			return [][]piece{c}
		}
	}
	return parts
}

// lone adds letters that stand by themselves below or behind small print, as a holder's sex does.
func lone(rows []Row, all []piece, mm float64) []Row {
	var found []Row
	for _, p := range all {
		h, w := float64(p.box.Dy()), float64(p.box.Dx())
		if h < loneFrom*mm || h > loneTo*mm || w > loneWide*h || w < loneThin*h ||
			p.ink*loneInk < p.box.Dx()*p.box.Dy() || !labelledLetter(rows, p.box) {
			continue
		}
		around := p.box.Inset(-int(loneRoom * h))
		if slices.ContainsFunc(rows, func(r Row) bool { return r.Box.Overlaps(p.box) }) ||
			slices.ContainsFunc(all, func(o piece) bool {
				return o.box != p.box && o.box.Overlaps(around) && level(o.box, p.box)
			}) {
			continue
		}
		if found = append(found, Row{Box: p.box, Capital: h, dark: true}); len(found) == maxLone {
			break
		}
	}
	return append(rows, found...)
}

// labelledLetter reports whether a row of smaller print stands right above a letter, or before it.
func labelledLetter(rows []Row, b image.Rectangle) bool {
	h := float64(b.Dy())
	return slices.ContainsFunc(rows, func(r Row) bool {
		if r.Capital > loneLabel*h || r.n < leastLetters {
			return false
		}
		down, right := float64(b.Min.Y-r.Box.Max.Y), float64(b.Min.X-r.Box.Max.X)
		below := down > -loneOverlap*h && down < loneBelow*h && b.Min.X > r.Box.Min.X-int(h) && b.Min.X < r.Box.Max.X
		return below || right > 0 && right < loneBeside*h && level(r.Box, b)
	})
}

// level reports whether two pieces can stand on one line.
func level(a, b image.Rectangle) bool {
	overlap := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y)
	low, high := min(a.Dy(), b.Dy()), max(a.Dy(), b.Dy())
	return overlap*10 >= low*levelOverlap && high*10 <= low*levelRatio
}

// rowOf returns the row of a chain whose letters have one height or two and stand on one line.
func rowOf(c []piece, mm float64) (Row, bool) {
	var box image.Rectangle
	heights := make([]int, len(c))
	wide := 0
	for i, p := range c {
		box = box.Union(p.box)
		heights[i] = p.box.Dy()
		wide += p.box.Dx()
	}
	slices.Sort(heights)
	h := float64(heights[len(heights)*capitalQuarter/4])
	if float64(box.Dx()) < leastWide*h || float64(box.Dx()) < shortest*mm {
		return Row{}, false
	}
	slope, off, sloped := baseline(c, h)
	good := 0.0
	for _, p := range c {
		x, y := float64(p.box.Min.X+p.box.Max.X)/2, float64(p.box.Max.Y)
		letters := math.Max(1, float64(p.box.Dx())/h) // several may touch
		if math.Abs(y-(slope*x+off)) < onLine*h && float64(p.box.Dy()) > leastLetter*h {
			good += letters
		} else {
			good -= letters
		}
	}
	if good < leastGood {
		return Row{}, false
	}
	if h > mostBody*mm { // letters that touch the line above, or a title
		good /= 2
	}
	return Row{Box: box, Capital: h, score: good, slope: slope, sloped: sloped, n: len(c)}, true
}

// baseline fits a line to the feet of pieces as tall as most: y = slope·x + off. Short rows are taken as level.
func baseline(c []piece, h float64) (slope, off float64, sloped bool) {
	var n, sx, sy, sxx, sxy float64
	lo, hi := math.Inf(1), math.Inf(-1)
	var feet []float64
	for _, p := range c {
		if d := float64(p.box.Dy()); d < footFrom*h || d > footTo*h {
			continue
		}
		x, y := float64(p.box.Min.X+p.box.Max.X)/2, float64(p.box.Max.Y)
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
		lo, hi = min(lo, x), max(hi, x)
		feet = append(feet, y)
	}
	if n == 0 {
		return 0, float64(c[0].box.Max.Y), false
	}
	if d := n*sxx - sx*sx; n >= slopedLetters && hi-lo > slopedLong*h && d > 0 {
		slope = (n*sxy - sx*sy) / d
		if math.Abs(slope) < mostSlope {
			return slope, (sy - slope*sx) / n, true
		}
	}
	slices.Sort(feet)
	return 0, feet[len(feet)/2], false
}

// distinct keeps only the best of rows that overlap.
func distinct(all []Row) []Row {
	slices.SortStableFunc(all, func(a, b Row) int { return cmp.Compare(b.score, a.score) })
	var kept []Row
	for _, r := range all {
		clash := slices.ContainsFunc(kept, func(k Row) bool {
			over := k.Box.Intersect(r.Box)
			return over.Dx()*over.Dy()*10 > sharedTenths*min(r.Box.Dx()*r.Box.Dy(), k.Box.Dx()*k.Box.Dy())
		})
		if !clash && len(kept) < maxRows {
			kept = append(kept, r)
		}
	}
	slices.SortFunc(kept, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Box.Min.Y, b.Box.Min.Y), cmp.Compare(a.Box.Min.X, b.Box.Min.X))
	})
	return kept
}
