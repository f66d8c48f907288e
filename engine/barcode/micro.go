package barcode

import (
	"math"

	"proofdesk/engine/barcode/eci"
	"proofdesk/engine/barcode/pdf417"
)

// The numbers of MicroPDF417 (ISO/IEC 24728 §5.2 and §5.3).
const (
	addresses        = 52 // row address patterns
	addressElements  = 6
	addressModules   = 10
	codewordElements = 8
)

// addressRow is the row of a symbol that has an address pattern, if its first row has another; both count from 0 and
// from 1.
func addressRow(address, first int) int { return (address - first + addresses + 1) % addresses }

// addressWidths are the six elements of each row address pattern of MicroPDF417: those of the sides, of the middle.
var addressWidths = func() (t [2][addresses][addressElements]float64) {
	for side := range t {
		for i := range t[side] {
			element, last := -1, uint16(0)
			for b := addressModules - 1; b >= 0; b-- {
				bit := pdf417.RowAddress[side][i] >> b & 1
				if bit != last || element < 0 {
					element++
					last = bit
				}
				t[side][i][element]++
			}
		}
	}
	return t
}()

// address reads a row address pattern from seven edges: its index 0 to 51 and the width of a module.
func address(e []float64, side int) (int, float64, bool) {
	m := (e[addressElements] - e[0]) / addressModules
	if m < leastModule {
		return 0, 0, false
	}
	var width, pair [addressElements]float64
	for k := range width {
		width[k] = (e[k+1] - e[k]) / m
		if width[k] < leastElement || width[k] > mostElement {
			return 0, 0, false
		}
	}
	for k := range addressElements - 1 {
		pair[k] = width[k] + width[k+1]
	}
	best, at := addressSlack, -1
	for i := range addressWidths[side] {
		// sums of a bar and a space stay right where ink bleeds, but leave it open which of them is the wider
		w := &addressWidths[side][i]
		sum := math.Abs(pair[0]-w[0]-w[1]) + math.Abs(pair[1]-w[1]-w[2]) + math.Abs(pair[2]-w[2]-w[3])
		if sum >= best {
			continue
		}
		sum += math.Abs(pair[3]-w[3]-w[4]) + math.Abs(pair[4]-w[4]-w[5])
		for k := range w {
			sum += elementWeight * math.Abs(width[k]-w[k])
		}
		if sum < best {
			best, at = sum, i
		}
	}
	return at, m, at >= 0
}

// addressed is a row of MicroPDF417 as one line shows it.
type addressed struct {
	y                   float64
	columns             int
	left, middle, right int
	words               [4]int
	x0, x1              float64
}

// micro reads MicroPDF417 on a canvas, line by line.
type micro struct {
	c       *canvas
	l       line
	rows    []addressed
	scratch profile
}

// slants are the slopes of the lines that are read on a canvas: rows stand square to the bars only if the picture was
// taken from straight above.
var slants = [11]float64{0, -.05, .05, -.1, .1, -.16, .16, -.23, .23, -.31, .31}

// closeSlants are the slopes beside the one that shows most rows that are read closely.
var closeSlants = [5]float64{0, -.02, .02, -.04, .04}

// How MicroPDF417 is read. Lengths are in modules. Tuned on the development samples.
const (
	coarse      = 32  // lines of each slope that are examined first
	closeLines  = 160 // … and closely
	microEffort = 15  // binary logarithm of the pixels of lines for one unit of effort
	sizesTried  = 3
	leastCover  = 3 // one in so many rows of a size must be shown by a line, and more
	rowsCrossed = 2 // rows that a line may cross from one side to the other

	leastElement   = .3 // of an address pattern
	mostElement    = 5.7
	addressSlack   = 2.2 // summed up over pairs and elements by which an address pattern may be off, below
	elementWeight  = .4  // of an element in it, against pairs
	addressModule  = .2  // share by which the modules of an address pattern may differ from those before
	codewordModule = .15 // … and of a codeword

	microBlocks     = 16 // windows of a canvas's width in which thresholds are set
	leastMicroBlock = 8  // pixels
	mostMicroBlock  = 60
)

