package mrz

import "math"

// polyfit is least squares of degree 1 or 2 with the abscissa scaled for stability; the unused coefficient is 0.
func polyfit(xs, ys []float64, degree int) [3]float64 {
	scale := 1.0
	for _, x := range xs {
		scale = max(scale, math.Abs(x))
	}
	var m [3][4]float64
	for i := range xs {
		p := [3]float64{1, xs[i] / scale, xs[i] * xs[i] / scale / scale}
		for r := range m {
			for c := range p {
				m[r][c] += p[r] * p[c]
			}
			m[r][3] += p[r] * ys[i]
		}
	}
	if degree < 2 {
		m[2] = [4]float64{0, 0, 1, 0}
		m[0][2], m[1][2] = 0, 0
	}
	k := solve3(m)
	return [3]float64{k[0], k[1] / scale, k[2] / scale / scale}
}

// solve3 is elimination with pivots; a singular system has a partial solution.
func solve3(m [3][4]float64) (x [3]float64) {
	for c := range 3 {
		p := c
		for r := c + 1; r < 3; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		if math.Abs(m[c][c]) < tiny {
			continue
		}
		for r := range 3 {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 4; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range 3 {
		if math.Abs(m[c][c]) >= tiny {
			x[c] = m[c][3] / m[c][c]
		}
	}
	return x
}
