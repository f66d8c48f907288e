package face

import (
	"image"
	"math"
)

const (
	patchSide = 128
	patchRim  = 4 // pixels at each edge that focus leaves out: its differences reach two pixels beyond

	// The ellipse of the face on the patch: its middle and its half axes, in pixels.
	ellipseX, ellipseY       = 63.5, 66
	ellipseWide, ellipseHigh = 44, 54
)

// The luma of a colour (ITU-R BT.601).
const lumaRed, lumaGreen, lumaBlue = .299, .587, .114

// patch is the aligned face in grey, 0..255, row by row.
type patch [patchSide * patchSide]float64

// patchOf aligns the face by its pupils, in the same place as the descriptor's chip.
func patchOf(img *image.RGBA, f Face) *patch {
	const k = patchSide / chipSide
	var rgb [patchSide * patchSide * 3]uint8
	alignment(f.Pupils, chipLeftX*k, chipRightX*k, chipEyeY*k).chip(img, patchSide, rgb[:])
	var p patch
	for i := range p {
		p[i] = lumaRed*float64(rgb[3*i]) + lumaGreen*float64(rgb[3*i+1]) + lumaBlue*float64(rgb[3*i+2])
	}
	return &p
}

// inFace reports whether a pixel of the patch lies in the ellipse from brows to chin that holds skin, eyes and mouth.
func inFace(x, y int) bool {
	u, v := (float64(x)-ellipseX)/ellipseWide, (float64(y)-ellipseY)/ellipseHigh
	return u*u+v*v < 1
}

// The values of focus on blurred and on crisp faces. On photographs of people, sharp ones measured .35 and more, the
// same blurred by 1.5 pixels of the patch at most .29, and moved by 7 pixels at most .36 and mostly under .34; .20 of
// the way from blurred to crisp lies between.
const blurred, crisp = .30, .55

// focus compares the spread of the finest detail with that of detail twice as coarse, along rows and along columns,
// and takes the lesser: blur in any direction takes the finest first, whatever the light and the contrast.
func (p *patch) focus(limit float64) Measure {
	fx, cx := p.spread(1, 0), p.spread(2, 0)
	fy, cy := p.spread(1, 1), p.spread(2, 1)
	value := math.Sqrt(min(fx/(cx+1), fy/(cy+1)))
	return Measure{Focus, value, clamp((value-blurred)/(crisp-blurred), 0, 1), limit}
}

// spread is the variance of the second difference over the given distance along rows (0) or columns (1), without what
// rounding to whole grey values adds.
func (p *patch) spread(step, axis int) float64 {
	d := step
	if axis == 1 {
		d *= patchSide
	}
	sum, n := 0., 0.
	for y := patchRim; y < patchSide-patchRim; y++ {
		for x := patchRim; x < patchSide-patchRim; x++ {
			if inFace(x, y) {
				at := y*patchSide + x
				v := p[at-d] - 2*p[at] + p[at+d]
				sum += v * v
				n++
			}
		}
	}
	const rounding = 6. / 12 // the squares of 1, -2 and 1 times the variance of rounding
	return max(0, sum/n-rounding)
}
