package barcode

import (
	"image"
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// straight is a line by a place on it and its direction, of length 1.
type straight struct {
	at, way raster.Point
}

// lineThrough is the line from one place to another.
func lineThrough(a, b raster.Point) straight {
	l := math.Max(math.Hypot(b.X-a.X, b.Y-a.Y), tinyLength)
	return straight{a, raster.Point{X: (b.X - a.X) / l, Y: (b.Y - a.Y) / l}}
}

// crossing is where two lines meet; false if they hardly do.
func (s straight) crossing(o straight) (raster.Point, bool) {
	d := s.way.X*o.way.Y - s.way.Y*o.way.X
	if math.Abs(d) < crossingSine {
		return raster.Point{}, false
	}
	t := ((o.at.X-s.at.X)*o.way.Y - (o.at.Y-s.at.Y)*o.way.X) / d
	return raster.Point{X: s.at.X + t*s.way.X, Y: s.at.Y + t*s.way.Y}, true
}

// bilinear is the grey value at a place; what lies outside counts as the nearest pixel.
func bilinear(m *image.Gray, x, y float64) float64 {
	x = min(max(x-.5, 0), float64(m.Rect.Dx()-1))
	y = min(max(y-.5, 0), float64(m.Rect.Dy()-1))
	i, j := min(int(x), max(m.Rect.Dx()-2, 0)), min(int(y), max(m.Rect.Dy()-2, 0))
	fx, fy := x-float64(i), y-float64(j)
	p := m.Pix[j*m.Stride+i:]
	right, down := min(1, m.Rect.Dx()-1), 0
	if m.Rect.Dy() > 1 {
		down = m.Stride
	}
	top := float64(p[0]) + fx*(float64(p[right])-float64(p[0]))
	bottom := float64(p[down]) + fx*(float64(p[down+right])-float64(p[down]))
	return top + fy*(bottom-top)
}

// How an edge is found to parts of a pixel. Lengths are in pixels. Tuned on the development samples.
const (
	leastAcross  = 8   // places along a line across which the grey values are examined
	mostAcross   = 60  // … and at most
	sideCorner   = .06 // share of the line next to each end that is left out
	acrossStep   = .5
	mostValues   = 64 // grey values at one place
	leastEdge    = 12 // grey levels of an edge
	lineFits     = 3
	leastPoints  = 4
	farOff       = 2.5 // times the median distance from the line from which a place is left out
	alwaysNear   = .2  // … besides so much
	crossingSine = .05 // of the angle under which two lines hardly meet: 3°

	tinyLength = 1e-9
)

// side finds the edge between a light and a dark area near the line from a to b, to parts of a pixel: the grey values
// across it are examined in many places, and the line fitted to where they pass the middle between their extremes.
func side(m *image.Gray, a, b raster.Point, reach float64) (straight, bool) {
	guess := lineThrough(a, b)
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	var room [mostAcross]raster.Point
	n := int(min(max(length, leastAcross), mostAcross))
	points := room[:0]
	for i := range n {
		t := length * (sideCorner + (1-2*sideCorner)*float64(i)/float64(n-1))
		p := raster.Point{X: a.X + t*guess.way.X, Y: a.Y + t*guess.way.Y}
		if e, ok := crossEdge(m, p, guess.way, reach); ok {
			points = append(points, raster.Point{X: p.X - e*guess.way.Y, Y: p.Y + e*guess.way.X})
		}
	}
	return fitLine(points, guess, n/2)
}

// crossEdge is how far to the right of a way the grey values pass the middle between their extremes, nearest to p.
func crossEdge(m *image.Gray, p, way raster.Point, reach float64) (float64, bool) {
	const step = acrossStep
	n := 2*int(reach/step) + 1
	var values [mostValues]float64
	n = min(n, len(values))
	lo, hi := 255., 0.
	for k := range n {
		e := (float64(k) - float64(n-1)/2) * step
		v := bilinear(m, p.X-e*way.Y, p.Y+e*way.X)
		values[k] = v
		lo, hi = min(lo, v), max(hi, v)
	}
	if hi-lo < leastEdge {
		return 0, false
	}
	mid, best, found := (lo+hi)/2, math.Inf(1), false
	for k := 1; k < n; k++ {
		u, v := values[k-1]-mid, values[k]-mid
		if (u < 0) == (v < 0) {
			continue
		}
		e := (float64(k-1) + u/(u-v) - float64(n-1)/2) * step
		if math.Abs(e) < math.Abs(best) {
			best, found = e, true
		}
	}
	return best, found
}

// fitLine fits a line to places (no more than mostAcross), leaving out those that lie far from most; false with fewer
// than so many.
func fitLine(points []raster.Point, guess straight, least int) (straight, bool) {
	for range lineFits {
		if len(points) < max(least, leastPoints) {
			return guess, false
		}
		var mx, my, xx, yy, xy float64
		for _, p := range points {
			mx += p.X
			my += p.Y
		}
		mx, my = mx/float64(len(points)), my/float64(len(points))
		for _, p := range points {
			xx += (p.X - mx) * (p.X - mx)
			yy += (p.Y - my) * (p.Y - my)
			xy += (p.X - mx) * (p.Y - my)
		}
		angle := math.Atan2(2*xy, xx-yy) / 2
		way := raster.Point{X: math.Cos(angle), Y: math.Sin(angle)}
		if way.X*guess.way.X+way.Y*guess.way.Y < 0 {
			way.X, way.Y = -way.X, -way.Y
		}
		guess = straight{raster.Point{X: mx, Y: my}, way}
		var off, room [mostAcross]float64
		for i, p := range points {
			off[i] = math.Abs((p.X-mx)*way.Y - (p.Y-my)*way.X)
		}
		sorted := append(room[:0], off[:len(points)]...)
		slices.Sort(sorted)
		bound := farOff*sorted[len(sorted)/2] + alwaysNear
		kept := points[:0]
		for i, p := range points {
			if off[i] <= bound {
				kept = append(kept, p)
			}
		}
		points = kept
	}
	return guess, true
}
