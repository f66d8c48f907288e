package barcode

import "math"

// How a symbol is read. Tuned on the development samples.
const (
	railRim       = 2 // pixels above and below the guards that were seen that are examined
	columnSlack   = 2 // by which the number of columns in the row indicators may differ from that of the guards
	nearColumns   = 2 // codewords from an end that a grid is bent to at first, between two guards
	farColumns    = 4 // … and beside one
	columnStep    = 2 // … and by how many more each time
	trustedShare  = 6 // codewords for each that must be trusted, at most
	majority      = .5
	crispShare    = .5 // of the blur that is undone where a codeword makes no sense
	correctEffort = 15 // binary logarithm of the codewords times check codewords for one unit of effort
	likelyEffort  = 4  // units that comparing with all codewords takes, besides one for so many:
	likelyWords   = 16

	indicatorLines = 240 // lines over the height at which row indicators are read
	indicatorWords = 900 // codewords that a row indicator can have: 30 for each third of the rows

	stopOver = 1. / codewordModules // the stop pattern is one module longer than a codeword
)

// symbol417 is a PDF417 symbol under reading: where its codewords lie on a canvas and what is known of it.
type symbol417 struct {
	c           *canvas
	g           grid
	meta        metadata
	left, right course
	seen        []sighting
	scratch     profile
	effort      *budget
}

// reading is one codeword as read: cluster and codeword are certain to the degree of trust (0 none, 1 full).
type reading struct {
	word  int
	trust float32
}

// between reads a symbol whose start and stop pattern were both found.
func (s *symbol417) between(first, last rail, out *Symbol) bool {
	mid := float64(s.c.h) / 2
	exact := (last.at(mid) - first.at(mid)) / math.Sqrt(first.module*last.module) / codewordModules
	columns := int(math.Round(exact)) - (sideWords - 1)
	from, to := max(int(min(first.top, last.top))-railRim, 0), min(int(max(first.bottom, last.bottom))+railRim, s.c.h)
	if columns < 1 || columns > mostColumns {
		return false
	}
	s.g = newGrid(first, last, columns, s.c.h)
	s.g.bend(s.c, from, to, true, true, columns)
	s.look(from, to)
	if !s.follow() {
		return false
	}
	if s.meta.columns == columns && s.read(out) {
		return true
	}
	if s.meta.columns < 1 || s.meta.columns > columns+columnSlack || s.meta.columns < columns-columnSlack {
		s.meta.columns = columns
	}
	s.g = newGrid(first, last, s.meta.columns, s.c.h)
	for reach := nearColumns; reach < s.meta.columns/2+sideWords; reach++ {
		s.g.bend(s.c, from, to, true, true, reach)
	}
	return s.again(from, to) && s.read(out)
}

// again reads the row indicators anew with a better grid.
func (s *symbol417) again(from, to int) bool {
	s.seen = s.seen[:0]
	s.look(from, to)
	return s.follow()
}

// fromOneSide reads a symbol of which only one guard pattern is there: the row indicator beside it holds the number of
// columns, and the grid is followed from there codeword by codeword.
func (s *symbol417) fromOneSide(r rail, left bool, out *Symbol) bool {
	from, to := max(int(r.top)-railRim, 0), min(int(r.bottom)+railRim, s.c.h)
	s.g = oneSided(r, left, 1, s.c.h)
	s.look(from, to)
	if !s.follow() || s.meta.columns < 1 {
		return false
	}
	columns := s.meta.columns
	s.g = oneSided(r, left, columns, s.c.h)
	for reach := farColumns; reach < columns+farColumns+columnStep; reach += columnStep {
		s.g.bend(s.c, from, to, left, !left, reach)
	}
	return s.again(from, to) && s.read(out)
}

// oneSided fits a grid of even codewords beside one guard pattern.
func oneSided(r rail, left bool, columns, height int) grid {
	other := r
	width := codewordModules * r.module * (float64(columns) + sideWords - 1)
	if left {
		other.a += width
		return newGrid(r, other, columns, height)
	}
	other.a -= width
	return newGrid(other, r, columns, height)
}

