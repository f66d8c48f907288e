package barcode

import (
	"math"
	"sort"
)

// How finder patterns are found, of Aztec and of QR symbols. Lengths are in modules. Tuned on the development samples.
const (
	mostBullseyes = 64  // that are examined
	rings         = 7   // modules across an Aztec symbol's finder pattern that are examined (ISO/IEC 24778 §7.2)
	ringSlack     = .5  // by which each of them may be off their mean
	longestRing   = 2.5 // that one of them may be long in a column
	sameEye       = .8  // between two sightings of one pattern, below
	sameModule    = .4  // share by which their modules may differ
	edgeSlack     = .5  // pixels by which rounding to whole pixels moves an edge
	eyeRows       = 3   // a module over the rows that must show a pattern, at most
)

// bullseye is a place where several rows show the rings of an Aztec symbol's finder pattern.
type bullseye struct {
	x, y, module float64
	rows         int
}

// bullseyes finds where a row and a column show seven modules of the same length around one place, light at the ends.
func bullseyes(m *mask) []bullseye {
	s := sightings{cells: map[[2]int][2]int{}}
	edges := make([]int, 0, 256)
	for y := range m.h {
		edges = m.changes(y, edges[:0])
		for i := 0; i+rings < len(edges); i++ {
			if m.dark[y*m.w+edges[i]] == 1 || !regular(edges[i:i+rings+1]) {
				continue
			}
			x := float64(edges[i+3]+edges[i+4]) / 2
			width := float64(edges[i+rings]-edges[i]) / rings
			if height, ok := m.regularDown(int(x), y, width); ok {
				s.add(x, float64(y)+.5, math.Sqrt(width*height))
			}
		}
	}
	out := s.list[:0]
	for _, b := range s.list {
		if float64(eyeRows*b.rows) >= b.module {
			out = append(out, b)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].rows > out[j].rows })
	return out[:min(len(out), mostBullseyes)]
}

// sightings are bullseyes in the making, to be found by the cells of a grid: each cell knows its first and its last,
// and each but the last of a cell knows the next, counted from 1.
type sightings struct {
	list  []bullseye
	next  []int
	cells map[[2]int][2]int
}

const cellSide = 16

// add joins a sighting with the bullseye that it belongs to, or begins one.
func (s *sightings) add(x, y, module float64) {
	reach := sameEye * module
	for cy := int(y-reach) / cellSide; cy <= int(y+reach)/cellSide; cy++ {
		for cx := int(x-reach) / cellSide; cx <= int(x+reach)/cellSide; cx++ {
			for i := s.cells[[2]int{cx, cy}][0]; i > 0; i = s.next[i-1] {
				if s.list[i-1].join(x, y, module) {
					return
				}
			}
		}
	}
	cell := [2]int{int(x) / cellSide, int(y) / cellSide}
	s.list, s.next = append(s.list, bullseye{x, y, module, 1}), append(s.next, 0)
	n := len(s.list)
	ends, more := s.cells[cell]
	if more {
		s.next[ends[1]-1] = n
	} else {
		ends[0] = n
	}
	ends[1] = n
	s.cells[cell] = ends
}

// join adds a sighting if it belongs to the bullseye.
func (b *bullseye) join(x, y, module float64) bool {
	if math.Hypot(b.x-x, b.y-y) >= sameEye*b.module || !near(b.module, module, sameModule) {
		return false
	}
	n := float64(b.rows)
	b.x, b.y, b.module = (b.x*n+x)/(n+1), (b.y*n+y)/(n+1), (b.module*n+module)/(n+1)
	b.rows++
	return true
}

// changes lists where a row changes between dark and light, with its ends.
func (m *mask) changes(y int, out []int) []int {
	row := m.dark[y*m.w : y*m.w+m.w]
	out = append(out, 0)
	for x := 1; x < m.w; x++ {
		if row[x] != row[x-1] {
			out = append(out, x)
		}
	}
	return append(out, m.w)
}

// regular reports whether eight changes enclose seven stretches of about the same length.
func regular(e []int) bool {
	mean := float64(e[rings]-e[0]) / rings
	for i := range rings {
		if d := float64(e[i+1] - e[i]); math.Abs(d-mean) > ringSlack*mean+edgeSlack {
			return false
		}
	}
	return true
}

// regularDown checks the rings along the column through a place and returns the length of a module there.
func (m *mask) regularDown(x, y int, module float64) (float64, bool) {
	if m.dark[y*m.w+x] == 0 {
		return 0, false
	}
	var e [rings + 1]int
	limit := int(longestRing*module) + 2
	for _, way := range [2]int{-1, 1} {
		at, now := y, byte(1)
		for k := range 4 {
			length := 0
			for at >= 0 && at < m.h && m.dark[at*m.w+x] == now && length <= limit {
				at += way
				length++
			}
			if length > limit {
				return 0, false
			}
			now ^= 1
			if way < 0 {
				e[3-k] = at + 1
			} else {
				e[4+k] = at
			}
		}
	}
	return float64(e[rings]-e[0]) / rings, regular(e[:])
}
