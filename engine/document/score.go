package document

import (
	"math"

	"proofdesk/engine/raster"
)

// judge scores the quad that two pairs of opposite sides make; 0 where it cannot be a document.
func judge(e *edges, p, r pair) candidate {
	sides := [4]*line{p.a, r.a, p.b, r.b}
	var q raster.Quad
	for i := range q {
		pt, ok := sides[i].cross(sides[(i+1)%4])
		if !ok || pt.X < -.04*float64(e.w) || pt.Y < -.04*float64(e.h) || pt.X > 1.04*float64(e.w) ||
			pt.Y > 1.04*float64(e.h) {
			return candidate{}
		}
		q[i] = pt
	}
	if q.Area() < 0 {
		q[0], q[2] = q[2], q[0]
		sides = [4]*line{sides[1], sides[0], sides[3], sides[2]}
	}
	area := q.Area() / float64(e.w*e.h)
	if area < .03 || !q.Convex() {
		return candidate{}
	}
	shape := shapePrior(q)
	if shape == 0 {
		return candidate{}
	}
	frames := 0
	for _, l := range sides {
		if l.frame {
			frames++
		}
	}
	return candidate{q, shape * evidence(q, sides) * math.Pow(area, .15), frames}
}

// evidence combines how well the four sides stand on edges, weakest first, and whether the edges end at the
// corners as those of a sheet do.
func evidence(q raster.Quad, sides [4]*line) float64 {
	product, least, over, inward, outward, frames := 1.0, 1.0, 0.0, 0.0, 0.0, 0
	for i := range q {
		// corner i joins sides i and i+1, so side i+1 runs from corner i to corner i+1
		l := sides[(i+1)%4]
		a, b := l.along(q[i]), l.along(q[(i+1)%4])
		pos, neg := l.support(a, b)
		s := min(max(pos, neg)/.55, 1)
		product *= s
		least = min(least, s)
		if l.frame {
			frames++
			continue
		}
		if l.pointsInto(q) {
			inward, outward = inward+pos, outward+neg
		} else {
			inward, outward = inward+neg, outward+pos
		}
		over += beyond(l, a, b, pos > neg)
	}
	if frames > 2 {
		return 0
	}
	same := max(inward, outward) / max(inward+outward, 1e-9)
	return math.Pow(product, .2) * math.Pow(least, .2) * (1 - .5*over/4) * (.7 + .3*same)
}

// beyond is how far the edge goes on past both corners, 0..1.
func beyond(l *line, a, b float64, pos bool) float64 {
	if a > b {
		a, b = b, a
	}
	reach := max((b-a)*.12, 6)
	p0, n0 := l.support(a-reach-3, a-3)
	p1, n1 := l.support(b+3, b+3+reach)
	if pos {
		return min((p0+p1)/1.1, 1)
	}
	return min((n0+n1)/1.1, 1)
}

// pointsInto reports whether the line's normal leads from it to the middle of the quad.
func (l *line) pointsInto(q raster.Quad) bool {
	var x, y float64
	for _, p := range q {
		x, y = x+p.X/4, y+p.Y/4
	}
	return x*l.nx+y*l.ny > l.rho
}

// shapePrior favours quads that a flat rectangle of a document's aspect can make.
func shapePrior(q raster.Quad) float64 {
	top, right, bottom, left := q.Side(0), q.Side(1), q.Side(2), q.Side(3)
	if min(top, right, bottom, left) < 16 {
		return 0
	}
	skew := max(top/bottom, bottom/top) * max(left/right, right/left)
	if skew > 2.6 {
		return 0
	}
	worst := 0.0
	for i := range q {
		a, b, c := q[(i+3)%4], q[i], q[(i+1)%4]
		ux, uy, vx, vy := a.X-b.X, a.Y-b.Y, c.X-b.X, c.Y-b.Y
		worst = max(worst, math.Abs(ux*vx+uy*vy)/(math.Hypot(ux, uy)*math.Hypot(vx, vy)))
	}
	if worst > .72 {
		return 0
	}
	r := (top + bottom) / (left + right)
	r = max(r, 1/r)
	prior := 1.0
	switch {
	case r > 3.2:
		return 0
	case r > 1.85:
		prior = .9
	case r < 1.25:
		prior = .88
	}
	return prior * (1 - .25*worst) * (1 - .1*(skew-1))
}

// fullScore reports how much the picture looks like a document that fills it: print all over, in a document's
// aspect, no quiet margin.
func fullScore(e *edges, w, h int) float64 {
	const n = 6
	var cells [n][n]int
	for y := range e.h {
		for x := range e.w {
			if i := y*e.w + x; e.thin[i] && e.strength[i] > .3 {
				cells[y*n/e.h][x*n/e.w]++
			}
		}
	}
	per := float64(e.w*e.h) / (n * n)
	filled := 0.0
	for _, row := range cells {
		for _, c := range row {
			if float64(c) > per*.02 {
				filled++
			}
		}
	}
	a := float64(max(w, h)) / float64(min(w, h))
	aspect := .36
	if within(a, 1.586, .045) || within(a, 1.42, .045) {
		aspect = .75
	}
	return aspect * filled / (n * n)
}
