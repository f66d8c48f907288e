package raster

import "image"

// Histogram counts the values of a picture.
func Histogram(src *image.Gray) [256]int {
	var n [256]int
	w := max(src.Rect.Dx(), 0)
	for y := range src.Rect.Dy() {
		for _, v := range src.Pix[y*src.Stride:][:w] {
			n[v]++
		}
	}
	return n
}

// Otsu is the threshold that separates a picture's values best into two classes (Otsu 1979): the lower class is all v ≤
// threshold. For a picture of one value it returns that value.
func Otsu(src *image.Gray) uint8 {
	hist := Histogram(src)
	var total, sum float64
	for v, n := range hist {
		total += float64(n)
		sum += float64(v) * float64(n)
	}
	var low, lowSum, best float64
	at := 0
	for v, n := range hist {
		low += float64(n)
		lowSum += float64(v) * float64(n)
		high := total - low
		if low == 0 {
			at = v + 1
			continue
		}
		if high == 0 {
			break
		}
		d := lowSum/low - (sum-lowSum)/high
		if between := low * high * d * d; between > best {
			best, at = between, v
		}
	}
	return uint8(min(at, 255))
}

// Threshold makes values up to t black (0) and the others white (255).
func Threshold(src *image.Gray, t uint8) *image.Gray {
	w, h := max(src.Rect.Dx(), 0), max(src.Rect.Dy(), 0)
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		out := dst.Pix[y*w:][:w]
		for x, v := range src.Pix[y*src.Stride:][:w] {
			if v > t {
				out[x] = 255
			}
		}
	}
	return dst
}

// Adaptive makes a pixel black (0) where it is darker by more than offset than the mean of the square
// window around it (side 2·radius+1 px, clipped at the border), else white (255).
func Adaptive(src *image.Gray, radius, offset int) *image.Gray {
	w, h := max(src.Rect.Dx(), 0), max(src.Rect.Dy(), 0)
	dst := image.NewGray(image.Rect(0, 0, w, h))
	if w == 0 || h == 0 {
		return dst
	}
	radius = min(max(radius, 1), max(w, h))
	t, n := NewIntegral(src), w+1
	for y := range h {
		y0, y1 := max(y-radius, 0), min(y+radius+1, h)
		top, low := t.sum[y0*n:][:n], t.sum[y1*n:][:n]
		out := dst.Pix[y*w:][:w]
		for x, v := range src.Pix[y*src.Stride:][:w] {
			x0, x1 := max(x-radius, 0), min(x+radius+1, w)
			sum := low[x1] - low[x0] - top[x1] + top[x0]
			if area := (x1 - x0) * (y1 - y0); (int(v)+offset)*area >= int(sum) {
				out[x] = 255
			}
		}
	}
	return dst
}
