package document

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

const labSteps = 1024 // of labCurve

// labCurve is the cube root of CIE 1976 L*a*b* with its linear foot, over 0..1 in 1024 steps, and linear the
// light of an sRGB value (IEC 61966-2-1). Both are fixed.
var (
	labCurve = func() (t [labSteps + 1]float32) {
		for i := range t {
			v := float64(i) / labSteps
			if v > 216.0/24389 {
				t[i] = float32(math.Cbrt(v))
			} else {
				t[i] = float32((24389.0/27*v + 16) / 116)
			}
		}
		return t
	}()
	linear = func() (t [256]float32) {
		for i := range t {
			v := float64(i) / 255
			if v <= .04045 {
				t[i] = float32(v / 12.92)
			} else {
				t[i] = float32(math.Pow((v+.055)/1.055, 2.4))
			}
		}
		return t
	}()
)

const (
	whiteX, whiteZ   = .9505, 1.089 // D65; the weights of r, g and b are those of IEC 61966-2-1
	lightnessStretch = 2.55         // of L*, which is 0..100
)

// light holds what each value of r, g and b adds to X, Y and Z over those of white.
var light = func() (t [3][256][3]float32) {
	for v, l := range linear {
		t[0][v] = [3]float32{.4124 * l / whiteX, .2126 * l, .0193 * l / whiteZ}
		t[1][v] = [3]float32{.3576 * l / whiteX, .7152 * l, .1192 * l / whiteZ}
		t[2][v] = [3]float32{.1805 * l / whiteX, .0722 * l, .9505 * l / whiteZ}
	}
	return t
}()

// labPlanes returns L* stretched to 0..255, and a* and b* moved by 128, of an opaque picture (D65).
func labPlanes(m *image.RGBA) [3]*image.Gray {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	var p [3]*image.Gray
	for i := range p {
		p[i] = image.NewGray(image.Rect(0, 0, w, h))
	}
	for y := range h {
		row := m.Pix[y*m.Stride:][:4*w]
		l, a, b := p[0].Pix[y*w:][:w], p[1].Pix[y*w:][:w], p[2].Pix[y*w:][:w]
		for x := range l {
			r, g, u := &light[0][row[4*x]], &light[1][row[4*x+1]], &light[2][row[4*x+2]]
			fx, fy, fz := curve(r[0]+g[0]+u[0]), curve(r[1]+g[1]+u[1]), curve(r[2]+g[2]+u[2])
			l[x] = clamp8((116*fy - 16) * lightnessStretch)
			a[x] = clamp8(500*(fx-fy) + 128)
			b[x] = clamp8(200*(fy-fz) + 128)
		}
	}
	return p
}

// curve looks up a value from 0 to a little over 1.
func curve(v float32) float32 {
	i := uint(v * labSteps)
	if i > labSteps {
		i = labSteps
	}
	return labCurve[i]
}

// clamp8 rounds to 0..255. It compares, as min and max of fractions are calls in WebAssembly.
func clamp8(v float32) uint8 {
	v += .5
	switch {
	case v < 0:
		return 0
	case v > 255:
		return 255
	}
	return uint8(v)
}

// grayPlanes is labPlanes for a picture without colour: one plane.
func grayPlanes(m *image.Gray) []*image.Gray {
	return []*image.Gray{raster.CropGray(m, image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()))}
}
