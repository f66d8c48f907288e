package document

import (
	"math"

	"proofdesk/engine/raster"
)

// Which quads can be a document, and what favours one. Sines and cosines are of angles in the picture. Tuned on the
// development samples.
const (
	cornerOutside = .04 // of the picture's width and height: how far outside a corner may lie
	leastArea     = .03 // share of the picture, at least
	areaPower     = .15 // of that share in the score
	mostFrames    = 2   // sides that are the picture's own
	leastQuadSide = 16  // px
	mostSkew      = 2.6 // ratio of opposite sides, of both pairs together
	skewPrice     = .1  // for each unit of it over 1
	mostSlant     = .72 // cosine of a corner: 44°
	slantPrice    = .25 // for a cosine of 1
	mostLong      = 3.2 // longer side over shorter
	long          = 1.85
	longPrior     = .9 // factor for what is longer than documents are
	square        = 1.25
	squarePrior   = .88 // … and for what is squarer
)

// How the evidence of the four sides makes a score. Tuned on the development samples.
const (
	fullEvidence  = .55 // mean strength of an edge along a side that is all that can be asked for
	sidesPower    = .2  // of the product of the sides, and of the weakest of them
	beyondPrice   = .5  // share of the score for edges that continue past all corners
	beyondShare   = .12 // of a side: how far past its corners it is looked
	beyondLeast   = 6   // px, at least
	beyondGap     = 3   // px next to a corner that are left out
	polarityPrice = .3  // share of the score for sides that are not all brighter, or all darker, inside
)

// When a picture looks like a document that fills it. Tuned on the development samples.
const (
	fullCells      = 6    // along each side in which print is searched for
	fullEdge       = .3   // strength of an edge of print, at least
	fullPrint      = .02  // share of a cell's pixels that are such edges, at least
	fullLikely     = .045 // how far its aspect may be off a document's, as a share
	documentAspect = .75  // score of a picture of a document's aspect with print in all cells
	otherAspect    = .36  // … and of any other
)

// judge scores the quad that two pairs of opposite sides make; 0 where it cannot be a document.
func judge(e *edges, p, r pair) candidate {
	sides := [4]*line{p.a, r.a, p.b, r.b}
	var q raster.Quad
	for i := range q {
		pt, ok := sides[i].cross(sides[(i+1)%4])
		if !ok || pt.X < -cornerOutside*float64(e.w) || pt.Y < -cornerOutside*float64(e.h) ||
			pt.X > (1+cornerOutside)*float64(e.w) || pt.Y > (1+cornerOutside)*float64(e.h) {
			return candidate{}
		}
		q[i] = pt
	}
	if q.Area() < 0 {
		q[0], q[2] = q[2], q[0]
		sides = [4]*line{sides[1], sides[0], sides[3], sides[2]}
	}
	area := q.Area() / float64(e.w*e.h)
	if area < leastArea || !q.Convex() {
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
	return candidate{q, shape * evidence(q, sides) * math.Pow(area, areaPower), frames}
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
		s := min(max(pos, neg)/fullEvidence, 1)
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
	if frames > mostFrames {
		return 0
	}
	same := max(inward, outward) / max(inward+outward, tiny)
	return math.Pow(product, sidesPower) * math.Pow(least, sidesPower) *
		(1 - beyondPrice*over/4) * (1 - polarityPrice + polarityPrice*same)
}

// beyond is how far the edge continues past both corners, 0..1.
func beyond(l *line, a, b float64, pos bool) float64 {
	if a > b {
		a, b = b, a
	}
	reach := max((b-a)*beyondShare, beyondLeast)
	p0, n0 := l.support(a-reach-beyondGap, a-beyondGap)
	p1, n1 := l.support(b+beyondGap, b+beyondGap+reach)
	if pos {
		return min((p0+p1)/(2*fullEvidence), 1)
	}
	return min((n0+n1)/(2*fullEvidence), 1)
}

// pointsInto reports whether the line's normal leads from it to the middle of the quad.
func (l *line) pointsInto(q raster.Quad) bool {
	var x, y float64
	for _, p := range q {
		x, y = x+p.X/4, y+p.Y/4
	}
	return x*l.nx+y*l.ny > l.rho
}

// shapePrior is higher for quads that can be a flat rectangle of a document's aspect in perspective.
func shapePrior(q raster.Quad) float64 {
	top, right, bottom, left := q.Side(0), q.Side(1), q.Side(2), q.Side(3)
	if min(top, right, bottom, left) < leastQuadSide {
		return 0
	}
	skew := max(top/bottom, bottom/top) * max(left/right, right/left)
	if skew > mostSkew {
		return 0
	}
	worst := 0.0
	for i := range q {
		a, b, c := q[(i+3)%4], q[i], q[(i+1)%4]
		ux, uy, vx, vy := a.X-b.X, a.Y-b.Y, c.X-b.X, c.Y-b.Y
		worst = max(worst, math.Abs(ux*vx+uy*vy)/(math.Hypot(ux, uy)*math.Hypot(vx, vy)))
	}
	if worst > mostSlant {
		return 0
	}
	r := (top + bottom) / (left + right)
	r = max(r, 1/r)
	prior := 1.0
	switch {
	case r > mostLong:
		return 0
	case r > long:
		prior = longPrior
	case r < square:
		prior = squarePrior
	}
	return prior * (1 - slantPrice*worst) * (1 - skewPrice*(skew-1))
}

// fullScore returns how much the picture looks like a document that fills it: print all over, in a document's aspect,
// no quiet margin.
func fullScore(e *edges, w, h int) float64 {
	const n = fullCells
	var cells [n][n]int
	for y := range e.h {
		for x := range e.w {
			if i := y*e.w + x; e.thin[i] && e.strength[i] > fullEdge {
				cells[y*n/e.h][x*n/e.w]++
			}
		}
	}
	per := float64(e.w*e.h) / (n * n)
	filled := 0.0
	for _, row := range cells {
		for _, c := range row {
			if float64(c) > per*fullPrint {
				filled++
			}
		}
	}
	a := float64(max(w, h)) / float64(min(w, h))
	aspect := otherAspect
	if fits(a, fullLikely) {
		aspect = documentAspect
	}
	return aspect * filled / (n * n)
}
