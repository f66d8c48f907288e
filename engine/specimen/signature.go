package specimen

import (
	"encoding/json"
	"image"
	"image/color"
	"math"

	"proofdesk/engine/signature"
)

// The pad that signatures are written on, in its own pixels.
const (
	padWidth  = 640.0
	padHeight = 200.0
)

// Sign writes the signature of a hand on a pad of 640 x 200 pixels: cursive loops whose shape the hand's seed sets and
// whose small differences the occasion sets. Times are milliseconds.
func Sign(hand, occasion uint64) []signature.Stroke {
	rng := source(hand, "hand")
	small := source(hand^occasion*0x9e3779b97f4a7c15, "occasion")
	shake := func(v float64) float64 { return v * (1 + .04*small.NormFloat64()) }
	words := 1 + rng.IntN(2)
	x, t := padWidth*between(rng, .06, .14), 0.0
	room := (padWidth*.86 - x) / float64(words)
	slant := between(rng, .05, .5)
	var out []signature.Stroke
	for range words {
		letters := 4 + rng.IntN(5)
		var s signature.Stroke
		for l := range letters {
			tall := shake(between(rng, 14, 34))
			if l == 0 {
				tall = shake(between(rng, 55, 75))
			} else if rng.IntN(3) == 0 {
				tall *= 1.7
			}
			s = loop(s, &t, x, shake(room/float64(letters)*.92), tall, slant, between(rng, .15, .6), rng.IntN(4) == 0)
			x = s[len(s)-1].X
		}
		out = append(out, s)
		x += room * .08
		t += 180
	}
	if rng.IntN(3) > 0 {
		out = append(out, flourish(rng.Float64(), &t, x))
	}
	return out
}

// loop adds one letter: an up and down stroke that drifts to the right, open or closed, sometimes below the line.
func loop(s signature.Stroke, t *float64, x, wide, tall, slant, round float64, below bool) signature.Stroke {
	const steps = 18
	base := padHeight * .62
	for i := range steps {
		a := float64(i) / steps
		rise := math.Sin(a*math.Pi) * tall
		if below {
			rise = tall*.8*math.Sin(a*2*math.Pi) - 4
		}
		px := x + wide*a + slant*rise + round*wide*math.Sin(a*2*math.Pi)
		s = append(s, signature.Point{
			X: max(4, min(padWidth-4, px)), Y: max(4, min(padHeight-4, base-rise)), T: *t,
		})
		*t += 9 + 7*math.Abs(math.Cos(a*math.Pi))
	}
	return s
}

// flourish underlines from right to left and back.
func flourish(f float64, t *float64, x float64) signature.Stroke {
	var s signature.Stroke
	*t += 220
	for i := range 40 {
		a := float64(i) / 39
		back := x - (x-padWidth*.12)*math.Sin(a*math.Pi*(.7+.3*f))
		s = append(s, signature.Point{
			X: max(4, min(padWidth-4, back)),
			Y: padHeight*.74 + 26*a + 10*math.Sin(a*6),
			T: *t,
		})
		*t += 8
	}
	return s
}

// SignatureImage draws strokes in blue-black ink on white, 640 x 200.
func SignatureImage(strokes []signature.Stroke) *image.RGBA {
	p := newPage(padWidth, padHeight, 1)
	p.rect(0, 0, padWidth, padHeight, color.White)
	for _, s := range strokes {
		points := make([][2]float64, len(s))
		for i, q := range s {
			points[i] = [2]float64{q.X, q.Y}
		}
		if len(s) == 1 {
			p.fill(rgb(20, 24, 70), circle(s[0].X, s[0].Y, 3)...)
		}
		p.outline(rgb(20, 24, 70), 3.2, points...)
	}
	return p.img
}

// Coordinates writes strokes as the SignatureDataCoordinates string; empty if one of them is no number.
func Coordinates(strokes []signature.Stroke) string {
	b, err := json.Marshal(strokes)
	if err != nil {
		return "" // a coordinate that is no number
	}
	return string(b)
}
