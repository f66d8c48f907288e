package barcode

import "math"

// How rows are found among sightings. Heights are in rows unless noted otherwise. Tuned on the development samples.
const (
	leastRow     = 1.1 // modules that a row is high, at least
	mostRow      = 30  // … and at most
	countSlack   = .75 // by which a sighting may be off to count for a course
	fitSlack     = .85 // … to be fitted
	inlierSlack  = .8  // … to vote
	leastSighted = 3
	courseFits   = 4  // the second half of them with a bend
	bentSighted  = 12 // sightings of which there must be more for a bend
	bentRows     = 6  // rows over which they must be spread
	flat         = 1e-9
)

// sighting is a row indicator that was read: at height y stands row, and value is its other content.
type sighting struct {
	y            float64
	row          int
	cluster      int
	value        int
	left, inlier bool
}

// course is the height of the middle of a row on one side of the symbol: y = c0 + c1·r + c2·r².
type course struct {
	c       [3]float64
	support int
	lowest  int
	highest int
}

func (k *course) y(row float64) float64 { return k.c[0] + k.c[1]*row + k.c[2]*row*row }

// courseOf finds the steady descent of rows that most sightings of one side agree with.
func courseOf(s []sighting, left bool, module float64) (course, bool) {
	var own []*sighting
	for i := range s {
		if s[i].left == left {
			own = append(own, &s[i])
		}
	}
	best := course{}
	n := len(own)
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
			dr := own[j].row - own[i].row
			dy := own[j].y - own[i].y
			if dr <= 0 || dy < leastRow*module*float64(dr) || dy > mostRow*module*float64(dr) {
				continue
			}
			k := course{}
			k.c[1] = dy / float64(dr)
			k.c[0] = own[i].y - k.c[1]*float64(own[i].row)
			if k.count(own, countSlack); k.support > best.support {
				best = k
			}
		}
	}
	if best.support < leastSighted {
		return course{}, false
	}
	best.refine(own)
	return best, best.highest-best.lowest >= 1
}

func (k *course) count(own []*sighting, within float64) {
	k.support = 0
	for _, s := range own {
		if math.Abs(s.y-k.y(float64(s.row))) < within*k.c[1] {
			k.support++
		}
	}
}

// refine fits line and then parabola to the sightings near the course.
func (k *course) refine(own []*sighting) {
	for pass := range courseFits {
		var rows, ys []float64
		for _, s := range own {
			slope := k.c[1] + 2*k.c[2]*float64(s.row)
			if math.Abs(s.y-k.y(float64(s.row))) < fitSlack*slope {
				rows, ys = append(rows, float64(s.row)), append(ys, s.y)
			}
		}
		order := 1
		if pass >= courseFits/2 && len(rows) > bentSighted && spread(rows) >= bentRows {
			order = 2
		}
		if c, ok := fitPolynomial(rows, ys, order); ok && c[1] > 0 {
			k.c = c
		}
	}
	k.lowest, k.highest, k.support = math.MaxInt, math.MinInt, 0
	for _, s := range own {
		s.inlier = math.Abs(s.y-k.y(float64(s.row))) < inlierSlack*(k.c[1]+2*k.c[2]*float64(s.row))
		if s.inlier {
			k.support++
			k.lowest, k.highest = min(k.lowest, s.row), max(k.highest, s.row)
		}
	}
}

func spread(v []float64) float64 {
	lo, hi := v[0], v[0]
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
	}
	return hi - lo
}

// fitPolynomial fits y over x by least squares, of order 1 or 2.
func fitPolynomial(x, y []float64, order int) (c [3]float64, ok bool) {
	if len(x) < order+1 {
		return c, false
	}
	mid := 0.0
	for _, v := range x {
		mid += v
	}
	mid /= float64(len(x))
	var s [5]float64
	var t [3]float64
	for i := range x {
		u := x[i] - mid
		p := 1.0
		for k := range s {
			s[k] += p
			if k < 3 {
				t[k] += p * y[i]
			}
			p *= u
		}
	}
	var a, b, q float64
	if order == 2 {
		d := determinant(s[0], s[1], s[2], s[1], s[2], s[3], s[2], s[3], s[4])
		if math.Abs(d) < flat {
			return c, false
		}
		a = determinant(t[0], s[1], s[2], t[1], s[2], s[3], t[2], s[3], s[4]) / d
		b = determinant(s[0], t[0], s[2], s[1], t[1], s[3], s[2], t[2], s[4]) / d
		q = determinant(s[0], s[1], t[0], s[1], s[2], t[1], s[2], s[3], t[2]) / d
	} else {
		d := s[0]*s[2] - s[1]*s[1]
		if math.Abs(d) < flat {
			return c, false
		}
		a = (t[0]*s[2] - s[1]*t[1]) / d
		b = (s[0]*t[1] - s[1]*t[0]) / d
	}
	return [3]float64{a - b*mid + q*mid*mid, b - 2*q*mid, q}, true
}

func determinant(a, b, c, d, e, f, g, h, i float64) float64 {
	return a*(e*i-f*h) - b*(d*i-f*g) + c*(d*h-e*g)
}

// metadata is what the row indicators encode about the symbol.
type metadata struct {
	rows, columns, level int
}

// metadataOf returns the metadata that most sightings on course agree on. Rows need both of their parts; what no
// sighting shows is -1.
func metadataOf(s []sighting) metadata {
	var votes [3][mostColumns]int
	for _, v := range s {
		if !v.inlier {
			continue
		}
		part := v.cluster // of the left indicator: 0 (rows-1)/3, 1 level·3+(rows-1)%3, 2 columns-1
		if !v.left {
			part = (v.cluster + 2) % 3
		}
		votes[part][v.value]++
	}
	m := metadata{rows: -1, columns: -1, level: -1}
	third, c := most(votes[0][:mostColumns]), most(votes[2][:mostColumns])
	if c >= 0 {
		m.columns = c + 1
	}
	if e := most(votes[1][:3*(mostLevel+1)]); e >= 0 {
		m.level = e / 3
		if third >= 0 {
			m.rows = 3*third + e%3 + 1
		}
	}
	return m
}

func most(votes []int) int {
	best, at := 0, -1
	for i, v := range votes {
		if v > best {
			best, at = v, i
		}
	}
	return at
}
