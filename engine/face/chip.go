package face

import (
	"image"
	"math"
)

// Where the pupils lie in the chip that the descriptor's network was trained on, in its pixels.
const (
	chipSide                        = 150.
	chipLeftX, chipRightX, chipEyeY = 47.7, 100.3, 47.1
)

// How many places of the picture are averaged for a pixel of the chip, along each side.
const (
	maxSubsamples  = 6
	subsamplesFrom = .4 // places are rounded up from 1.6 on
)

// similarity maps chip pixels to the picture: x, y of the chip is at (a·x - b·y + tx, b·x + a·y + ty).
type similarity struct{ a, b, tx, ty float64 }

// alignment maps the pupils to (leftX, y) and (rightX, y) of a chip.
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
	n := clamp(int(math.Hypot(s.a, s.b)+subsamplesFrom), 1, maxSubsamples)
	right, bottom := float64(img.Rect.Dx()-1), float64(img.Rect.Dy()-1)
	tx, ty := s.tx-float64(img.Rect.Min.X), s.ty-float64(img.Rect.Min.Y)
	total := n * n << 16
	for y := range side {
		for x := range side {
			var sum [3]int
			for i := range n * n {
				u, v := float64(x)+(float64(i%n)+.5)/float64(n)-.5, float64(y)+(float64(i/n)+.5)/float64(n)-.5
				blend(img, clamp(s.a*u-s.b*v+tx, 0, right), clamp(s.b*u+s.a*v+ty, 0, bottom), &sum)
			}
			o := out[3*(y*side+x):][:3]
			for k := range o {
				o[k] = uint8((sum[k] + total/2) / total)
			}
		}
	}
}

// blend adds the picture's colour between four pixels, times 65536. px and py count from its corner and lie inside.
func blend(img *image.RGBA, px, py float64, sum *[3]int) {
	x0, y0 := int(px), int(py)
	fx, fy := int((px-float64(x0))*256), int((py-float64(y0))*256)
	right, down := 4, img.Stride
	if x0 == img.Rect.Dx()-1 {
		right = 0
	}
	if y0 == img.Rect.Dy()-1 {
		down = 0
	}
	at := y0*img.Stride + 4*x0
	a, b := img.Pix[at:at+3:at+3], img.Pix[at+right:at+right+3:at+right+3]
	c, d := img.Pix[at+down:at+down+3:at+down+3], img.Pix[at+down+right:at+down+right+3:at+down+right+3]
	for k := range sum {
		top := int(a[k])*(256-fx) + int(b[k])*fx
		low := int(c[k])*(256-fx) + int(d[k])*fx
		sum[k] += top*(256-fy) + low*fy
	}
}
