package mrz

import (
	"math"
	"strings"

	"proofdesk/engine/mrz/glyph"
)

// fit is a layout that is tried on rows: which cell of each row is column 0, and how well the cells agree (mean
// logarithm of probability per character, priors included).
type fit struct {
	layout *layout
	starts [mostLines]int
	score  float64
}

// mostLines is how many lines the layouts have at most.
const mostLines = 3

// What the grammar costs, in natural logarithms of probability. Tuned on the development samples.
const (
	priorClass  = -4.0 // a character that its field should not hold
	priorO      = -3.0 // the letter O where figures and letters mix: issuers avoid it
	priorOpen   = -2.5 // a filler in a date
	priorBlank  = -6.0 // a character that no cell shows
	priorBeyond = -2.5 // a cell outside the zone that holds a character
	floorScore  = -7.0 // no cell's score for a character is lower

	priorLeftOver   = -.15 // a line left over, per character of the zone
	priorMisaligned = -6.0 // each pitch by which two lines do not stand under each other
)

// How lines stand under each other.
const (
	mostBefore       = 4    // columns that a line may begin before the first cell that was seen, or end after the last
	freeMisaligned   = .6   // pitches by which the middles of two lines may be apart at no cost
	halfCharacter    = .6   // pitches from a character's middle to past its edge
	fillerOutside    = -3.0 // natural logarithm of probability of a filler where there is no cell
	rejectionOutside = -.1  // … and of no character at all
)

// allows maps a kind of field to the classes that it may hold.
func (c class) allows(b byte) bool {
	digit := b >= '0' && b <= '9'
	switch c {
	case letters:
		return !digit
	case digits:
		return digit
	case dates, check:
		return digit || b == '<'
	case sexes:
		return b == 'M' || b == 'F' || b == '<' || b == 'X'
	}
	return true
}

// priors holds the cost of each class for each column of a line.
func (l *layout) priors(line int) [][glyph.Reject]float32 {
	out := make([][glyph.Reject]float32, l.width)
	put := func(col int, c class) {
		for i := range out[col] {
			b := glyph.Alphabet[i]
			switch {
			case !c.allows(b):
				out[col][i] = priorClass
			case c == alnum && b == 'O':
				out[col][i] = priorO
			case c == dates && b == '<':
				out[col][i] = priorOpen
			}
		}
	}
	for _, e := range l.elements {
		for col := e.from; e.line == line && col < e.to; col++ {
			put(col, e.class)
		}
	}
	for _, r := range l.rules {
		if r.line == line {
			put(r.pos, check)
		}
	}
	if line == 0 {
		l.firstColumn(out)
	}
	return out
}

// firstColumn holds the classes with which a line begins: a passport begins with P, a visa with V (9303-4 §4.2.2,
// 9303-7 §4.2.2), cards with I, A or C (9303-5 and -6 §4.2.2), though other letters do occur on these.
func (l *layout) firstColumn(out [][glyph.Reject]float32) {
	want := map[Format]string{TD3: "P", MRVA: "V", MRVB: "V", FRID: "I"}[l.format]
	for i := range out[0] {
		c := glyph.Alphabet[i]
		switch {
		case want != "" && c != want[0], want == "" && c == 'V':
			out[0][i] += priorClass
		case want == "" && strings.IndexByte("IACP", c) < 0:
			out[0][i] += priorClass / 2
		}
	}
	if l.format == FRID {
		for col, c := range frenchStart {
			for i := range out[col] {
				if glyph.Alphabet[i] != byte(c) {
					out[col][i] += priorClass
				}
			}
		}
	}
}

// bestCharacter returns the most likely class of a cell under priors.
func bestCharacter(s *scores, prior *[glyph.Reject]float32) (class int, score float64) {
	score = math.Inf(-1)
	for i := range prior {
		if v := float64(max(s[i], floorScore) + prior[i]); v > score {
			class, score = i, v
		}
	}
	return class, score
}

// lineScore sums the scores of a line's columns in a row whose first cell is start.
func lineScore(r *rowCells, priors [][glyph.Reject]float32, start int) float64 {
	var sum float64
	for col := range priors {
		i := start + col
		if i < 0 || i >= len(r.cells) {
			sum += priorBlank
			continue
		}
		_, v := bestCharacter(&r.cells[i], &priors[col])
		sum += v
	}
	for _, i := range [4]int{start - 2, start - 1, start + len(priors), start + len(priors) + 1} {
		if i >= 0 && i < len(r.cells) && sure(&r.cells[i]) > leastFull {
			sum += priorBeyond
		}
	}
	return sum
}

// fits tries every layout on neighbouring rows and returns the best.
func fits(rows []rowCells) (fit, []rowCells, bool) {
	best := fit{score: math.Inf(-1)}
	var chosen []rowCells
	for _, l := range layouts {
		for at := 0; at+l.lines <= len(rows); at++ {
			f := l.fit(rows[at : at+l.lines])
			if len(rows) > l.lines {
				f.score += priorLeftOver
			}
			if f.score > best.score {
				best, chosen = f, rows[at:at+l.lines]
			}
		}
	}
	return best, chosen, chosen != nil
}

