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

// labPlanes returns L* stretched to 0..255, and a* and b* moved by 128, of an opaque picture (D65).
func labPlanes(m *image.RGBA) [3]*image.Gray {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	var p [3]*image.Gray
	for i := range p {
		p[i] = image.NewGray(image.Rect(0, 0, w, h))
	}
	for y := range h {
		row := m.Pix[y*m.Stride:]
		for x := range w {
			r, g, b := linear[row[4*x]], linear[row[4*x+1]], linear[row[4*x+2]]
			fx := curve(.4124*r/whiteX + .3576*g/whiteX + .1805*b/whiteX)
			fy := curve(.2126*r + .7152*g + .0722*b)
			fz := curve(.0193*r/whiteZ + .1192*g/whiteZ + .9505*b/whiteZ)
			i := y*w + x
			p[0].Pix[i] = clamp8((116*fy - 16) * lightnessStretch)
			p[1].Pix[i] = clamp8(500*(fx-fy) + 128)
			p[2].Pix[i] = clamp8(200*(fy-fz) + 128)
		}
	}
	return p
}

func curve(v float32) float32 { return labCurve[int(min(max(v, 0), 1)*labSteps)] }

func clamp8(v float32) uint8 { return uint8(min(max(v+.5, 0), 255)) }

// grayPlanes is labPlanes for a picture without colour: one plane.
func grayPlanes(m *image.Gray) []*image.Gray {
	return []*image.Gray{raster.CropGray(m, image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()))}
}
