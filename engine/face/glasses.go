package face

import (
	"image"
	"math"
)

// Glasses is the probability that the person wears glasses, from the edges of the rim on the bridge of the nose and
// under the eyes against the face's own contrast. It is a heuristic that was measured on few people; thin or rimless
// glasses may escape it. A face without pupils answers 0.
func Glasses(img *image.RGBA, f Face) float64 {
	if f.InterEye() < 1 || img.Rect.Empty() {
		return 0
	}
	p := patchOf(img, f)
	contrast := p.contrast()
	if contrast < 1 {
		return 0
	}
	return logistic((p.bridge()+p.rims())/contrast, 3.8, .5)
}

// contrast is the deviation of the luminance over the middle of the face.
func (p *patch) contrast() float64 {
	sum, squares, n := 0., 0., 0.
	for y := 20; y < 110; y++ {
		for _, v := range p[y*patchSide+25 : y*patchSide+103] {
			sum += v
			squares += v * v
			n++
		}
	}
	return math.Sqrt(max(0, squares/n-sum*sum/n/n))
}

// bridge is the strongest step between rows between the eyes, as a mean over columns.
func (p *patch) bridge() float64 {
	sum := 0.
	for x := 59; x <= 67; x++ {
		steepest := 0.
		for y := 28; y <= 48; y++ {
			steepest = max(steepest, math.Abs(p[(y+1)*patchSide+x]-p[(y-1)*patchSide+x]))
		}
		sum += steepest
	}
	return sum / 9
}

// rims is the strongest thin line along the rows under the eyes, as a mean over columns.
func (p *patch) rims() float64 {
	sum := 0.
	for _, eye := range []int{41, 86} {
		for x := eye - 8; x <= eye+8; x++ {
			strongest := 0.
			for y := 49; y <= 63; y++ {
				at := y*patchSide + x
				strongest = max(strongest, math.Abs(p[at+2*patchSide]+p[at-2*patchSide]-2*p[at]))
			}
			sum += strongest
		}
	}
	return sum / 34
}
