package barcode

import (
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
)

// rowReader is what reads one row of a linear symbol.
type rowReader interface {
	DecodeRow(rowNumber int, row *gozxing.BitArray, hints map[gozxing.DecodeHintType]any) (*gozxing.Result, error)
}

// linear reads Code 128 and Code 39 on a canvas. A text counts only if enough lines agree on it: two for Code 128,
// whose check digit was right in both, three for Code 39, which has none.
type linear struct {
	votes   map[tally]*lineVotes
	l       line
	bars    bool // whether the last canvas had bars that go through
	widths  []int
	bits    *gozxing.BitArray
	readers [2]rowReader // of Code 128, of Code 39
}

func newLinear() *linear {
	return &linear{
		votes:   map[tally]*lineVotes{},
		readers: [2]rowReader{oned.NewCode128Reader().(rowReader), oned.NewCode39Reader().(rowReader)},
	}
}

type tally struct {
	kind Symbology
	text string
}

// lineVotes are the lines that read one text, and where it stood.
type lineVotes struct {
	lines       int
	top, bottom float64
	x0, x1      [2]float64 // ends of the symbol on the first and the last line
}

// How linear symbols are searched for. Tuned on the development samples.
const (
	bandsHigh    = 24 // bands of a canvas's height
	mostBandRows = 8  // pixel rows of such a band
	barsShare    = 5  // lines with enough edges over those whose edges continue, at most
	sharedEdges  = .6 // share of a line's edges that the next one has too
	edgeNear     = 2  // pixels between two edges that are one
	leastText    = 2  // characters of a text that counts
	code128Lines = 2  // lines that must agree on a text; each has a check digit
	code39Lines  = 3  // … and of Code 39, which has none
)

// linesTried are the numbers of lines over a canvas's height that are read, the second where the first show no text.
var linesTried = [2]int{16, 64}

// The shape of a character (ISO/IEC 15417 §4.3.1 and 16388 §4.3.1).
const (
	code128Elements = 6
	code128Modules  = 11
	code39Elements  = 9
)

// The windows in which a line's thresholds are set. Tuned on the development samples.
const (
	thresholdBlocks = 24 // of a canvas's width
	leastBlock      = 10 // pixels
	mostBlock       = 80
)

// thresholdBlock is the length of such a window, for a canvas so many pixels wide.
func thresholdBlock(width int) int { return min(max(width/thresholdBlocks, leastBlock), mostBlock) }

// fine is by how much rows are magnified for the row reader, so that places between pixels count.
const fine = 4

// read reads the bands of a canvas and returns the symbol that most of them agree on. The bars of a linear symbol go
// through all of its bands, those of text and stacked symbols don't: that is examined first.
func (r *linear) read(c *canvas, o Options, try sharpening) (Symbol, bool) {
	clear(r.votes)
	bands, through := r.through(c, try)
	if r.bars = through > 0 && through*barsShare >= bands; !r.bars {
		return Symbol{}, false
	}
	for _, lines := range linesTried {
		clear(r.votes)
		bands = r.scan(c, o, try, lines)
		if s, ok := r.elect(c, bands); ok || len(r.votes) == 0 {
			return s, ok
		}
	}
	return Symbol{}, false
}

// bandOf is how many rows of a canvas make one line.
func bandOf(c *canvas) int { return min(max(c.h/bandsHigh, 1), mostBandRows) }

// edges finds the edges of the line at a height.
func (r *linear) edges(c *canvas, y int, try sharpening) int {
	r.l.average(c, y, y+bandOf(c))
	if try.sharpen > 0 {
		r.l.sharpen(try.radius, try.sharpen)
	}
	r.l.findEdges(thresholdBlock(c.w))
	return len(r.l.edge)
}

// fewest is the number of edges that a line must have: Code 128 with two characters has 35.
const fewest = 24

// through counts the lines with enough edges, and those among them whose edges continue in the next one.
func (r *linear) through(c *canvas, try sharpening) (bands, through int) {
	band := bandOf(c)
	var last []float64
	for y := 0; y+band <= c.h; y += max(band, c.h/linesTried[0]) {
		if r.edges(c, y, try) < fewest {
			continue
		}
		bands++
		if share(last, r.l.edge) > sharedEdges {
			through++
		}
		last = append(last[:0], r.l.edge...)
	}
	return bands, through
}

// scan reads so many lines over the height and returns how many had enough edges.
func (r *linear) scan(c *canvas, o Options, try sharpening, lines int) int {
	band, bands := bandOf(c), 0
	for y := 0; y+band <= c.h; y += max(c.h/lines, 1) {
		if r.edges(c, y, try) < fewest {
			continue
		}
		bands++
		r.row(float64(y)+float64(band)/2, o)
	}
	return bands
}

// share returns the share of some edges that have one of the others within two pixels.
func share(a, b []float64) float64 {
	n, k := 0, 0
	for _, x := range a {
		for k < len(b) && b[k] < x-edgeNear {
			k++
		}
		if k < len(b) && b[k] <= x+edgeNear {
			n++
		}
	}
	return float64(n) / float64(max(len(a), 1))
}

