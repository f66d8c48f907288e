package specimen

import (
	"image"
	"math"
	"math/bits"
)

// degrade does to the finished picture what lens, hand and sensor do.
func (f *frame) degrade(img *image.RGBA) {
	sigma := f.Blur
	if f.Screen {
		sigma = math.Max(sigma, .45)
	}
	if sigma > 0 {
		blur(img, sigma)
	}
	if f.Motion > 1 {
		shake(img, f.Motion, f.MotionAngle)
	}
	if f.Noise > 0 {
		grain(img, f.Noise, f.grain)
	}
}

// blur is a Gaussian blur of the three colours, rows and then columns.
func blur(img *image.RGBA, sigma float64) {
	radius := int(math.Ceil(sigma * 2.6))
	kernel := make([]float32, 2*radius+1)
	sum := float32(0)
	for i := range kernel {
		d := float64(i - radius)
		kernel[i] = float32(math.Exp(-d * d / (2 * sigma * sigma)))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	line := make([][3]float32, max(w, h)+2*radius)
	for y := range h {
		smear(img.Pix[y*img.Stride:], w, 4, kernel, line)
	}
	for x := range w {
		smear(img.Pix[4*x:], h, img.Stride, kernel, line)
	}
}

// smear convolves one row or column in place; line has room for it and for its ends.
func smear(pix []uint8, n, step int, kernel []float32, line [][3]float32) {
	radius := len(kernel) / 2
	line = line[:n+2*radius]
	for i := range line {
		at := max(0, min(n-1, i-radius)) * step
		line[i] = [3]float32{float32(pix[at]), float32(pix[at+1]), float32(pix[at+2])}
	}
	for i := range n {
		var r, g, b float32
		near := line[i : i+len(kernel)]
		for k, weight := range kernel {
			v := &near[k]
			r += weight * v[0]
			g += weight * v[1]
			b += weight * v[2]
		}
		pix[i*step], pix[i*step+1], pix[i*step+2] = uint8(r+.5), uint8(g+.5), uint8(b+.5)
	}
}

// shake smears the picture along a line of length pixels.
func shake(img *image.RGBA, length int, degrees float64) {
	src := append([]uint8(nil), img.Pix...)
	w, h, n := img.Rect.Dx(), img.Rect.Dy(), length|1
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	dx, dy, away := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		d := float64(i - n/2)
		dx[i], dy[i] = int(math.Round(d*cos)), int(math.Round(d*sin))
		away[i] = dy[i]*img.Stride + 4*dx[i]
	}
	for y := range h {
		for x := range w {
			var r, g, b int
			if x >= n && y >= n && x < w-n && y < h-n {
				at := y*img.Stride + 4*x
				for _, d := range away {
					p := src[at+d : at+d+3 : at+d+3]
					r, g, b = r+int(p[0]), g+int(p[1]), b+int(p[2])
				}
				out := img.Pix[at : at+3 : at+3]
				out[0], out[1], out[2] = uint8((r+n/2)/n), uint8((g+n/2)/n), uint8((b+n/2)/n)
				continue
			}
			for i := range n {
				p := src[max(0, min(h-1, y+dy[i]))*img.Stride+4*max(0, min(w-1, x+dx[i])):]
				r, g, b = r+int(p[0]), g+int(p[1]), b+int(p[2])
			}
			out := img.Pix[y*img.Stride+4*x:]
			out[0], out[1], out[2] = uint8((r+n/2)/n), uint8((g+n/2)/n), uint8((b+n/2)/n)
		}
	}
}

// grain adds near-normal noise: mostly to the brightness, a third of it to each colour alone.
func grain(img *image.RGBA, deviation float64, seed uint64) {
	state := seed
	next := func() float64 { // the sum of 64 fair bits has deviation 4
		state += 0x9e3779b97f4a7c15
		z := (state ^ state>>30) * 0xbf58476d1ce4e5b9
		return float64(bits.OnesCount64(z^z>>27)-32) / 4
	}
	for i := 0; i+3 < len(img.Pix); i += 4 {
		n := deviation * next()
		for c := range 3 {
			img.Pix[i+c] = shade(float64(img.Pix[i+c]) + n + .35*deviation*next())
		}
	}
}
