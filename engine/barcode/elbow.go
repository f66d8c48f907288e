package barcode

import (
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// elbow is a place that looks like the solid sides of a Data Matrix symbol: the end of the left one, the corner, the
// end of the lower one; and how long a module is along each, in pixels.
type elbow struct {
	top, corner, end raster.Point
	across, up       float64
}

// Which outlines may be an elbow. Lengths are in pixels unless noted otherwise. Tuned on the development samples.
const (
	mostCorners = 12   // of an outline
	nearReach   = .02  // share of the outline's size within which a point is no corner
	nearRim     = .7   // … and so many pixels more
	farReach    = .045 // the same for a second look at what is less straight
	farRim      = 1.
	sameCorner  = 2 // between the corners of two elbows that are one
	sameEnd     = 3 // between their ends

	leastElbow   = 7   // of each side
	elbowShare   = .35 // of the outline's size that the longer side has at least
	elbowRatio   = 20  // of the sides
	elbowSine    = .5  // of the angle between them, at least: a right angle, seen from the side
	elbowModules = 5   // of each side, at least
)

// When a side is solid: dark just inside, light just outside.
const (
	leastPlaces  = 8 // that are examined
	mostPlaces   = 60
	solidCorner  = .05  // share of the side next to each end that is left out
	insideShare  = .012 // of its length
	outsideShare = .025
	solidDark    = 84 // percent
	solidLight   = 70
)

// How the modules along a side are measured, and its edge found.
const (
	leastDepths = 12 // places that are examined
	mostDepths  = 80
	depthFrom   = .12 // share of the side at which they begin
	depthAlong  = .8  // share of the side that they cover
	depthStep   = .25

	edgeReach  = .6 // modules to either side of where an edge is searched for
	leastReach = 1.5
	mostReach  = 8
	cornerMove = 3 // times that reach that a corner may move
)

// elbows finds the corners of a blot's outline between two solid sides.
func elbows(m *mask, b *blot, room *hull) []elbow {
	outline := b.outline(room)
	size := math.Hypot(float64(b.box.Dx()), float64(b.box.Dy()))
	var out []elbow
	var corners [2 * mostCorners]raster.Point
	for _, reach := range [2]float64{nearReach*size + nearRim, farReach*size + farRim} {
		points := cornersWithin(corners[:0], outline, reach)
		n := len(points)
		if n < 3 || n > mostCorners {
			continue
		}
		for i := range n {
			e := elbow{top: points[(i+1)%n], corner: points[i], end: points[(i+n-1)%n]} // the outline is clockwise
			if e.fits(m, size) && !e.known(out) {
				out = append(out, e)
			}
		}
	}
	return out
}

func (e *elbow) known(list []elbow) bool {
	for _, o := range list {
		if math.Hypot(o.corner.X-e.corner.X, o.corner.Y-e.corner.Y) < sameCorner &&
			math.Hypot(o.top.X-e.top.X, o.top.Y-e.top.Y) < sameEnd &&
			math.Hypot(o.end.X-e.end.X, o.end.Y-e.end.Y) < sameEnd {
			return true
		}
	}
	return false
}

// fits checks that both sides are long enough and solid, refines them, and measures the modules.
func (e *elbow) fits(m *mask, size float64) bool {
	up, across := between(e.corner, e.top), between(e.corner, e.end)
	if min(up, across) < leastElbow || max(up, across) < elbowShare*size ||
		up > elbowRatio*across || across > elbowRatio*up {
		return false
	}
	u, v := lineThrough(e.corner, e.top).way, lineThrough(e.corner, e.end).way
	if sine := v.X*u.Y - v.Y*u.X; sine > -elbowSine { // a right angle, seen from the side
		return false
	}
	if !solid(m, e.corner, e.top, v) || !solid(m, e.corner, e.end, u) {
		return false
	}
	e.across, e.up = thickness(m, e.corner, e.top, v), thickness(m, e.corner, e.end, u)
	if e.across < 1 || e.up < 1 || up < elbowModules*e.up || across < elbowModules*e.across {
		return false
	}
	e.refine(m)
	return true
}

func between(a, b raster.Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

// solid reports whether a side is dark just inside, and mostly light just outside.
func solid(m *mask, a, b, inside raster.Point) bool {
	length := between(a, b)
	n := int(min(max(length, leastPlaces), mostPlaces))
	dark, light := 0, 0
	in, out := max(1, insideShare*length), max(1.5, outsideShare*length)
	for i := range n {
		t := solidCorner + (1-2*solidCorner)*float64(i)/float64(n-1)
		x, y := a.X+t*(b.X-a.X), a.Y+t*(b.Y-a.Y)
		if m.at(x+in*inside.X, y+in*inside.Y) {
			dark++
		}
		if !m.at(x-out*inside.X, y-out*inside.Y) {
			light++
		}
	}
	return 100*dark >= solidDark*n && 100*light >= solidLight*n
}

// thickness is how deep a side is dark where the modules beside it are light: the lower third of what is measured.
func thickness(m *mask, a, b, inside raster.Point) float64 {
	length := between(a, b)
	var room [mostDepths]float64
	n := int(min(max(length, leastDepths), float64(len(room))))
	depths := room[:0]
	for i := range n {
		t := depthFrom + depthAlong*float64(i)/float64(n-1)
		x, y := a.X+t*(b.X-a.X), a.Y+t*(b.Y-a.Y)
		d := 1.
		for d < length && m.at(x+d*inside.X, y+d*inside.Y) {
			d += depthStep
		}
		depths = append(depths, d)
	}
	slices.Sort(depths)
	return depths[len(depths)/4]
}

// refine moves the sides to the edges that the grey picture shows.
func (e *elbow) refine(m *mask) {
	reach := min(max(edgeReach*min(e.across, e.up), leastReach), mostReach)
	left, ok := side(m.grey, e.corner, e.top, reach)
	if !ok {
		return
	}
	lower, ok := side(m.grey, e.corner, e.end, reach)
	if !ok {
		return
	}
	corner, ok := left.crossing(lower)
	if !ok || between(corner, e.corner) > cornerMove*reach {
		return
	}
	t := (e.top.X-left.at.X)*left.way.X + (e.top.Y-left.at.Y)*left.way.Y
	s := (e.end.X-lower.at.X)*lower.way.X + (e.end.Y-lower.at.Y)*lower.way.Y
	e.corner = corner
	e.top = raster.Point{X: left.at.X + t*left.way.X, Y: left.at.Y + t*left.way.Y}
	e.end = raster.Point{X: lower.at.X + s*lower.way.X, Y: lower.at.Y + s*lower.way.Y}
}
