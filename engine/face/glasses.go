package face

import (
	"image"
	"math"
)

// Where glasses show on the patch, in its pixels, and what they measure. Tuned on few people.
const (
	faceTop, faceBottom     = 20, 110
	faceLeft, faceRight     = 25, 103
	bridgeTop, bridgeBottom = 28, 48
	bridgeLeft, bridgeRight = 59, 67
	rimTop, rimBottom       = 49, 63
	rimHalf                 = 8 // to either side of the middle of an eye
	rimThick                = 2 // from a rim's middle to beside it

	glassesHalf  = 3.8 // edges over contrast at which the probability is .5
	glassesWidth = .5  // how much more makes it .73
)

// rimColumns are the columns of the middles of both eyes.
var rimColumns = [2]int{41, 86}

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
	return logistic((p.bridge()+p.rims())/contrast, glassesHalf, glassesWidth)
}

// contrast is the deviation of the luminance over the middle of the face.
func (p *patch) contrast() float64 {
	sum, squares, n := 0., 0., 0.
	for y := faceTop; y < faceBottom; y++ {
		for _, v := range p[y*patchSide+faceLeft : y*patchSide+faceRight] {
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
	for x := bridgeLeft; x <= bridgeRight; x++ {
		steepest := 0.
		for y := bridgeTop; y <= bridgeBottom; y++ {
			steepest = max(steepest, math.Abs(p[(y+1)*patchSide+x]-p[(y-1)*patchSide+x]))
		}
		sum += steepest
	}
	return sum / (bridgeRight - bridgeLeft + 1)
}

// rims is the strongest thin line along the rows under the eyes, as a mean over columns.
func (p *patch) rims() float64 {
	sum := 0.
	for _, eye := range rimColumns {
		for x := eye - rimHalf; x <= eye+rimHalf; x++ {
			strongest := 0.
			for y := rimTop; y <= rimBottom; y++ {
				at := y*patchSide + x
				strongest = max(strongest, math.Abs(p[at+rimThick*patchSide]+p[at-rimThick*patchSide]-2*p[at]))
			}
			sum += strongest
		}
	}
	return sum / float64(len(rimColumns)*(2*rimHalf+1))
}
