package barcode

import "math"

// How a grid is fitted to a symbol. Tuned on the development samples.
const (
	gridTerms  = 7  // of its polynomial
	sideWords  = 4  // start pattern, two row indicators and stop pattern, in codewords beside the columns
	bendBands  = 16 // bands of rows in which boundaries are searched for
	mostBand   = 16 // pixel rows of such a band
	bendReach  = .8 // modules to either side of where a boundary is searched for
	leastKnots = 16 // boundaries that a fit takes
	gridFits   = 3
	knotSlack  = .4   // modules that a boundary may lie off
	steadying  = 1e-6 // share that is added to the diagonal
	singular   = 1e-12
)

// grid maps places of a symbol to a canvas: x of a codeword boundary (0 the left edge of the start pattern, 1 of the
// left indicator, columns+4+1/17 the right edge) at a height y. It is a polynomial that bends with perspective and
// paper: 1, j, y, j·y, j², j²·y, j³.
type grid struct {
	coef           [gridTerms]float64
	columns        int
	jScale, yScale float64
	yMid           float64
	module         float64
	shrink         float64 // how much codewords get narrower to the right in perspective
}

func (g *grid) terms(j, y float64) [7]float64 {
	u, v := j*(1+2*g.shrink)/(1+j*g.jScale*g.shrink)*g.jScale-1, (y-g.yMid)*g.yScale
	return [7]float64{1, u, v, u * v, u * u, u * u * v, u * u * u}
}

func (g *grid) x(j, y float64) float64 {
	t := g.terms(j, y)
	return t[0]*g.coef[0] + t[1]*g.coef[1] + t[2]*g.coef[2] + t[3]*g.coef[3] + t[4]*g.coef[4] + t[5]*g.coef[5] +
		t[6]*g.coef[6]
}

// newGrid returns the grid between two rails. Their module widths show the perspective: along a straight line seen at
// an angle, place is j/(1+c·j).
func newGrid(start, stop rail, columns, height int) grid {
	g := grid{
		columns: columns,
		jScale:  2 / (float64(columns) + sideWords),
		yMid:    float64(height) / 2,
		yScale:  2 / float64(height),
	}
	last := float64(columns) + sideWords - 1
	g.shrink = (math.Sqrt(start.module/stop.module) - 1) / (last * g.jScale)
	left, right := start.at(g.yMid), stop.at(g.yMid)
	first, end := g.terms(0, 0)[1], g.terms(last, 0)[1]
	g.coef[1] = (right - left) / (end - first)
	g.coef[0] = left - g.coef[1]*first
	slope := (stop.b - start.b) / (end - first) / g.yScale
	g.coef[3] = slope
	g.coef[2] = start.b/g.yScale - slope*first
	g.module = g.coef[1] * 2 / (codewordModules * (float64(columns) + sideWords))
	return g
}

// knot is a measured boundary.
type knot struct {
	j, y, x, weight float64
}

// bend moves the grid to the boundaries that the picture shows: each codeword ends light and starts dark, so the sum of
// a few rows steps down there. Only boundaries within reach of an end that is anchored are examined.
func (g *grid) bend(c *canvas, from, to int, left, right bool, reach int) {
	var l line
	band := min(max((to-from)/bendBands, 1), mostBand)
	var knots []knot
	m := g.module
	w := max(int(m+.5), 1)
	for y := from; y+band <= to; y += band {
		l.average(c, y, y+band)
		mid := float64(y) + float64(band)/2
		for j := 0; j <= g.columns+3; j++ {
			if !(left && j <= reach) && !(right && j >= g.columns+3-reach) {
				continue
			}
			x := g.x(float64(j), mid)
			if at, strength, ok := l.step(x, bendReach*m, w); ok {
				knots = append(knots, knot{float64(j), mid, at, strength})
			}
		}
	}
	g.fit(knots, m)
}

// step finds the strongest fall from light to dark within reach of x, as the difference of the sums of w values on
// both sides.
func (l *line) step(x, reach float64, w int) (at, strength float64, ok bool) {
	from, to := int(math.Floor(x-reach)), int(math.Ceil(x+reach))
	if from-w < 0 || to+w >= len(l.value) {
		return 0, 0, false
	}
	best, bestAt := int32(0), 0
	var around [3]int32
	score := func(i int) int32 {
		s := int32(0)
		for k := range w {
			s += l.value[i-1-k] - l.value[i+k]
		}
		return s
	}
	for i := from; i <= to; i++ {
		if s := score(i); s > best {
			best, bestAt = s, i
		}
	}
	if best <= 0 || bestAt-w < 1 || bestAt+w+1 >= len(l.value) {
		return 0, 0, false
	}
	around = [3]int32{score(bestAt - 1), best, score(bestAt + 1)}
	shift := 0.0
	if d := float64(around[0] + around[2] - 2*best); d < 0 {
		shift = min(max(float64(around[0]-around[2])/(2*d), -.5), .5)
	}
	return float64(bestAt) + shift, float64(best), true
}

// fit solves the least squares, each time without what lay off by more than knotSlack.
func (g *grid) fit(knots []knot, module float64) {
	if len(knots) < leastKnots {
		return
	}
	bound := math.Inf(1)
	for range gridFits {
		var a [gridTerms][gridTerms + 1]float64
		used := 0
		for _, k := range knots {
			if math.Abs(g.x(k.j, k.y)-k.x) > bound {
				continue
			}
			used++
			t := g.terms(k.j, k.y)
			for r := range gridTerms {
				for s := range gridTerms {
					a[r][s] += t[r] * t[s] * k.weight
				}
				a[r][gridTerms] += t[r] * k.x * k.weight
			}
		}
		if used < leastKnots {
			return
		}
		coef, ok := solve7(&a)
		if !ok {
			return
		}
		g.coef = coef
		bound = knotSlack * module
	}
	g.module = (g.x(float64(g.columns)+sideWords, g.yMid) - g.x(0, g.yMid)) /
		(codewordModules * (float64(g.columns) + sideWords))
}

// solve7 solves seven equations by elimination with pivots; a little on the diagonal keeps short symbols stable.
func solve7(a *[gridTerms][gridTerms + 1]float64) (x [gridTerms]float64, ok bool) {
	for i := range gridTerms {
		a[i][i] *= 1 + steadying
	}
	for i := range gridTerms {
		p := i
		for r := i + 1; r < gridTerms; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		if math.Abs(a[p][i]) < singular {
			return x, false
		}
		a[i], a[p] = a[p], a[i]
		for r := range gridTerms {
			if r == i {
				continue
			}
			f := a[r][i] / a[i][i]
			for s := i; s <= gridTerms; s++ {
				a[r][s] -= f * a[i][s]
			}
		}
	}
	for i := range gridTerms {
		x[i] = a[i][gridTerms] / a[i][i]
	}
	return x, true
}
