package barcode

import (
	"math"
	"sort"

	"proofdesk/engine/raster"
)

// eye is a finder pattern of a QR code: its middle, its outer corners, and the mean length of a module in pixels.
type eye struct {
	middle  raster.Point
	corners raster.Quad
	module  float64
}

// How the finder patterns of a QR code are found and put together. Tuned on the development samples.
const (
	mostSightings = 40 // that are followed to their outlines
	mostEyes      = 8  // that are tried as corners of a symbol

	eyeParts   = 5   // dark and light parts across a finder pattern: 1, 1, 3, 1 and 1 modules (ISO/IEC 18004 §6.3.3)
	eyeSlack   = .55 // modules by which a part of one module may be off
	longestEye = 6   // modules of a part in a column, at most
	ringReach  = 2   // times its length that a ring may reach
	eyeModule  = .5  // share by which the module of an outline may differ from that of its sighting
	sameEyes   = 2   // modules between two patterns that are one, below

	eyesSine    = .5  // of the angle between the sides, at least: about a right angle, seen from the side
	eyesRatio   = 3   // of the sides
	squareSlack = .25 // share by which the modules along the two sides may differ
	mostSteep   = 120 // modules on a side of what is seen from the side
)

// eyes finds squares in squares whose rows and columns show lengths of 1, 1, 3, 1 and 1.
func eyes(m *mask) []eye {
	s := sightings{cells: map[[2]int][2]int{}}
	edges := make([]int, 0, 256)
	for y := range m.h {
		edges = m.changes(y, edges[:0])
		for i := 0; i+eyeParts < len(edges); i++ {
			if e := edges[i : i+eyeParts+1]; e[0] < m.w && m.dark[y*m.w+e[0]] == 1 && isEye(e) {
				x := (e[2] + e[3]) / 2
				if height, ok := m.eyeDown(x, y, float64(e[eyeParts]-e[0])/eyeModules); ok {
					s.add(float64(e[2]+e[3])/2, float64(y)+.5, math.Sqrt(height*float64(e[eyeParts]-e[0])/eyeModules))
				}
			}
		}
	}
	sort.SliceStable(s.list, func(i, j int) bool { return s.list[i].rows > s.list[j].rows })
	if len(s.list) == 0 {
		return nil
	}
	f := newFlood(m)
	var out []eye
	for _, b := range s.list[:min(len(s.list), mostSightings)] {
		if e, ok := outlined(f, raster.Point{X: b.x, Y: b.y}, b.module); ok && len(out) < mostEyes && !seen(out, e) {
			out = append(out, e)
		}
	}
	return out
}

func seen(list []eye, e eye) bool {
	for _, o := range list {
		if between(o.middle, e.middle) < sameEyes*e.module {
			return true
		}
	}
	return false
}

// isEye reports whether six changes enclose lengths of 1, 1, 3, 1 and 1 modules.
func isEye(e []int) bool {
	m := float64(e[eyeParts]-e[0]) / eyeModules
	for i, w := range [eyeParts]float64{1, 1, 3, 1, 1} {
		if d := float64(e[i+1] - e[i]); math.Abs(d-w*m) > eyeSlack*m*math.Sqrt(w)+edgeSlack {
			return false
		}
	}
	return true
}

// eyeDown checks the column through the middle and returns the length of a module there.
func (m *mask) eyeDown(x, y int, module float64) (float64, bool) {
	var e [eyeParts + 1]int
	limit := int(longestEye * module)
	for _, way := range [2]int{-1, 1} {
		at, now := y, byte(1)
		for k := range 3 {
			length := 0
			for at >= 0 && at < m.h && m.dark[at*m.w+x] == now && length <= limit {
				at += way
				length++
			}
			if length > limit || length == 0 {
				return 0, false
			}
			now ^= 1
			if way < 0 {
				e[2-k] = at + 1
			} else {
				e[3+k] = at
			}
		}
	}
	return float64(e[eyeParts]-e[0]) / eyeModules, isEye(e[:])
}

