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

// Pass reports whether the measure is good enough.
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

// The scores and thresholds of the measures. The measures are those of ISO/IEC 29794-5:2025, clause 7; where it defines
// no scale and no threshold, they were set by judgement.
const (
	sdkFocus = .20 // the SDK's focusFaceThreshold
	sdkLight = .05 // the SDK's lightIntensityThreshold

	leastSingle = .7 // one less the area of the second face over the first's
	bestHead    = .4 // head over the picture's height that scores 1; none and twice as much score 0
	leastHead   = .25
	leastCrop   = .8
	leastScore  = .5  // of the inter-eye distance
	worstAngle  = 90  // degrees that score 0: the farthest that the SDK allows
	sdkMinAngle = -10 // the SDK's minHeadEulerAngle, degrees
	sdkMaxAngle = 10  // the SDK's maxHeadEulerAngle, degrees

	darkLuma    = 25  // up to which a pixel is under-exposed, of 255
	brightLuma  = 247 // from which one is over-exposed
	darkHalf    = .22 // mean luminance, 0..1, at which the score of the light is .5
	darkWidth   = .04 // how much more makes it .73
	brightHalf  = .87 // the same for too much light
	brightWidth = .025

	mostUnder     = .4  // share of under-exposed pixels that scores 0
	mostOver      = .25 // share of over-exposed pixels that scores 0
	leastExposure = .3
	lumaBits      = 8 // entropy that scores 1
	leastRange    = .6
	uniformBin    = 8  // grey levels of a bin of the histograms that are compared
	uniformPower  = .3 // of their common part in the score
	leastUniform  = .65

	assumedAside = .185 // pupils beside the middle of a face whose pupils were not found, in sizes of its window
	assumedAbove = .1   // … and above it
)

// Limits are the thresholds that a job's customization can set; see DefaultLimits.
type Limits struct {
	Focus    float64 // the SDK's focusFaceThreshold
	Light    float64 // the SDK's lightIntensityThreshold
	MinAngle float64 // the SDK's minHeadEulerAngle, degrees of Roll and Yaw
	MaxAngle float64 // the SDK's maxHeadEulerAngle, degrees
}

// DefaultLimits are the SDK's defaults. The scores of Focus and LightIntensity are scaled for them: .20 lies between
// sharp and blurred faces, and a face scores .05 if its mean luminance is .10 or .94.
func DefaultLimits() Limits {
	return Limits{Focus: sdkFocus, Light: sdkLight, MinAngle: sdkMinAngle, MaxAngle: sdkMaxAngle}
}

// Quality measures the first of the faces that Detect found. It returns nil if there is none. Without pupils, as on the
// device, it assumes them where they usually are in the detector's window and omits what only they show.
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
		list = append(list, eyes(f, limits)...)
	}
	p := patchOf(img, f)
	list = append(list, p.light(limits.Light)...)
	return append(list, p.focus(limits.Focus))
}

// aligned is the face with pupils, assumed ones if it has none.
func (f Face) aligned() Face {
	if !f.HasPupils {
		x, y, d := float64(f.Box.Min.X+f.Box.Max.X)/2, float64(f.Box.Min.Y+f.Box.Max.Y)/2, float64(f.Box.Dx())
		f.HasPupils, f.HasYaw = true, false
		f.Pupils = [4]float64{
			x - assumedAside*d, y - assumedAbove*d, x + assumedAside*d, y - assumedAbove*d,
		}
	}
	return f
}

func single(faces []Face) Measure {
	area := func(f Face) float64 { return float64(f.Box.Dx() * f.Box.Dy()) }
	second := 0.
	for _, f := range faces[1:] {
		second = max(second, area(f)/max(area(faces[0]), 1))
	}
	return Measure{SingleFace, second, clamp(1-second, 0, 1), leastSingle}
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
		{HeadSize, size, clamp(1-math.Abs(size-bestHead)/bestHead, 0, 1), leastHead},
		{Crop, margin, clamp(margin, 0, 1), leastCrop},
	}
}

// eyes measures what only found pupils show.
func eyes(f Face, limits Limits) []Measure {
	d := f.InterEye()
	list := []Measure{
		{InterEyes, d, clamp(d/(2*EnoughInterEye), 0, 1), leastScore},
		limits.angle(Roll, f.Roll),
	}
	if f.HasYaw {
		list = append(list, limits.angle(Yaw, f.Yaw))
	}
	return list
}

// angle measures an angle of the head, which passes between the limits.
func (l Limits) angle(name string, degrees float64) Measure {
	limit := l.MaxAngle
	if degrees < 0 {
		limit = l.MinAngle
	}
	return Measure{name, degrees, upright(degrees, worstAngle), upright(limit, worstAngle)}
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
				left[int(v)/uniformBin]++
				nl++
			} else {
				right[int(v)/uniformBin]++
				nr++
			}
		}
	}
	mean /= 255 * n
	under, over, bits, common := 0., 0., 0., 0.
	for i, c := range all {
		if i <= darkLuma {
			under += c / n
		}
		if i >= brightLuma {
			over += c / n
		}
		if c > 0 {
			bits -= c / n * math.Log2(c/n)
		}
		common += min(left[i]/nl, right[i]/nr)
	}
	lit := logistic(mean, darkHalf, darkWidth) * (1 - logistic(mean, brightHalf, brightWidth))
	return []Measure{
		{LightIntensity, mean, lit, limit},
		{UnderExposure, under, clamp(1-under/mostUnder, 0, 1), leastExposure},
		{OverExposure, over, clamp(1-over/mostOver, 0, 1), leastExposure},
		{DynamicRange, bits, bits / lumaBits, leastRange},
		{Uniformity, common, math.Pow(common, uniformPower), leastUniform},
	}
}

func logistic(x, middle, width float64) float64 { return 1 / (1 + math.Exp(-(x-middle)/width)) }