// row reads one line in both directions. The readers are only asked where a symbol may begin: most lines are print.
func (r *linear) row(y float64, o Options) {
	r.measure()
	for turn := range 2 {
		if turn == 1 {
			slices.Reverse(r.widths)
		}
		filled := false
		for i, kind := range [2]Symbology{Code128, Code39} {
			if !o.wants(kind) || !begins(r.widths, kind) {
				continue
			}
			if !filled {
				filled = true
				r.fill()
			}
			if r.count(kind, r.readers[i], y, turn == 1) {
				return
			}
		}
	}
}

// measure makes whole widths of the line's stretches, a light one first and last, with fine steps to a pixel.
func (r *linear) measure() {
	n := len(r.l.value) * fine
	r.widths = append(r.widths[:0], 0)
	start, dark := 0, r.l.firstDark
	for i := 0; i <= len(r.l.edge); i++ {
		end := n
		if i < len(r.l.edge) {
			end = min(int(r.l.edge[i]*fine+.5), n)
		}
		switch last := len(r.widths) - 1; {
		case end <= start:
			end = start
		case dark == (last%2 == 1):
			r.widths[last] += end - start
		default:
			r.widths = append(r.widths, end-start)
		}
		start, dark = end, !dark
	}
	if len(r.widths)%2 == 0 {
		r.widths = append(r.widths, 0)
	}
}

// fill draws the widths for the readers.
func (r *linear) fill() {
	if n := len(r.l.value) * fine; r.bits == nil || r.bits.GetSize() != n {
		r.bits = gozxing.NewBitArray(n)
	} else {
		r.bits.Clear()
	}
	at := 0
	for i, w := range r.widths {
		if i%2 == 1 {
			_ = r.bits.SetRange(at, at+w) // the range is inside by construction
		}
		at += w
	}
}

// begins reports whether a line has what both readers require first: their start pattern behind a light stretch of half
// its width, or behind the line's beginning. It accepts everything that they accept.
func begins(widths []int, kind Symbology) bool {
	elements, fits := code128Elements, startsCode128
	if kind == Code39 {
		elements, fits = code39Elements, startsCode39
	}
	at := widths[0]
	for i := 1; i+elements < len(widths); i += 2 {
		w := widths[i : i+elements]
		total := 0
		for _, v := range w {
			total += v
		}
		if min(total/2, at) <= widths[i-1] && fits(w, total) {
			return true
		}
		at += w[0] + w[1]
	}
	return false
}

// startsCode128 reports whether six widths may be of a start character (ISO/IEC 15417, 4.3.1): all three begin with a
// bar of 2 modules, a space and a bar of 1, of 11 in all. The reader allows for .7 modules.
func startsCode128(w []int, total int) bool {
	for i, modules := range [3]int{2, 1, 1} {
		if off := code128Modules*w[i] - modules*total; max(off, -off)*4 > 3*total {
			return false
		}
	}
	return true
}

// startsCode39 reports whether nine widths are of a start character (ISO/IEC 16388, 4.3.1): the second, fifth and
// seventh are wide.
func startsCode39(w []int, _ int) bool {
	return min(w[1], w[4], w[6]) > max(w[0], w[2], w[3], w[5], w[7], w[8])
}

func (r *linear) count(kind Symbology, reader rowReader, y float64, reversed bool) bool {
	got, err := reader.DecodeRow(0, r.bits, nil)
	if err != nil || len(got.GetText()) < leastText {
		return false
	}
	key := tally{kind, got.GetText()}
	v := r.votes[key]
	if v == nil {
		v = &lineVotes{top: y}
		r.votes[key] = v
	}
	points := got.GetResultPoints()
	var ends [2]float64
	if len(points) >= 2 {
		ends = [2]float64{points[0].GetX() / fine, points[1].GetX() / fine}
	}
	if reversed {
		w := float64(len(r.l.value))
		ends[0], ends[1] = w-ends[0], w-ends[1]
	}
	if v.lines == 0 {
		v.x0 = ends
	}
	v.x1, v.bottom = ends, y
	v.lines++
	return true
}

// elect returns the text that most lines agree on, if they are enough and no other text has half as many.
func (r *linear) elect(c *canvas, bands int) (Symbol, bool) {
	var best tally
	var most *lineVotes
	second := 0
	for k, v := range r.votes {
		switch {
		case most == nil || v.lines > most.lines || v.lines == most.lines && k.text < best.text:
			if most != nil {
				second = max(second, most.lines)
			}
			best, most = k, v
		default:
			second = max(second, v.lines)
		}
	}
	need := code128Lines
	if best.kind == Code39 {
		need = code39Lines
	}
	if most == nil || most.lines < need || 2*second >= most.lines {
		return Symbol{}, false
	}
	s := Symbol{
		Symbology:  best.kind,
		Text:       best.text,
		Bytes:      []byte(best.text),
		Confidence: float64(most.lines) / float64(max(bands, 1)),
	}
	for i, p := range [4][2]float64{
		{most.x0[0], most.top}, {most.x0[1], most.top}, {most.x1[1], most.bottom}, {most.x1[0], most.bottom},
	} {
		s.Corners[2*i], s.Corners[2*i+1] = c.toPicture(p[0], p[1])
	}
	return s, true
}
