package face

import (
	"image"
	"math"
)

// Where the pupils lie in the 150 × 150 chip that the descriptor's network was trained on.
const (
	chipLeftX, chipRightX, chipEyeY = 47.7, 100.3, 47.1
	maxSubsamples                   = 6
)

// similarity maps chip pixels to the picture: x, y of the chip is at (a·x - b·y + tx, b·x + a·y + ty).
type similarity struct{ a, b, tx, ty float64 }

// alignment takes pupils to leftX, y and rightX, y of a chip.
func alignment(pupils [4]float64, leftX, rightX, y float64) similarity {
	d := rightX - leftX
	s := similarity{a: (pupils[2] - pupils[0]) / d, b: (pupils[3] - pupils[1]) / d}
	s.tx = pupils[0] - s.a*leftX + s.b*y
	s.ty = pupils[1] - s.b*leftX - s.a*y
	return s
}

// chip cuts side × side pixels of red, green, blue out of a picture. Pixels beyond its edge repeat the edge; where the
// picture is finer than the chip, several of its places are averaged.
func (s similarity) chip(img *image.RGBA, side int, out []uint8) {
	n := clamp(int(math.Ceil(math.Hypot(s.a, s.b))), 1, maxSubsamples)
	b := img.Rect
	for y := range side {
		for x := range side {
			var sum [3]float64
			for i := range n * n {
				u, v := float64(x)+(float64(i%n)+.5)/float64(n)-.5, float64(y)+(float64(i/n)+.5)/float64(n)-.5
				px := clamp(s.a*u-s.b*v+s.tx-float64(b.Min.X), 0, float64(b.Dx()-1))
				py := clamp(s.b*u+s.a*v+s.ty-float64(b.Min.Y), 0, float64(b.Dy()-1))
				blend(img, px, py, &sum)
			}
			o := out[3*(y*side+x):][:3]
			for k := range o {
				o[k] = uint8(sum[k]/float64(n*n) + .5)
			}
		}
	}
}

// blend adds the picture's colour between four pixels. px and py count from its corner and lie inside.
func blend(img *image.RGBA, px, py float64, sum *[3]float64) {
	x0, y0 := int(px), int(py)
	fx, fy := px-float64(x0), py-float64(y0)
	right, down := 4, img.Stride
	if x0 == img.Rect.Dx()-1 {
		right = 0
	}
	if y0 == img.Rect.Dy()-1 {
		down = 0
	}
	at := y0*img.Stride + 4*x0
	for k := range sum {
		top := float64(img.Pix[at+k])*(1-fx) + float64(img.Pix[at+right+k])*fx
		low := float64(img.Pix[at+down+k])*(1-fx) + float64(img.Pix[at+down+right+k])*fx
		sum[k] += top*(1-fy) + low*fy
	}
}
