package barcode

import (
	"math"

	"github.com/makiuchi-d/gozxing"
	qr "github.com/makiuchi-d/gozxing/qrcode/decoder"
	qrfind "github.com/makiuchi-d/gozxing/qrcode/detector"

	"proofdesk/engine/raster"
)

// bentQR is a QR code on cloth or round a bottle: a homography from its finder patterns, and on top of it a shift of
// every place that is a cubic polynomial, fitted to the edges between modules.
type bentQR struct {
	bits    *gozxing.BitMatrix
	modules int
	base    raster.Homography
	shift   [2][10]float64 // along and down, in modules
	left    *budget
}

// readBentQR reads a QR code whose finder patterns are there but whose modules don't lie on a flat grid.
func readBentQR(bits *gozxing.BitMatrix, left *budget) (Symbol, bool) {
	info, err := qrfind.NewFinderPatternFinder(bits, nil).Find(harder)
	if err != nil {
		return Symbol{}, false
	}
	tl, tr, bl := info.GetTopLeft(), info.GetTopRight(), info.GetBottomLeft()
	module := (tl.GetEstimatedModuleSize() + tr.GetEstimatedModuleSize() + bl.GetEstimatedModuleSize()) / 3
	if module < 1 {
		return Symbol{}, false
	}
	a, b, c := raster.Point{X: tl.GetX(), Y: tl.GetY()}, raster.Point{X: tr.GetX(), Y: tr.GetY()}, raster.Point{X: bl.GetX(), Y: bl.GetY()}
	across := (math.Hypot(b.X-a.X, b.Y-a.Y) + math.Hypot(c.X-a.X, c.Y-a.Y)) / 2
	version := int(math.Round((across/module + 7 - 17) / 4))
	for _, v := range [3]int{version, version + 1, version - 1} {
		if v < 1 || v > 20 {
			continue
		}
		q := bentQR{bits: bits, modules: 17 + 4*v, left: left}
		far := float64(q.modules) - 3.5
		for _, corner := range q.corners(bits, a, b, c) {
			last := far
			if corner.aligned {
				last -= 3
			}
			m, ok := raster.NewHomography(raster.Quad{{X: 3.5, Y: 3.5}, {X: far, Y: 3.5}, {X: last, Y: last}, {X: 3.5, Y: far}}, raster.Quad{a, b, corner.Point, c})
			if !ok {
				continue
			}
			q.base, q.shift = m, [2][10]float64{}
			if s, ok := q.read(); ok {
				return s, true
			}
		}
	}
	return Symbol{}, false
}

// fourth is a guess of the fourth corner: the middle of the alignment pattern, or where a finder pattern would be.
type fourth struct {
	raster.Point
	aligned bool
}

// corners returns the guesses: the alignment pattern that the detector found, and the parallelogram's corner.
func (q *bentQR) corners(bits *gozxing.BitMatrix, a, b, c raster.Point) []fourth {
	var out []fourth
	if at, err := qrfind.NewDetector(bits).Detect(harder); err == nil && len(at.GetPoints()) > 3 {
		p := at.GetPoints()[3]
		out = append(out, fourth{raster.Point{X: p.GetX(), Y: p.GetY()}, true})
	}
	return append(out, fourth{raster.Point{X: b.X + c.X - a.X, Y: b.Y + c.Y - a.Y}, false})
}

// read fits the shifts, with more terms each time, and decodes after each fit.
func (q *bentQR) read() (Symbol, bool) {
	for _, terms := range [6]int{4, 4, 6, 6, 10, 10} {
		if !q.left.take(1+q.modules*q.modules/1000) || !q.fit(terms) {
			break
		}
		if s, ok := q.decode(); ok {
			return s, true
		}
	}
	return Symbol{}, false
}

// terms are the monomials of a place, scaled to -1..1.
func (q *bentQR) terms(u, v float64) [10]float64 {
	h := float64(q.modules) / 2
	x, y := u/h-1, v/h-1
	return [10]float64{1, x, y, x * y, x * x, y * y, x * x * y, x * y * y, x * x * x, y * y * y}
}

// at maps a place in modules to the picture.
func (q *bentQR) at(u, v float64) raster.Point {
	t := q.terms(u, v)
	du, dv := 0., 0.
	for i := range t {
		du += t[i] * q.shift[0][i]
		dv += t[i] * q.shift[1][i]
	}
	return q.base.Apply(raster.Point{X: u + du, Y: v + dv})
}

func (q *bentQR) dark(u, v float64) bool {
	p := q.at(u, v)
	x, y := int(math.Floor(p.X)), int(math.Floor(p.Y))
	return x >= 0 && y >= 0 && x < q.bits.GetWidth() && y < q.bits.GetHeight() && q.bits.Get(x, y)
}

// fit measures how far each edge between two modules lies from where it should and moves the grid there. It is false
// where too few edges are seen for a grid to lie there at all: about half of all neighbours differ.
func (q *bentQR) fit(n int) bool {
	seen := 0
	for axis := range 2 {
		var a [10][11]float64
		for i := 1; i < q.modules; i++ {
			for j := range q.modules {
				u, v := float64(i), float64(j)+.5
				e, ok := q.edge(u, v, axis)
				if !ok {
					continue
				}
				seen++
				if axis == 1 {
					u, v = v, u
				}
				t := q.terms(u, v)
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
			q.shift[axis][k] += more[k]
		}
	}
	return 3*seen > 2*q.modules*(q.modules-1)
}

// edge looks for the one change between dark and light within a module around the boundary at u on the line v, and
// returns how far it lies from the boundary.
func (q *bentQR) edge(u, v float64, axis int) (float64, bool) {
	const steps = 12
	changes, at := 0, 0.
	var last bool
	for k := 0; k <= steps; k++ {
		e := (float64(k)/steps - .5) * 1.1
		x, y := u+e, v
		if axis == 1 {
			x, y = v, u+e
		}
		d := q.dark(x, y)
		if k > 0 && d != last {
			changes++
			at = e - .55/steps
		}
		last = d
	}
	return at, changes == 1
}

// decode samples the middle of every module and asks gozxing's decoder.
func (q *bentQR) decode() (Symbol, bool) {
	grid, err := gozxing.NewSquareBitMatrix(q.modules)
	if err != nil {
		return Symbol{}, false
	}
	for j := range q.modules {
		for i := range q.modules {
			if q.dark(float64(i)+.5, float64(j)+.5) {
				grid.Set(i, j)
			}
		}
	}
	got, err := qr.NewDecoder().Decode(grid, nil)
	if err != nil {
		return Symbol{}, false
	}
	s, ok := symbolOf(QR, got)
	n := float64(q.modules)
	for i, c := range [4][2]float64{{0, 0}, {n, 0}, {n, n}, {0, n}} {
		p := q.at(c[0], c[1])
		s.Corners[2*i], s.Corners[2*i+1] = p.X, p.Y
	}
	return s, ok
}

// solveN solves the first n of ten equations; a little on the diagonal keeps what was not measured at zero.
func solveN(a *[10][11]float64, n int) (x [10]float64) {
	for i := range n {
		a[i][i] += .5
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