// outlined follows a dark square, a light and a dark ring from the middle outwards.
func outlined(f *flood, middle raster.Point, module float64) (eye, bool) {
	m := f.m
	x := middle.X
	for k := range 3 {
		dark := k%2 == 0
		for x < float64(m.w) && m.at(x, middle.Y) != dark {
			x++
		}
		ring, ok := f.fill(int(x), int(middle.Y), dark, module*float64(2*k+3)*ringReach)
		if !ok {
			return eye{}, false
		}
		if k < 2 {
			continue
		}
		q, ok := fourCorners(ring.outline(&f.hull))
		if !ok {
			return eye{}, false
		}
		q = sharpen(m, q, eyeModules/2)
		e := eye{middle: middle, corners: q, module: math.Sqrt(q.Area()) / eyeModules}
		if c, ok := lineThrough(q[0], q[2]).crossing(lineThrough(q[1], q[3])); ok {
			e.middle = c
		}
		return e, near(e.module, module, eyeModule)
	}
	return eye{}, false
}

// corner returns the corner of an eye that lies farthest along two directions.
func (e *eye) corner(right, down raster.Point, u, v float64) raster.Point {
	best, at := math.Inf(-1), e.corners[0]
	for _, p := range e.corners {
		if d := u*(p.X*right.X+p.Y*right.Y) + v*(p.X*down.X+p.Y*down.Y); d > best {
			best, at = d, p
		}
	}
	return at
}

// outerQR finds a symbol's four corners from its three finder patterns: three are corners of theirs, and the fourth
// lies where the lower side of the lower left one meets the right side of the upper right one. It needs no alignment
// pattern.
func outerQR(tl, tr, bl eye) (raster.Quad, bool) {
	right, down := lineThrough(tl.middle, tr.middle).way, lineThrough(tl.middle, bl.middle).way
	lower := lineThrough(bl.corner(right, down, -1, 1), bl.corner(right, down, 1, 1))
	side := lineThrough(tr.corner(right, down, 1, -1), tr.corner(right, down, 1, 1))
	last, ok := lower.crossing(side)
	q := raster.Quad{tl.corner(right, down, -1, -1), tr.corner(right, down, 1, -1), last, bl.corner(right, down, -1, 1)}
	return q, ok && q.Convex()
}

// readSteepQR reads a QR code that is seen from the side, so that its finder patterns differ in size.
func readSteepQR(m *mask, left *budget) (Symbol, bool) {
	all := eyes(m)
	for i, tl := range all {
		for j, tr := range all {
			for k, bl := range all {
				if i == j || j == k || i == k || !left.take(0) {
					continue
				}
				if s, ok := readEyes(m, tl, tr, bl, left); ok {
					return s, true
				}
			}
		}
	}
	return Symbol{}, false
}

// readEyes reads the symbol that three finder patterns span, if they may be of one.
func readEyes(m *mask, tl, tr, bl eye, left *budget) (Symbol, bool) {
	ax, ay := tr.middle.X-tl.middle.X, tr.middle.Y-tl.middle.Y
	bx, by := bl.middle.X-tl.middle.X, bl.middle.Y-tl.middle.Y
	wide, high := math.Hypot(ax, ay), math.Hypot(bx, by)
	slanted := ax*by-ay*bx < eyesSine*wide*high // else clockwise, about a right angle
	if slanted || wide > eyesRatio*high || high > eyesRatio*wide {
		return Symbol{}, false
	}
	n := wide/math.Sqrt(tl.module*tr.module) + eyeModules
	if down := high/math.Sqrt(tl.module*bl.module) + eyeModules; !near(n, down, squareSlack) {
		return Symbol{}, false
	} else if n = (n + down) / 2; n > mostSteep {
		return Symbol{}, false
	}
	corners, ok := outerQR(tl, tr, bl)
	if !ok {
		return Symbol{}, false
	}
	version := int(math.Round((n - qrBase) / qrStep))
	for _, v := range [3]int{version, version + 1, version - 1} {
		if v < 1 {
			continue
		}
		if s, ok := readOuterQR(m, qrBase+qrStep*v, corners, left); ok {
			return s, true
		}
	}
	return Symbol{}, false
}

// readOuterQR reads a QR code of so many modules whose corners are known.
func readOuterQR(m *mask, n int, corners raster.Quad, left *budget) (Symbol, bool) {
	base, ok := raster.NewHomography(raster.QuadOf(0, 0, float64(n), float64(n)), corners)
	if !ok || !left.take(1) {
		return Symbol{}, false
	}
	l := lattice{m: m, columns: n, rows: n, base: base}
	if s, ok := l.decodeQR(); ok {
		return s, true
	}
	return l.readQR(left)
}
