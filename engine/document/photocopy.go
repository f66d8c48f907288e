package document

import (
	"image"
	"math"
	"sort"
)

// The luma and the chroma of a colour (ITU-R BT.601).
const (
	lumaRed, lumaGreen, lumaBlue = .299, .587, .114
	chromaBlue, chromaRed        = .564, .713
)

// How colour is measured. Tuned on the development samples and on copies of them under drawn lamps.
const (
	chromaTenths    = 9    // of the pixels that have less colour than the one that counts
	chromaLuma      = 150  // mean luma for which the colour is given
	mostBrightening = 1.6  // by which a darker picture's colour is raised to it, at most
	leastPixels     = 64   // of a picture that is measured
	damping         = 1e-6 // of the fit, for each pixel
)

// chromaResidual measures the colour that is left in a document when the light's own tint is taken off: the
// tint of a grey surface grows with its lightness and drifts slowly over the picture, so the planes Cb and
// Cr are each fitted by 1, Y, Y², xY and yY. What a fit cannot explain is ink and paper of other colours.
// The noise of a small picture would count as colour, so the residual planes are averaged over squares: what is left of
// copies under tinted lamps is 0.6 to 1.2, of originals 1.9 and more. The value is the 90th percentile of the residual
// chroma, in 8-bit steps, for a mean luma of 150: a darker picture has less chroma of the same colours.
func chromaResidual(m *image.RGBA) float64 {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	n := w * h
	if n < leastPixels {
		return 0
	}
	terms := make([][5]float64, n)
	cb, cr := make([]float64, n), make([]float64, n)
	var light float64
	for i := range n {
		p := m.Pix[(i/w)*m.Stride+4*(i%w):]
		r, g, b := float64(p[0]), float64(p[1]), float64(p[2])
		y := lumaRed*r + lumaGreen*g + lumaBlue*b
		cb[i], cr[i] = chromaBlue*(b-y), chromaRed*(r-y)
		l := y / 255
		light += y / float64(n)
		terms[i] = [5]float64{1, l, l * l, l * (float64(i%w)/float64(w) - .5), l * (float64(i/w)/float64(h) - .5)}
	}
	fb, fr := leastSquares(terms, cb), leastSquares(terms, cr)
	for i, t := range terms {
		cb[i], cr[i] = cb[i]-apply(fb, t), cr[i]-apply(fr, t)
	}
	cb, cr = averaged(cb, w, h), averaged(cr, w, h)
	res := make([]float64, n)
	for i := range res {
		res[i] = math.Hypot(cb[i], cr[i])
	}
	sort.Float64s(res)
	return res[n*chromaTenths/10] * min(max(chromaLuma/max(light, 1), 1), mostBrightening)
}

// averaged is the mean over the square of chromaReach around each place, as far as it lies in the w × h plane.
func averaged(v []float64, w, h int) []float64 {
	rows, out := make([]float64, w*h), make([]float64, w*h)
	line := func(to, from []float64, at, step, n int) {
		for i := range n {
			lo, hi := max(i-chromaReach, 0), min(i+chromaReach, n-1)
			sum := 0.0
			for k := lo; k <= hi; k++ {
				sum += from[at+k*step]
			}
			to[at+i*step] = sum / float64(hi-lo+1)
		}
	}
	for y := range h {
		line(rows, v, y*w, 1, w)
	}
	for x := range w {
		line(out, rows, x, w, h)
	}
	return out
}

func apply(f, t [5]float64) (s float64) {
	for k, v := range f {
		s += v * t[k]
	}
	return s
}

// leastSquares fits values by the terms, with a little damping so that a constant picture has a fit too.
func leastSquares(terms [][5]float64, values []float64) [5]float64 {
	var m [5][6]float64
	for i, t := range terms {
		for r := range 5 {
			for c := r; c < 5; c++ {
				m[r][c] += t[r] * t[c]
			}
			m[r][5] += t[r] * values[i]
		}
	}
	for r := range 5 {
		for c := range r {
			m[r][c] = m[c][r]
		}
		m[r][r] += damping * float64(len(terms))
	}
	for c := range 5 { // positive definite, so no pivoting is needed
		for r := range 5 {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 6; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	var out [5]float64
	for r := range out {
		out[r] = m[r][5] / m[r][r]
	}
	return out
}
