package raster

import "math"

// Point is a place in continuous picture coordinates, px.
type Point struct{ X, Y float64 }

// Quad is four corners, clockwise from the one that is shown top-left.
type Quad [4]Point

// QuadOf is the axis-parallel quad with its top-left at (x,y).
func QuadOf(x, y, w, h float64) Quad {
	return Quad{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
}

// QuadFrom returns the quad of four corners given as x,y pairs.
func QuadFrom(corners [8]float64) (q Quad) {
	for i := range q {
		q[i] = Point{X: corners[2*i], Y: corners[2*i+1]}
	}
	return q
}

// Corners returns the corners as x,y pairs.
func (q Quad) Corners() (corners [8]float64) {
	for i, p := range q {
		corners[2*i], corners[2*i+1] = p.X, p.Y
	}
	return corners
}

// Middle returns the mean of the corners.
func (q Quad) Middle() (m Point) {
	for _, p := range q {
		m.X, m.Y = m.X+p.X/4, m.Y+p.Y/4
	}
	return m
}

// Scale multiplies all coordinates.
func (q Quad) Scale(fx, fy float64) Quad {
	for i := range q {
		q[i].X *= fx
		q[i].Y *= fy
	}
	return q
}

// Area is the quad's area, px²; positive where the corners run clockwise as seen.
func (q Quad) Area() float64 {
	var a float64
	for i, p := range q {
		n := q[(i+1)%4]
		a += p.X*n.Y - n.X*p.Y
	}
	return a / 2
}

// Convex reports whether the corners run clockwise without turning back.
func (q Quad) Convex() bool {
	for i, b := range q {
		a, c := q[(i+3)%4], q[(i+1)%4]
		if !((b.X-a.X)*(c.Y-b.Y)-(b.Y-a.Y)*(c.X-b.X) > 0) {
			return false
		}
	}
	return true
}

// Rounding errors: below these a value counts as zero.
const (
	leastSine        = 1e-9  // of the angle at a corner
	leastPivot       = 1e-12 // of a system of equations
	leastDeterminant = 1e-15 // of a map
)

// flat reports whether three of the corners lie on one line, or are no numbers.
func (q Quad) flat() bool {
	for i := range q {
		a, b, c := q[i], q[(i+1)%4], q[(i+2)%4]
		abx, aby, acx, acy := b.X-a.X, b.Y-a.Y, c.X-a.X, c.Y-a.Y
		if !(math.Abs(abx*acy-aby*acx) > leastSine*(math.Hypot(abx, aby)*math.Hypot(acx, acy))) {
			return true
		}
	}
	return false
}

// Side is the length of the side from corner i to the next, px: 0 top, 1 right, 2 bottom, 3 left.
func (q Quad) Side(i int) float64 {
	a, b := q[i%4], q[(i+1)%4]
	return math.Hypot(b.X-a.X, b.Y-a.Y)
}

// Bounds is the smallest axis-parallel box around the quad.
func (q Quad) Bounds() (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = q[0].X, q[0].Y, q[0].X, q[0].Y
	for _, p := range q[1:] {
		x0, y0 = min(x0, p.X), min(y0, p.Y)
		x1, y1 = max(x1, p.X), max(y1, p.Y)
	}
	return x0, y0, x1, y1
}

// Homography is a projective map of the plane, row by row.
type Homography [9]float64

// NewHomography finds the map that takes from[i] to to[i]. It is false where three of the points lie on one
// line, so that no such map exists.
func NewHomography(from, to Quad) (Homography, bool) {
	if from.flat() || to.flat() {
		return Homography{}, false
	}
	var m [8][9]float64
	for i := range 4 {
		x, y, u, v := from[i].X, from[i].Y, to[i].X, to[i].Y
		m[2*i] = [9]float64{x, y, 1, 0, 0, 0, -x * u, -y * u, u}
		m[2*i+1] = [9]float64{0, 0, 0, x, y, 1, -x * v, -y * v, v}
	}
	if !solve(&m) {
		return Homography{}, false
	}
	var h Homography
	for i := range 8 {
		h[i] = m[i][8]
		if math.IsNaN(h[i]) || math.IsInf(h[i], 0) {
			return Homography{}, false
		}
	}
	h[8] = 1
	return h, true
}

// solve reduces the system to diagonal form, with pivoting, which leaves the solution in the last column.
func solve(m *[8][9]float64) bool {
	for c := range 8 {
		p := c
		for r := c + 1; r < 8; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		if !(math.Abs(m[p][c]) > leastPivot) {
			return false
		}
		m[c], m[p] = m[p], m[c]
		for r := range 8 {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 9; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range 8 {
		m[c][8] /= m[c][c]
	}
	return true
}

// Apply maps a point. A point on the horizon maps to infinity.
func (h Homography) Apply(p Point) Point {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return Point{(h[0]*p.X + h[1]*p.Y + h[2]) / w, (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// ApplyQuad maps four corners.
func (h Homography) ApplyQuad(q Quad) Quad {
	for i := range q {
		q[i] = h.Apply(q[i])
	}
	return q
}

// Inverse is the map back; false where there is none.
func (h Homography) Inverse() (Homography, bool) {
	var i Homography
	i[0], i[1], i[2] = h[4]*h[8]-h[5]*h[7], h[2]*h[7]-h[1]*h[8], h[1]*h[5]-h[2]*h[4]
	i[3], i[4], i[5] = h[5]*h[6]-h[3]*h[8], h[0]*h[8]-h[2]*h[6], h[2]*h[3]-h[0]*h[5]
	i[6], i[7], i[8] = h[3]*h[7]-h[4]*h[6], h[1]*h[6]-h[0]*h[7], h[0]*h[4]-h[1]*h[3]
	det := h[0]*i[0] + h[1]*i[3] + h[2]*i[6]
	if !(math.Abs(det) > leastDeterminant) {
		return Homography{}, false
	}
	for k := range i {
		i[k] /= det
	}
	return i, true
}

// Mul is the map that applies g first and h after it.
func (h Homography) Mul(g Homography) Homography {
	var r Homography
	for i := range 3 {
		for j := range 3 {
			r[3*i+j] = h[3*i]*g[j] + h[3*i+1]*g[3+j] + h[3*i+2]*g[6+j]
		}
	}
	return r
}
