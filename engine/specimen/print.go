package specimen

import (
	"image"
	"math"
	"math/rand/v2"
)

// Size of a print: a finger at 500 pixels per inch.
const (
	printWidth  = 320
	printHeight = 400
)

// Print draws an impression of one finger (0 index to 3 little) of a person, dark ridges on white at 500 pixels per
// inch. The ridges come from a phase whose slope is the ridge flow of a whorl, loop or arch; each minutia is a place
// around which that phase turns once (the AM-FM model of Larkin and Fletcher 2007). Impressions of one finger differ
// in place, turn, pressure, skin stretch and noise.
func Print(fingers uint64, finger int, impression uint64) *image.Gray {
	f := newFingertip(source(fingers+uint64(finger)*0x51ed2701, "finger"))
	rng := source(fingers^impression*0x9e3779b97f4a7c15+uint64(finger), "impression")
	turn := .1 * rng.NormFloat64()
	sin, cos := math.Sincos(turn)
	dx, dy := 9*rng.NormFloat64(), 9*rng.NormFloat64()
	pressure := between(rng, -.22, .22)
	grain := rng.Uint64()
	shift, edges, ridges := noises(grain), noise{seed: grain + 2}, noise{seed: f.seed}
	cover := noise{seed: grain + 3}
	out := image.NewGray(image.Rect(0, 0, printWidth, printHeight))
	for y := range printHeight {
		for x := range printWidth {
			u, v := float64(x)-printWidth/2, float64(y)-printHeight/2
			u += 3 * (shift[0].at(float64(x)/90, float64(y)/90) - .5)
			v += 3 * (shift[1].at(float64(x)/90, float64(y)/90) - .5)
			px, py := u*cos-v*sin+dx, u*sin+v*cos+dy
			edge := math.Hypot(u/138, v/178) + .12*(edges.at(float64(x)/25, float64(y)/25)-.5)
			ink := 0.0
			if edge < 1 {
				ridge := f.ridge(px, py) + pressure + .55*(ridges.at(px/3, py/3)-.5)
				ink = smooth(-.45, .45,
					ridge) * smooth(1, .88, edge) * (.84 + .3*cover.at(float64(x)/60, float64(y)/60))
			}
			noise := 20 * (corner(int64(x), int64(y), grain+4) - .5)
			out.Pix[y*out.Stride+x] = shade(238 - 190*ink + noise)
		}
	}
	return out
}

// fingertip is what makes a finger itself.
type fingertip struct {
	kind     int // 0 whorl, 1 loop, 2 arch
	period   float64
	stretch  float64
	lean     float64
	seed     uint64
	bends    [3]noise
	minutiae [][3]float64 // place and sense
}

func newFingertip(rng *rand.Rand) *fingertip {
	f := &fingertip{
		kind:    rng.IntN(4) % 3,
		period:  between(rng, 8.4, 9.8),
		stretch: between(rng, .75, 1.1),
		lean:    between(rng, -.5, .5),
		seed:    rng.Uint64(),
	}
	f.bends = noises(f.seed)
	for len(f.minutiae) < 42 {
		m := [3]float64{between(rng, -125, 125), between(rng, -165, 165), float64(1 - 2*rng.IntN(2))}
		if math.Hypot(m[0]/130, m[1]/170) < .95 && math.Hypot(m[0], m[1]-10) > 22 && f.apart(m) {
			f.minutiae = append(f.minutiae, m)
		}
	}
	return f
}

func (f *fingertip) apart(m [3]float64) bool {
	for _, o := range f.minutiae {
		if math.Hypot(o[0]-m[0], o[1]-m[1]) < 20 {
			return false
		}
	}
	return true
}

// ridge is the cosine of the phase: 1 on a ridge, -1 in a valley. The minutiae's turns come as one complex product,
// whose argument is the sum of theirs.
func (f *fingertip) ridge(x, y float64) float64 {
	x += 26 * (f.bends[1].at(x/75, y/75) - .5)
	y += 26 * (f.bends[2].at(x/75, y/75) - .5)
	turn := complex(1, 0)
	for _, m := range f.minutiae {
		turn *= complex(x-m[0], m[2]*(y-m[1]))
	}
	sin, cos := math.Sincos(f.flow(x, y) * 2 * math.Pi / f.period)
	length := math.Hypot(real(turn), imag(turn))
	return (cos*real(turn) - sin*imag(turn)) / max(length, 1e-300)
}

// flow is the distance across the ridges from the core.
func (f *fingertip) flow(x, y float64) float64 {
	switch f.kind {
	case 0:
		return math.Hypot(x, y*f.stretch)
	case 1: // ridges come from below, turn around the core and go back
		x -= f.lean * max(0, y) * .5
		if y < 0 {
			return math.Hypot(x, y*f.stretch)
		}
		return math.Abs(x) + .0008*y*y
	}
	return y + 62*math.Exp(-x*x/(2*70*70))*smooth(190, -60, y)
}
