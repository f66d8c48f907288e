//go:build !js

package relief

import "math"

// equations are the sums of a least-squares problem, with its right side in the last column.
type equations [allTerms][allTerms + 1]float64

// add counts one equation, with a weight.
func (m *equations) add(a []float64, b, weight float64) {
	for i, v := range a {
		for k, u := range a {
			m[i][k] += weight * v * u
		}
		m[i][allTerms] += weight * v * b
	}
}

// solve returns the first n unknowns, by Gauss's elimination. What has no solution gets no numbers, which fit nothing.
func (m *equations) solve(n int) (x [allTerms]float64) {
	for i := range n {
		most := i
		for r := i + 1; r < n; r++ {
			if math.Abs(m[r][i]) > math.Abs(m[most][i]) {
				most = r
			}
		}
		m[i], m[most] = m[most], m[i]
		for r := i + 1; r < n; r++ {
			k := m[r][i] / m[i][i]
			for c := i; c <= allTerms; c++ {
				m[r][c] -= k * m[i][c]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = m[i][allTerms]
		for c := i + 1; c < n; c++ {
			x[i] -= m[i][c] * x[c]
		}
		x[i] /= m[i][i]
	}
	return x
}

// linear returns the warp that brings points onto others best: a homography, with all terms one with a relief. It is
// weighed anew by what the warp before divides by, so that distances in the picture count.
func linear(from, to []point, terms int) (w warp) {
	const times = 3
	for range times {
		var m equations
		for i, p := range from {
			_, _, by := w.at(p)
			x := [allTerms]float64{p.x, p.y, 1, 0, 0, 0, -p.x * to[i].x, -p.y * to[i].x, p.z}
			y := [allTerms]float64{0, 0, 0, p.x, p.y, 1, -p.x * to[i].y, -p.y * to[i].y, 0, p.z}
			m.add(x[:terms], to[i].x, 1/sq(by))
			m.add(y[:terms], to[i].y, 1/sq(by))
		}
		w = m.solve(terms)
	}
	return w
}

// similar returns the warp that turns, scales and moves points onto others best.
func similar(from, to []point) warp {
	var m equations
	for i, p := range from {
		m.add([]float64{p.x, -p.y, 1, 0}, to[i].x, 1)
		m.add([]float64{p.y, p.x, 0, 1}, to[i].y, 1)
	}
	s := m.solve(4)
	return warp{s[0], -s[1], s[2], s[1], s[0], s[3]}
}
