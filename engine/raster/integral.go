package raster

import "image"

// Integral is a summed-area table: the sum over any box in four look-ups. Sums are kept modulo 2³², which
// is exact for every box of up to 16.8 million pixels.
type Integral struct {
	W, H int
	sum  []uint32 // (W+1) × (H+1)
}

// NewIntegral adds up a picture: 4 bytes a pixel.
func NewIntegral(src *image.Gray) *Integral {
	w, h := max(src.Rect.Dx(), 0), max(src.Rect.Dy(), 0)
	t := &Integral{W: w, H: h, sum: make([]uint32, (w+1)*(h+1))}
	for y := range h {
		above, row := t.sum[y*(w+1)+1:][:w], t.sum[(y+1)*(w+1)+1:][:w]
		var run uint32
		for x, v := range src.Pix[y*src.Stride:][:w] {
			run += uint32(v)
			row[x] = above[x] + run
		}
	}
	return t
}

// Sum is the sum over x0 ≤ x < x1, y0 ≤ y < y1, clipped to the picture.
func (t *Integral) Sum(x0, y0, x1, y1 int) uint32 {
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, t.W), min(y1, t.H)
	if x0 >= x1 || y0 >= y1 {
		return 0
	}
	n := t.W + 1
	return t.sum[y1*n+x1] - t.sum[y0*n+x1] - t.sum[y1*n+x0] + t.sum[y0*n+x0]
}

// Mean is the mean over the same box; 0 where nothing of it lies in the picture.
func (t *Integral) Mean(x0, y0, x1, y1 int) float64 {
	n := (min(x1, t.W) - max(x0, 0)) * (min(y1, t.H) - max(y0, 0))
	if n <= 0 || min(x1, t.W) <= max(x0, 0) {
		return 0
	}
	return float64(t.Sum(x0, y0, x1, y1)) / float64(n)
}
