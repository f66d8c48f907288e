package barcode

import "math"

// How guard patterns are recognised. Lengths are in modules. Tuned on the development samples.
const (
	leastModule = .7  // width in pixels
	pairSlack   = .55 // by which a bar and a space together may be off
	wideElement = 6   // from which an element is wide
	wideSlack   = 1.3 // by which a wide element may be off
	narrowMost  = 2.1 // that an element of one module may be wide
)

// How a rail is found among guards: by trying pairs of them. Tuned on the development samples.
const (
	pairsTried   = 1200 // of many guards, about
	fewGuards    = 40   // of which all pairs are tried
	tenthsEnough = 9    // of all that lie on one line, so that no better one is searched for
	mostLean     = .34  // way along the rows over way across: one in three
	pairModules  = .2   // share by which the modules of a pair may differ
	leastGuards  = 2    // on a rail
	railSlack    = .9   // modules that a guard may lie off its rail
	railModules  = .22  // share by which its module may differ from the rail's
)

// guard is a start or stop pattern found in a band of rows: its left edge x, its height y and the width of a module.
type guard struct {
	x, y, module float64
}

// shape417 is a guard pattern as the widths of its elements, the first a bar, and the sum of them.
type shape417 struct {
	widths  []float64
	modules float64
}

// The start and stop pattern of PDF417, and both as they look upside down.
var (
	startShape   = shape417{[]float64{8, 1, 1, 1, 1, 1, 1, 3}, 17}
	stopShape    = shape417{[]float64{7, 1, 1, 3, 1, 1, 1, 2, 1}, 18}
	stopFlipped  = shape417{[]float64{1, 2, 1, 1, 1, 3, 1, 1, 7}, 18}
	startFlipped = shape417{[]float64{1, 1, 1, 1, 1, 1, 8}, 14}
)

// find appends every place of the line where a guard stands. Bars may all be wider or thinner by the same amount, so
// sums of a bar and a space are compared.
func (s *shape417) find(l *line, y float64, out []guard) []guard {
	n := len(s.widths)
	first := 0
	if l.firstDark {
		first = 1
	}
	for i := first; i+n < len(l.edge); i += 2 {
		if m, ok := s.fits(l.edge[i : i+n+1]); ok {
			out = append(out, guard{x: l.edge[i], y: y, module: m})
		}
	}
	return out
}

func (s *shape417) fits(e []float64) (module float64, ok bool) {
	n := len(s.widths)
	m := (e[n] - e[0]) / s.modules
	if m < leastModule {
		return 0, false
	}
	tolerance := pairSlack * m
	for i := 0; i+2 <= n; i++ {
		if math.Abs(e[i+2]-e[i]-(s.widths[i]+s.widths[i+1])*m) > tolerance {
			return 0, false
		}
	}
	for i, w := range s.widths {
		if got := e[i+1] - e[i]; w >= wideElement && math.Abs(got-w*m) > wideSlack*m || w < 2 && got > narrowMost*m {
			return 0, false
		}
	}
	return m, true
}

// rail is a straight line x = a + b·y along guards, with their mean module width.
type rail struct {
	a, b, module float64
	support      int
	top, bottom  float64 // lowest and highest y of the guards on it
}

func (r *rail) at(y float64) float64 { return r.a + r.b*y }

// railOf finds the line that most guards lie on with about the same module width. Lines lean by at most 1:3.
func railOf(guards []guard) (rail, bool) {
	best := rail{}
	n := len(guards)
	stride := max(1, n*n/pairsTried)
	count := 0
	for i := range n {
		if best.support*10 > n*tenthsEnough {
			break
		}
		for j := i + 1; j < n; j++ {
			if count++; count%stride != 0 && n > fewGuards {
				continue
			}
			dy := guards[j].y - guards[i].y
			if dy <= 0 {
				continue
			}
			b := (guards[j].x - guards[i].x) / dy
			if math.Abs(b) > mostLean || !near(guards[i].module, guards[j].module, pairModules) {
				continue
			}
			r := rail{a: guards[i].x - b*guards[i].y, b: b, module: (guards[i].module + guards[j].module) / 2}
			if r.count(guards); r.support > best.support {
				best = r
			}
		}
	}
	if best.support < leastGuards {
		return rail{}, false
	}
	best.refine(guards)
	return best, true
}

func near(a, b, share float64) bool { return math.Abs(a-b) <= share*max(a, b) }

func (r *rail) on(g guard) bool {
	return math.Abs(g.x-r.at(g.y)) < railSlack*r.module && near(g.module, r.module, railModules)
}

func (r *rail) count(guards []guard) {
	r.support = 0
	for _, g := range guards {
		if r.on(g) {
			r.support++
		}
	}
}

// refine fits the line to its guards by least squares.
func (r *rail) refine(guards []guard) {
	var n, sy, sx, syy, sxy, sm float64
	r.top, r.bottom = math.Inf(1), math.Inf(-1)
	for _, g := range guards {
		if !r.on(g) {
			continue
		}
		n++
		sy += g.y
		sx += g.x
		syy += g.y * g.y
		sxy += g.x * g.y
		sm += g.module
		r.top, r.bottom = min(r.top, g.y), max(r.bottom, g.y)
	}
	r.module = sm / n
	if d := n*syy - sy*sy; d > steadying {
		r.b = (n*sxy - sx*sy) / d
		r.a = (sx - r.b*sy) / n
	}
}
