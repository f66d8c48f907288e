package face

import (
	"image"
	"math"
)

// Measure is one quality measure of a face. Value is in the measure's own unit, Score in 0..1 with more being better;
// the face passes if Score is at least Threshold.
type Measure struct {
	Name      string
	Value     float64
	Score     float64
	Threshold float64
}

// Pass tells if the measure is good enough.
func (m Measure) Pass() bool { return m.Score >= m.Threshold }

// The measures, after the component names of ISO/IEC 29794-5:2025, clause 7, with the unit of their values.
const (
	LightIntensity = "light_intensity" // mean luminance of the face, 0..1; low scores for too dark and too bright
	UnderExposure  = "under_exposure"  // share of the face's pixels at or below 25 of 255
	OverExposure   = "over_exposure"   // share of the face's pixels at or above 247 of 255
	DynamicRange   = "dynamic_range"   // entropy of the face's luminance in bits
	Uniformity     = "uniformity"      // common part of the luminance histograms of the face's halves, 0..1
	Focus          = "focus"           // spread of fine detail against coarser detail, see focus
	InterEyes      = "inter_eye"       // pixels between the pupils
	HeadSize       = "head_size"       // eyes to chin as a share of the picture's height
	Crop           = "crop"            // least margin around the eyes over the margin that a whole head needs
	SingleFace     = "single_face"     // area of the second largest face over the largest
	Roll           = "roll"            // degrees
	Yaw            = "yaw"             // degrees
)

// Limits are the thresholds that a job's customization can set; see DefaultLimits.
type Limits struct {
	Focus float64 // the SDK's focusFaceThreshold
	Light float64 // the SDK's lightIntensityThreshold
}

// DefaultLimits are the SDK's defaults. The scores of Focus and LightIntensity are scaled for them: .20 lies between
// sharp and blurred faces, and a face scores .05 if its mean luminance is .10 or .94.
func DefaultLimits() Limits { return Limits{Focus: .20, Light: .05} }

// Quality measures the first of the faces that Detect found. It returns nil if there is none. Without pupils, as on the
// device, it takes them to lie where they usually do in the detector's window and leaves out what they alone tell.
func Quality(img *image.RGBA, faces []Face, limits Limits) []Measure {
	if len(faces) == 0 || img.Rect.Empty() {
		return nil
	}
	f := faces[0].aligned()
	list := []Measure{single(faces)}
	if f.InterEye() < 1 {
		return list
	}
	list = append(list, geometry(img.Rect, f)...)
	if faces[0].HasPupils {
		list = append(list, eyes(f)...)
	}
	p := patchOf(img, f)
	list = append(list, p.light(limits.Light)...)
	return append(list, p.focus(limits.Focus))
}

// aligned is the face with pupils, assumed ones if it has none.
func (f Face) aligned() Face {
	if !f.HasPupils {
		x, y, d := float64(f.Box.Min.X+f.Box.Max.X)/2, float64(f.Box.Min.Y+f.Box.Max.Y)/2, float64(f.Box.Dx())
		f.Pupils, f.HasPupils, f.HasYaw = [4]float64{x - .185*d, y - .1*d, x + .185*d, y - .1*d}, true, false
	}
	return f
}

func single(faces []Face) Measure {
	area := func(f Face) float64 { return float64(f.Box.Dx() * f.Box.Dy()) }
	second := 0.
	for _, f := range faces[1:] {
		second = max(second, area(f)/max(area(faces[0]), 1))
	}
	return Measure{SingleFace, second, clamp(1-second, 0, 1), .7}
}

// The head around the eyes' middle in inter-eye distances: to the chin, and what a whole head needs on each side.
const (
	eyesToChin  = 1.9
	marginSide  = 1.3
	marginAbove = 1.9
)

// geometry measures size and place of the face.
func geometry(frame image.Rectangle, f Face) []Measure {
	d := f.InterEye()
	x, y := (f.Pupils[0]+f.Pupils[2])/2, (f.Pupils[1]+f.Pupils[3])/2
	left, right := (x-float64(frame.Min.X))/d/marginSide, (float64(frame.Max.X)-x)/d/marginSide
	above, below := (y-float64(frame.Min.Y))/d/marginAbove, (float64(frame.Max.Y)-y)/d/eyesToChin
	margin := min(left, right, above, below)
	size := eyesToChin * d / float64(frame.Dy())
	return []Measure{
		{HeadSize, size, clamp(1-math.Abs(size-.4)/.4, 0, 1), .25},
		{Crop, margin, clamp(margin, 0, 1), .8},
	}
}

// eyes measures what only found pupils tell.
func eyes(f Face) []Measure {
	d := f.InterEye()
	list := []Measure{{InterEyes, d, clamp(d/(2*EnoughInterEye), 0, 1), .5}, {Roll, f.Roll, upright(f.Roll, 45), .5}}
	if f.HasYaw {
		list = append(list, Measure{Yaw, f.Yaw, upright(f.Yaw, 45), .5})
	}
	return list
}

// upright falls from 1 at 0° to 0 at the worst angle.
func upright(degrees, worst float64) float64 {
	return clamp(1-math.Abs(degrees)/worst, 0, 1)
}

// light measures the luminance of the face.
func (p *patch) light(limit float64) []Measure {
	var all, left, right [256]float64
	mean, n, nl, nr := 0., 0., 0., 0.
	for y := range patchSide {
		for x := range patchSide {
			if !inFace(x, y) {
				continue
			}
			v := p[y*patchSide+x]
			all[int(v)]++
			mean += v
			n++
			if x < patchSide/2 {
				left[int(v)/8]++
				nl++
			} else {
				right[int(v)/8]++
				nr++
			}
		}
	}
	mean /= 255 * n
	under, over, bits, common := 0., 0., 0., 0.
	for i, c := range all {
		if i <= 25 {
			under += c / n
		}
		if i >= 247 {
			over += c / n
		}
		if c > 0 {
			bits -= c / n * math.Log2(c/n)
		}
		common += min(left[i]/nl, right[i]/nr)
	}
	return []Measure{
		{LightIntensity, mean, logistic(mean, .22, .04) * (1 - logistic(mean, .87, .025)), limit},
		{UnderExposure, under, clamp(1-under/.4, 0, 1), .3},
		{OverExposure, over, clamp(1-over/.25, 0, 1), .3},
		{DynamicRange, bits, bits / 8, .6},
		{Uniformity, common, math.Pow(common, .3), .65},
	}
}

func logistic(x, middle, width float64) float64 { return 1 / (1 + math.Exp(-(x-middle)/width)) }