// fit finds the best start of each line; the lines' ends must stand under each other.
func (l *layout) fit(rows []rowCells) fit {
	f := fit{layout: l, score: math.Inf(-1)}
	first := l.priors(0)
	candidates := make([][]float64, l.lines)
	const slack = mostBefore
	for line := range rows {
		priors := first
		if line > 0 {
			priors = l.priors(line)
		}
		for start := -slack; start <= max(0, len(rows[line].cells)-l.width)+slack; start++ {
			candidates[line] = append(candidates[line], lineScore(&rows[line], priors, start))
		}
	}
	n := float64(l.lines * l.width)
	for i, v := range candidates[0] {
		total, starts := v, [mostLines]int{i - slack}
		for line := 1; line < l.lines; line++ {
			k, best := -1, math.Inf(-1)
			for j, v := range candidates[line] {
				v += priorMisaligned * misaligned(&rows[0], i-slack, &rows[line], j-slack, l.width)
				if v > best {
					k, best = j-slack, v
				}
			}
			total, starts[line] = total+best, k
		}
		if total/n > f.score {
			f.score, f.starts = total/n, starts
		}
	}
	return f
}

// misaligned is how far, in pitches over half a one, the lines' middles are apart along the upper row.
func misaligned(a *rowCells, i int, b *rowCells, j int, width int) float64 {
	half := float64(width-1) / 2
	mid := func(r *rowCells, start int) float64 {
		if r.turned {
			return float64(r.high-start) - half
		}
		return float64(r.low+start) + half
	}
	ka, kb := mid(a, i), mid(b, j)
	base := a.grid.row
	sb, _ := base.coordinates(b.grid.spot(kb, 0))
	sa, _ := base.coordinates(a.grid.spot(ka, 0))
	_, away := base.coordinates(b.grid.spot(kb, 0))
	slant := (a.grid.slant + b.grid.slant) / 2
	return max(0, math.Abs(sb-sa-slant*away)/a.grid.p1-freeMisaligned)
}

// text reads a fitted line by line: the most likely characters under the layout's priors, each one's probability among
// all classes, and the log scores, without priors,
// for the search over check digits.
func (f *fit) text(rows []rowCells) (lines []string, sureness [][]float64, cells [][]scores) {
	for line := range rows {
		r, priors := &rows[line], f.layout.priors(line)
		text, probs, all := make([]byte,
			f.layout.width), make([]float64, f.layout.width), make([]scores, f.layout.width)
		for col := range text {
			s := nothing
			if i := f.starts[line] + col; i >= 0 && i < len(r.cells) {
				s = r.cells[i]
			}
			class, _ := bestCharacter(&s, &priors[col])
			text[col], all[col] = glyph.Alphabet[class], s
			for i := range priors[col] {
				all[col][i] = max(all[col][i], floorScore)
			}
		}
		lines, sureness, cells = append(lines, string(text)), append(sureness, probs), append(cells, all)
	}
	f.words(lines, cells)
	for line := range lines {
		for col := range cells[line] {
			sureness[line][col] = math.Exp(float64(cells[line][col][glyph.Class(lines[line][col])]))
		}
	}
	return lines, sureness, cells
}

// words reads again, as wholes, what is built by rules or listed: the name and the States.
func (f *fit) words(lines []string, cells [][]scores) {
	put := func(e element, s string) { lines[e.line] = lines[e.line][:e.from] + s + lines[e.line][e.to:] }
	if e, ok := f.layout.find(FieldName); ok && f.layout.format != FRID {
		put(e, string(spell(cells[e.line][e.from:e.to], f.layout.priors(e.line)[e.from:e.to])))
	}
	usual := ""
	for _, field := range []Field{FieldState, FieldNationality} {
		if e, ok := f.layout.find(field); ok {
			code := nearestState(lines[e.line][e.from:e.to], cells[e.line][e.from:e.to], usual)
			put(e, code)
			usual = code
		}
	}
}

// absent counts the columns that no cell shows.
func (f *fit) absent(rows []rowCells) int {
	n := 0
	for line, start := range f.starts[:f.layout.lines] {
		n += max(0, -start) + max(0, start+f.layout.width-len(rows[line].cells))
	}
	return n
}

// atEdge reports whether after some line the picture has no room for another character.
func (f *fit) atEdge(rows []rowCells, c *canvas) bool {
	for line, start := range f.starts[:f.layout.lines] {
		r := &rows[line]
		beyond := float64(start+f.layout.width) + halfCharacter
		k := float64(r.low) + beyond
		if r.turned {
			k = float64(r.high) - beyond
		}
		if !c.contains(r.grid.spot(k, 0)) {
			return true
		}
	}
	return false
}

// nothing is the cell of a place outside the picture: a filler at best.
var nothing = func() (s scores) {
	for i := range s {
		s[i] = priorBlank
	}
	s[glyph.Class('<')] = fillerOutside
	s[glyph.Reject] = rejectionOutside
	return s
}()

// codeScore sums the scores that cells have for a string.
func codeScore(s string, cells []scores) float64 {
	var sum float64
	for i := range len(s) {
		sum += float64(max(cells[i][glyph.Class(s[i])], floorScore))
	}
	return sum
}