// read collects rows over the height of the canvas, in either orientation, and decodes what most of them agree on.
func (r *micro) read(c *canvas, try sharpening, left *budget) (Symbol, bool) {
	r.c = c
	for range 2 {
		if !left.take(c.w * coarse * len(slants) >> microEffort) {
			break
		}
		var hits [len(slants)]int
		for i, slant := range slants {
			r.rows = r.rows[:0]
			r.scan(slant, coarse, try)
			hits[i] = len(r.rows)
		}
		r.rows = r.rows[:0]
		price := c.w * closeLines * len(closeSlants) >> microEffort
		if best := most(hits[:]); best >= 0 && hits[best] > 1 && left.take(price) {
			for _, more := range closeSlants {
				r.scan(slants[best]+more, closeLines, try)
			}
		}
		if s, ok := r.assemble(); ok {
			return s, true
		}
		c.flip()
	}
	return Symbol{}, false
}

// scan reads so many lines of one slope over the height of the canvas.
func (r *micro) scan(slant float64, lines int, try sharpening) {
	step := max(r.c.h/lines, 1)
	for y := 0; y < r.c.h; y += step {
		r.l.slanted(r.c, float64(y)+.5, slant)
		if try.sharpen > 0 {
			r.l.sharpen(try.radius, try.sharpen)
		}
		r.l.findEdges(min(max(r.c.w/microBlocks, leastMicroBlock), mostMicroBlock))
		r.line(float64(y) + .5)
	}
}

// line searches for a row of one to four columns from every dark edge.
func (r *micro) line(y float64) {
	first := 0
	if r.l.firstDark {
		first = 1
	}
	const shortest = 2*addressElements + codewordElements
	for i := first; i+shortest < len(r.l.edge); i += 2 {
		left, m, ok := address(r.l.edge[i:i+addressElements+1], 0)
		if !ok {
			continue
		}
		for columns := 4; columns >= 1; columns-- {
			if row, ok := r.row(i, left, m, y, columns); ok {
				r.rows = append(r.rows, row)
				break
			}
		}
	}
}

// row reads the codewords behind a left address pattern, the middle pattern if there is one, and the right one.
func (r *micro) row(i, left int, m, y float64, columns int) (addressed, bool) {
	out := addressed{y: y, columns: columns, left: left, middle: -1, x0: r.l.edge[i]}
	at := i + addressElements
	for c := range columns {
		if columns > 2 && c == columns-2 {
			ok := false
			if at+addressElements >= len(r.l.edge) {
				return out, false
			}
			var n float64
			out.middle, n, ok = address(r.l.edge[at:at+addressElements+1], 1)
			if !ok || !near(n, m, addressModule) {
				return out, false
			}
			m = n
			at += addressElements
		}
		if at+codewordElements >= len(r.l.edge) {
			return out, false
		}
		n := (r.l.edge[at+codewordElements] - r.l.edge[at]) / codewordModules
		if !near(n, m, codewordModule) {
			return out, false
		}
		m = n
		out.words[c] = r.word(r.l.edge[at], r.l.edge[at+codewordElements])
		at += codewordElements
	}
	if at+addressElements+1 > len(r.l.edge) {
		return out, false
	}
	right, n, ok := address(r.l.edge[at:at+addressElements+1], 0)
	out.right, out.x1 = right, r.l.edge[at+addressElements]+n
	return out, ok && near(n, m, addressModule)
}

// word reads a codeword between two edges as cluster·929 + codeword, -1 if it is none.
func (r *micro) word(x0, x1 float64) int {
	if !r.l.sample(x0, x1, &r.scratch) {
		return -1
	}
	if w, _ := r.scratch.word(); w >= 0 {
		return w
	}
	p := r.scratch.crisp(crispShare)
	w, _ := p.word()
	return w
}

