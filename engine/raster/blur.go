package raster

import (
	"image"
	"math"
)

// BoxBlur averages each pixel with its neighbours up to radius px away, in a square; the border repeats.
func BoxBlur(src *image.Gray, radius int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, max(w, 0), max(h, 0)))
	if w <= 0 || h <= 0 {
		return dst
	}
	radius = min(max(radius, 0), max(w, h))
	for y := range h {
		boxLine(dst.Pix[y*dst.Stride:][:w], src.Pix[y*src.Stride:][:w], radius)
	}
	boxColumns(dst, radius)
	return dst
}

func boxLine(dst, src []byte, r int) {
	last := len(src) - 1
	n := uint32(2*r + 1)
	sum := uint32(r+1) * uint32(src[0])
	for i := 1; i <= r; i++ {
		sum += uint32(src[min(i, last)])
	}
	for i := range src {
		dst[i] = byte((sum + n/2) / n)
		sum += uint32(src[min(i+r+1, last)]) - uint32(src[max(i-r, 0)])
	}
}

// boxColumns blurs downwards in place. A ring of the last 2r+1 rows keeps what is overwritten.
func boxColumns(m *image.Gray, r int) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	n := 2*r + 1
	ring, sums := make([]byte, n*w), make([]uint32, w)
	row := func(y int) []byte { return m.Pix[min(max(y, 0), h-1)*m.Stride:][:w] }
	for k := range n {
		src := row(k - r)
		copy(ring[k*w:], src)
		for x, v := range src {
			sums[x] += uint32(v)
		}
	}
	half := uint32(n) / 2
	for y, slot := 0, 0; y < h; y++ {
		out, old, next := row(y), ring[slot*w:][:w], row(y+r+1)
		for x := range out {
			add := next[x]
			out[x] = byte((sums[x] + half) / uint32(n))
			sums[x] += uint32(add) - uint32(old[x])
			old[x] = add
		}
		slot = (slot + 1) % n
	}
}

// widestKernel is the standard deviation in px up to which a Gaussian is computed by its kernel. Three box blurs of a
// larger one differ from it by less than can be seen, and take the same time at any size.
const widestKernel = 4

// GaussianBlur blurs with the standard deviation sigma px; the border repeats. Up to widestKernel the kernel is exact
// to 3 sigma, beyond it three box blurs replace it. For a sigma that is not positive it returns a copy.
func GaussianBlur(src *image.Gray, sigma float64) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if !(sigma > 0) || w <= 0 || h <= 0 {
		return CropGray(src, image.Rect(0, 0, w, h))
	}
	if sigma > widestKernel {
		r := int(math.Sqrt(4*sigma*sigma+1)/2 + .5)
		return BoxBlur(BoxBlur(BoxBlur(src, r), r), r)
	}
	k := gaussKernel(sigma)
	dst := image.NewGray(image.Rect(0, 0, w, h))
	mid := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		convolveLine(mid.Pix[y*w:][:w], src.Pix[y*src.Stride:][:w], k)
	}
	acc := make([]uint32, w)
	for y := range h {
		for x := range acc {
			acc[x] = 1 << 15
		}
		for i, f := range k {
			addRow(acc, mid.Pix[min(max(y+i-len(k)/2, 0), h-1)*w:][:w], f)
		}
		for x, v := range acc {
			dst.Pix[y*w+x] = byte(v >> 16)
		}
	}
	return dst
}

// gaussKernel returns a kernel of odd length and the sum 65536.
func gaussKernel(sigma float64) []uint32 {
	r := max(1, int(math.Ceil(3*sigma)))
	g := make([]float64, 2*r+1)
	var sum float64
	for i := range g {
		d := float64(i - r)
		g[i] = math.Exp(-d * d / (2 * sigma * sigma))
		sum += g[i]
	}
	k, left := make([]uint32, len(g)), uint32(65536)
	for i, v := range g {
		k[i] = uint32(v / sum * 65536)
		left -= k[i]
	}
	k[r] += left
	return k
}

func convolveLine(dst, src []byte, k []uint32) {
	r, n := len(k)/2, len(src)
	edge := func(x int) {
		sum := uint32(1 << 15)
		for i, f := range k {
			sum += f * uint32(src[min(max(x+i-r, 0), n-1)])
		}
		dst[x] = byte(sum >> 16)
	}
	for x := 0; x < min(r, n); x++ {
		edge(x)
	}
	for x := r; x < n-r; x++ {
		sum := uint32(1 << 15)
		for i, v := range src[x-r:][:len(k)] {
			sum += k[i] * uint32(v)
		}
		dst[x] = byte(sum >> 16)
	}
	for x := max(n-r, r); x < n; x++ {
		edge(x)
	}
}
