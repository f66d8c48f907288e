package document

import (
	"math"

	"proofdesk/engine/raster"
)

// When a printed frame gives way to the sheet around it. Evidence is 0..1, see sideEvidence. Tuned on the development
// samples.
const (
	expandReach = .1  // of the shorter side: how far outside a printed frame the sheet's edge is searched for
	expandFrom  = 3   // how near to the frame it may be, px
	expandTilt  = 2   // by how much its ends may differ in that, px
	expandLeast = .2  // evidence of the sheet's edge, at least
	expandKeep  = .5  // share of the frame's own evidence that the sheet's edge must have
	growLeast   = .25 // evidence, at least, where one side alone moves
	growKeep    = .5  // share of the frame's own evidence, where one side alone moves
	growSides   = .6  // share of its neighbours' evidence that continues up to the moved side
	growOn      = .2  // evidence with which they continue, at least
)

// How the evidence along a side is summed up.
const (
	sidePlaces = 48  // that are examined
	sideCorner = .06 // share of the side next to each corner that is left out
	sideAcross = .7  // how far to either side an edge is searched for, px
)

// expand replaces a quad that lies on a printed frame by the sheet around it: where on all four sides a
// second steady edge runs a little outside, that one is the outline.
func expand(e *edges, c candidate) candidate {
	q := c.quad
	short := min(q.Side(0), q.Side(1), q.Side(2), q.Side(3))
	var sides [4]line
	var inner, outer float64
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		own := sideEvidence(e, a, b, 0, 0)
		s, d0, d1 := outside(e, a, b, short*expandReach)
		if s < expandLeast {
			return c
		}
		inner, outer = inner+own, outer+s
		nx, ny := normal(a, b)
		sides[i] = through(raster.Point{X: a.X + d0*nx, Y: a.Y + d0*ny}, raster.Point{X: b.X + d1*nx, Y: b.Y + d1*ny})
	}
	if outer < expandKeep*inner {
		return c
	}
	for i := range q {
		p, ok := sides[(i+3)%4].cross(&sides[i])
		if !ok {
			return c
		}
		q[i] = p
	}
	return candidate{q, c.score, c.frames}
}

// grow moves single sides that lie on a printed bar out to the sheet's edge: a second steady edge runs a little
// outside, and the neighbouring sides continue until there.
func grow(e *edges, q raster.Quad) raster.Quad {
	short := min(q.Side(0), q.Side(1), q.Side(2), q.Side(3))
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		s, d0, d1 := outside(e, a, b, short*expandReach)
		if s < growKeep*sideEvidence(e, a, b, 0, 0) || s < growLeast {
			continue
		}
		nx, ny := normal(a, b)
		moved := through(raster.Point{X: a.X + d0*nx, Y: a.Y + d0*ny}, raster.Point{X: b.X + d1*nx, Y: b.Y + d1*ny})
		before, after := through(q[(i+3)%4], a), through(b, q[(i+2)%4])
		p, ok := before.cross(&moved)
		r, ok2 := after.cross(&moved)
		if !ok || !ok2 || !goesOn(e, q[(i+3)%4], a, p) || !goesOn(e, q[(i+2)%4], b, r) {
			continue
		}
		q[i], q[(i+1)%4] = p, r
	}
	return q
}

// goesOn reports whether the edge that runs from one corner to another does not end there but at a third place.
func goesOn(e *edges, from, corner, to raster.Point) bool {
	own := max(sideEvidence(e, from, corner, 0, 0), sideEvidence(e, corner, from, 0, 0))
	on := max(sideEvidence(e, corner, to, 0, 0), sideEvidence(e, to, corner, 0, 0))
	return on >= growSides*own && on > growOn
}

// outside finds the steadiest edge outside the side from a to b: its evidence and its distances at both ends.
func outside(e *edges, a, b raster.Point, reach float64) (best, d0, d1 float64) {
	for u := float64(expandFrom); u <= reach; u++ {
		for v := max(u-expandTilt, expandFrom); v <= u+expandTilt; v++ {
			if s := sideEvidence(e, a, b, u, v); s > best {
				best, d0, d1 = s, u, v
			}
		}
	}
	return best, d0, d1
}

// sideEvidence is the mean of the thin edges along the side when its ends move outwards by u and v, the
// stronger polarity, without the parts next to the corners.
func sideEvidence(e *edges, a, b raster.Point, u, v float64) float64 {
	nx, ny := normal(a, b)
	var pos, neg float32
	const n = sidePlaces
	for k := range n {
		t := sideCorner + (1-2*sideCorner)*float64(k)/(n-1)
		d := u + (v-u)*t
		px, py := a.X+(b.X-a.X)*t+nx*d, a.Y+(b.Y-a.Y)*t+ny*d
		var p, m float32
		for o := -sideAcross; o <= sideAcross; o += sideAcross {
			x, y := int(px+o*nx+.5), int(py+o*ny+.5)
			s := e.at(x, y, float32(nx), float32(ny))
			if s != 0 && !e.thin[y*e.w+x] {
				continue
			}
			p, m = max(p, s), max(m, -s)
		}
		pos, neg = pos+p, neg+m
	}
	return float64(max(pos, neg)) / n
}

// normal returns the outward normal of a side of a clockwise quad.
func normal(a, b raster.Point) (x, y float64) {
	l := max(math.Hypot(b.X-a.X, b.Y-a.Y), tiny)
	return (b.Y - a.Y) / l, -(b.X - a.X) / l
}

// through is the line from a to b.
func through(a, b raster.Point) line {
	nx, ny := normal(a, b)
	return line{nx: nx, ny: ny, rho: a.X*nx + a.Y*ny}
}