// rowsOf returns the rows of a size that a line passes on the left and on the right; they are one where it lies well,
// and at most two apart. False if the line is none of this size.
func (a *addressed) rowsOf(m *pdf417.Micro) (left, right int, ok bool) {
	left, right = addressRow(a.left, m.Left), addressRow(a.right, m.Right)
	if a.columns != m.Columns || left >= m.Rows || right >= m.Rows ||
		max(left-right, right-left) > rowsCrossed {
		return 0, 0, false
	}
	if m.Middle > 0 {
		middle := addressRow(a.middle, m.Middle)
		ok = middle >= min(left, right) && middle <= max(left, right)
		return left, right, ok
	}
	return left, right, true
}

// rowFor returns the row between left and right in which a codeword of a cluster stands, -1 if there is none.
func rowFor(m *pdf417.Micro, left, right, cluster int) int {
	for row := min(left, right); row <= max(left, right); row++ {
		if (row+m.Left-1)%3 == cluster {
			return row
		}
	}
	return -1
}

// assemble tries the sizes of symbols, those of which the lines show most first.
func (r *micro) assemble() (Symbol, bool) {
	tried := [len(pdf417.Micros)]bool{}
	for range sizesTried {
		best, at := 0, -1
		for k := range pdf417.Micros {
			m := &pdf417.Micros[k]
			if n := r.cover(m); n*100/m.Rows > best && !tried[k] && n*leastCover > m.Rows {
				best, at = n*100/m.Rows, k
			}
		}
		if at < 0 {
			break
		}
		tried[at] = true
		if s, ok := r.decode(&pdf417.Micros[at]); ok {
			return s, true
		}
	}
	return Symbol{}, false
}

// cover counts the rows of a size that at least one line shows.
func (r *micro) cover(m *pdf417.Micro) int {
	var seen [addresses]bool
	n := 0
	for k := range r.rows {
		if i, j, ok := r.rows[k].rowsOf(m); ok && i == j && !seen[i] {
			seen[i] = true
			n++
		}
	}
	return n
}

// decode votes for each codeword and corrects; like PDF417 it must be unlikely to come about by chance.
func (r *micro) decode(m *pdf417.Micro) (Symbol, bool) {
	votes := make([][]int, m.Rows*m.Columns)
	for k := range r.rows {
		left, right, ok := r.rows[k].rowsOf(m)
		if !ok {
			continue
		}
		for col, w := range r.rows[k].words[:m.Columns] {
			if row := rowFor(m, left, right, w/clusterWords); w >= 0 && row >= 0 {
				votes[row*m.Columns+col] = append(votes[row*m.Columns+col], w%clusterWords)
			}
		}
	}
	words := make([]int, len(votes))
	var erased []int
	for i, v := range votes {
		words[i] = plurality(v).word
		if len(v) == 0 {
			erased = append(erased, i)
		}
	}
	changed, err := pdf417.Correct(words, m.Check, erased)
	if err != nil || chance(len(words), m.Check, len(erased), max(changed-len(erased), 0)) > mostChance {
		return Symbol{}, false
	}
	msg, err := pdf417.Read(words[:len(words)-m.Check], true)
	if err != nil {
		return Symbol{}, false
	}
	return Symbol{
		Symbology:  MicroPDF417,
		Text:       eci.Text(msg.Bytes, msg.Segments),
		Bytes:      msg.Bytes,
		Corners:    r.corners(m),
		Confidence: 1 - math.Min(float64(2*changed)/float64(m.Check+1), mostMended),
		macro:      msg.Macro,
		segments:   msg.Segments,
	}, true
}

// corners returns the symbol's corners: the ends of the first and the last line.
func (r *micro) corners(m *pdf417.Micro) (out [8]float64) {
	var first, last *addressed
	for k := range r.rows {
		if _, _, ok := r.rows[k].rowsOf(m); !ok {
			continue
		}
		if first == nil {
			first = &r.rows[k]
		}
		last = &r.rows[k]
	}
	for i, p := range [4][2]float64{{first.x0, first.y}, {first.x1, first.y}, {last.x1, last.y}, {last.x0, last.y}} {
		out[2*i], out[2*i+1] = r.c.toPicture(p[0], p[1])
	}
	return out
}
