package barcode

import "proofdesk/engine/raster"

// How a lattice is fitted. Lengths are in modules. Tuned on the development samples.
const (
	voteReach     = .2  // from the middle of a module to the places around it that vote with it
	boundaryReach = 1.1 // around a boundary in which a change is searched for
	boundarySteps = 12  // places in it
	unmeasured    = .5  // weight of no shift at all, in measured boundaries
)

// lattice is the modules of a two-dimensional symbol in a picture: a homography, and on top of it a shift of every
// place that is a cubic polynomial, fitted to the edges between modules, for what does not lie flat. Places are in
// modules, from the corner (0,0) to (columns, rows).
type lattice struct {
	m             *mask
	columns, rows int
	base          raster.Homography
	shift         [2][10]float64 // along and down, in modules
	across, down  []float64      // where the boundaries between modules lie, if not evenly
}

// placed is where a place in modules lies among uneven ones.
func placed(bounds []float64, u float64) float64 {
	if bounds == nil {
		return u
	}
	i := min(max(int(u), 0), len(bounds)-2)
	return bounds[i] + (u-float64(i))*(bounds[i+1]-bounds[i])
}

// terms are the monomials of a place, scaled to -1..1.
func (l *lattice) terms(u, v float64) [10]float64 {
	x, y := 2*u/float64(l.columns)-1, 2*v/float64(l.rows)-1
	return [10]float64{1, x, y, x * y, x * x, y * y, x * x * y, x * y * y, x * x * x, y * y * y}
}

// at maps a place in modules to the picture.
func (l *lattice) at(u, v float64) raster.Point {
	u, v = placed(l.across, u), placed(l.down, v)
	t := l.terms(u, v)
	du, dv := 0., 0.
	for i := range t {
		du += t[i] * l.shift[0][i]
		dv += t[i] * l.shift[1][i]
	}
	return l.base.Apply(raster.Point{X: u + du, Y: v + dv})
}

func (l *lattice) dark(u, v float64) bool {
	p := l.at(u, v)
	return l.m.at(p.X, p.Y)
}

// module reports whether the module at a column and row is dark, by the majority of five places around its middle.
func (l *lattice) module(column, row int) bool {
	const places = 5
	u, v := float64(column)+.5, float64(row)+.5
	n := 0
	for _, d := range [places][2]float64{{0, 0}, {voteReach, 0}, {-voteReach, 0}, {0, voteReach}, {0, -voteReach}} {
		if l.dark(u+d[0], v+d[1]) {
			n++
		}
	}
	return n > places/2
}

// window is the modules that a fit examines: from the first column and row up to, not including, the last ones.
type window struct{ left, top, right, bottom int }

func (l *lattice) whole() window { return window{0, 0, l.columns, l.rows} }

// fit measures how far each edge between two modules in the window lies from where it should and moves the lattice
// there, with so many terms. It is false where too few edges are seen for a lattice to lie there at all: about half of
// all neighbours differ.
func (l *lattice) fit(n int, w window) bool {
	seen := 0
	for axis := range 2 {
		var a [10][11]float64
		from, to, side, end := w.left, w.right, w.top, w.bottom
		if axis == 1 {
			from, to, side, end = w.top, w.bottom, w.left, w.right
		}
		for i := from + 1; i < to; i++ {
			for j := side; j < end; j++ {
				u, v := float64(i), float64(j)+.5
				e, ok := l.edge(u, v, axis)
				if !ok {
					continue
				}
				seen++
				if axis == 1 {
					u, v = v, u
				}
				t := l.terms(u, v)
				for r := range n {
					for s := range n {
						a[r][s] += t[r] * t[s]
					}
					a[r][10] += t[r] * e
				}
			}
		}
		more := solveN(&a, n)
		for k := range more {
			l.shift[axis][k] += more[k]
		}
	}
	return 3*seen > 2*min((w.right-w.left)*(w.bottom-w.top-1), (w.right-w.left-1)*(w.bottom-w.top))
}

// edge searches for the one change between dark and light within a module around the boundary at u on the line v, and
// returns how far it lies from the boundary.
func (l *lattice) edge(u, v float64, axis int) (float64, bool) {
	const steps = boundarySteps
	changes, at := 0, 0.
	var last bool
	for k := 0; k <= steps; k++ {
		e := (float64(k)/steps - .5) * boundaryReach
		x, y := u+e, v
		if axis == 1 {
			x, y = v, u+e
		}
		d := l.dark(x, y)
		if k > 0 && d != last {
			changes++
			at = e - boundaryReach/2/steps
		}
		last = d
	}
	return at, changes == 1
}

// outline returns the corners of the symbol as x,y pairs, clockwise from its own top left.
func (l *lattice) outline() (c [8]float64) {
	w, h := float64(l.columns), float64(l.rows)
	for i, at := range [4][2]float64{{0, 0}, {w, 0}, {w, h}, {0, h}} {
		p := l.at(at[0], at[1])
		c[2*i], c[2*i+1] = p.X, p.Y
	}
	return c
}

// solveN solves the first n of ten equations; a little on the diagonal keeps what was not measured at zero.
func solveN(a *[10][11]float64, n int) (x [10]float64) {
	for i := range n {
		a[i][i] += unmeasured
	}
	for i := range n {
		for r := i + 1; r < n; r++ {
			f := a[r][i] / a[i][i]
			for s := i; s < n; s++ {
				a[r][s] -= f * a[i][s]
			}
			a[r][10] -= f * a[i][10]
		}
	}
	for i := n - 1; i >= 0; i-- {
		v := a[i][10]
		for s := i + 1; s < n; s++ {
			v -= a[i][s] * x[s]
		}
		x[i] = v / a[i][i]
	}
	return x
}
