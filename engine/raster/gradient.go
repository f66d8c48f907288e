package raster

import "image"

// Field is a plane of signed values, row by row without gaps.
type Field struct {
	W, H int
	V    []int16
}

// Sobel returns the horizontal and vertical 3×3 Sobel gradients, each within ±1020; the outermost pixels are 0.
func Sobel(src *image.Gray) (dx, dy Field) {
	w, h := max(src.Rect.Dx(), 0), max(src.Rect.Dy(), 0)
	dx, dy = Field{w, h, make([]int16, w*h)}, Field{w, h, make([]int16, w*h)}
	for y := 1; y < h-1; y++ {
		a, b, c := src.Pix[(y-1)*src.Stride:][:w], src.Pix[y*src.Stride:][:w], src.Pix[(y+1)*src.Stride:][:w]
		ox, oy := dx.V[y*w:][:w], dy.V[y*w:][:w]
		for x := 1; x < w-1; x++ {
			tl, tr, bl, br := int(a[x-1]), int(a[x+1]), int(c[x-1]), int(c[x+1])
			ox[x] = int16(tr + 2*int(b[x+1]) + br - tl - 2*int(b[x-1]) - bl)
			oy[x] = int16(bl + 2*int(c[x]) + br - tl - 2*int(a[x]) - tr)
		}
	}
	return dx, dy
}