// read reads the codewords and decodes them, with grid, rows and metadata in place.
func (s *symbol417) read(out *Symbol) bool {
	if s.meta.rows < leastRows || s.meta.level < 0 || s.meta.level > mostLevel ||
		s.meta.columns != s.g.columns || s.meta.rows*s.meta.columns > mostWords {
		return false
	}
	readings := s.vote()
	if trusted(readings)*trustedShare < len(readings) {
		return false
	}
	price := len(readings) * (2 << s.meta.level) >> correctEffort
	if s.effort.take(price) && s.decode(readings, out) {
		return true
	}
	if !s.effort.take(likelyEffort + len(readings)/likelyWords + price) {
		return false
	}
	s.likeliest(readings)
	return s.decode(readings, out)
}

// look reads the row indicators on both sides along the height.
func (s *symbol417) look(from, to int) {
	step := max((to-from)/indicatorLines, 1)
	for y := from; y < to; y += step {
		for _, j := range [2]int{1, s.g.columns + 2} {
			w, ok := s.wordAt(j, float64(y)+.5)
			if !ok {
				continue
			}
			cluster, v := w/clusterWords, w%clusterWords
			if v >= indicatorWords {
				continue
			}
			s.seen = append(s.seen, sighting{
				y:       float64(y) + .5,
				row:     3*(v/mostColumns) + cluster,
				cluster: cluster,
				value:   v % mostColumns,
				left:    j == 1,
			})
		}
	}
}

// wordAt reads one codeword at a height, moved a little to both sides and less blurred if it makes no sense as it is.
func (s *symbol417) wordAt(j int, y float64) (int, bool) {
	x0, x1 := s.g.x(float64(j), y), s.g.x(float64(j+1), y)
	m := (x1 - x0) / codewordModules
	for _, shift := range codewordShifts {
		if !s.c.sample(x0+shift*m, x1+shift*m, y, &s.scratch) {
			continue
		}
		if w, _ := s.scratch.word(); w >= 0 {
			return w, true
		}
		p := s.scratch.crisp(crispShare)
		if w, _ := p.word(); w >= 0 {
			return w, true
		}
	}
	return 0, false
}

// follow fits the rows to the sightings and reads the metadata from them.
func (s *symbol417) follow() bool {
	var okLeft, okRight bool
	s.left, okLeft = courseOf(s.seen, true, s.g.module)
	s.right, okRight = courseOf(s.seen, false, s.g.module)
	switch {
	case !okLeft && !okRight:
		return false
	case !okLeft:
		s.left = s.right
	case !okRight:
		s.right = s.left
	}
	s.meta = metadataOf(s.seen)
	return true
}

// height returns y at a row (its middle at .0) and a codeword position.
func (s *symbol417) height(row, j float64) float64 {
	t := (j - indicatorMiddle) / (float64(s.g.columns) + 1)
	return s.left.y(row)*(1-t) + s.right.y(row)*t
}

// offsets are the places within a row, in rows, where codewords are read.
var offsets = [5]float64{0, -.15, .15, -.3, .3}

// vote reads every codeword on several lines and takes the one with the right cluster that was seen most.
func (s *symbol417) vote() []reading {
	out := make([]reading, s.meta.rows*s.g.columns)
	for r := range s.meta.rows {
		for col := range s.g.columns {
			var words [len(offsets)]int
			n := 0
			for _, o := range offsets {
				w, ok := s.wordAt(col+2, s.height(float64(r)+o, float64(col+2)+.5))
				if ok && w/clusterWords == r%3 {
					words[n] = w % clusterWords
					n++
				}
			}
			out[r*s.g.columns+col] = plurality(words[:n])
		}
	}
	return out
}

// trusted counts the readings that most lines agree on.
func trusted(readings []reading) int {
	n := 0
	for _, r := range readings {
		if r.trust > majority {
			n++
		}
	}
	return n
}

func plurality(words []int) reading {
	best, count := 0, 0
	for i, w := range words {
		n := 0
		for _, v := range words[i:] {
			if v == w {
				n++
			}
		}
		if n > count {
			best, count = w, n
		}
	}
	if count == 0 {
		return reading{}
	}
	return reading{word: best, trust: float32(count*2-len(words)+len(offsets)) / float32(2*len(offsets))}
}

// corners maps the outline to the picture.
func (s *symbol417) corners() [8]float64 {
	right := float64(s.g.columns) + sideWords + stopOver
	last := float64(s.meta.rows) - .5
	var out [8]float64
	for i, p := range [4][2]float64{{0, -.5}, {right, -.5}, {right, last}, {0, last}} {
		y := s.height(p[1], p[0])
		out[2*i], out[2*i+1] = s.c.toPicture(s.g.x(p[0], y), y)
	}
	return out
}
