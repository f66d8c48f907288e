package signature

import (
	"image"
	"math"
	"time"
)

// Verdict is what a capture holds.
type Verdict string

// The verdicts. Blank: no ink. Dot: ink without extent, as from a tap. Line: a single stroke that hardly turns.
// Plausible: anything that a person could have meant as a signature.
const (
	Blank     Verdict = "blank"
	Dot       Verdict = "dot"
	Line      Verdict = "line"
	Plausible Verdict = "plausible"
)

// Report is what was found. Lengths are in pixels of the pad or, without coordinates, of the picture; for a picture
// the ink length is the length of the thinned ink and strokes are connected pieces. Agreement is from 0 to 1 and -1
// where only one of the two was given; AgreementFloor and above is one signature.
type Report struct {
	Verdict   Verdict
	Strokes   []Stroke // for replay; nil without coordinates
	Count     int
	Points    int
	InkLength float64
	Turning   float64 // radians over all strokes
	Duration  time.Duration
	Box       image.Rectangle
	InkShare  float64 // share of dark pixels in the picture, 0 without one
	Agreement float64
}

// AgreementFloor is the agreement from which picture and coordinates show the same signature.
const AgreementFloor = 0.6

// Inspect examines a signature. Either img or coordinates may be absent (nil, empty), not both. The error is, or wraps,
// a Fault about the coordinates; a picture alone never fails.
func Inspect(img *image.Gray, coordinates string) (Report, error) {
	r := Report{Agreement: -1, Verdict: Blank}
	var ink *bitmap
	if img != nil {
		ink = inkOf(img)
		r.InkShare = ink.share()
	}
	if coordinates == "" {
		if ink == nil {
			return r, Empty
		}
		r.fromInk(ink)
		return r, nil
	}
	strokes, err := ParseStrokes(coordinates)
	if err != nil {
		return r, err
	}
	r.fromStrokes(strokes)
	if ink != nil {
		r.Agreement = agreement(ink, strokes)
	}
	return r, nil
}

func (r *Report) fromStrokes(strokes []Stroke) {
	r.Strokes, r.Count = strokes, len(strokes)
	low, high := strokes[0][0], strokes[0][0]
	last := 0.0
	for _, s := range strokes {
		r.Points += len(s)
		r.InkLength += s.length()
		r.Turning += s.turning()
		for _, p := range s {
			low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
			high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
			last = max(last, p.T)
		}
	}
	r.Duration = time.Duration(min(last, longestTime) * float64(time.Millisecond))
	r.Box = image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(high.X)+1, int(high.Y)+1)
	r.judge(max(high.X-low.X, high.Y-low.Y))
}

// judge sets the verdict by measures that hardly depend on the resolution of the pad: length, extent and turning.
func (r *Report) judge(extent float64) {
	switch {
	case r.InkLength < shortestInk || extent < smallestInk:
		r.Verdict = Dot
	case r.Turning < straightTurning && r.InkLength < directStroke*extent:
		r.Verdict = Line
	default:
		r.Verdict = Plausible
	}
}

func (s Stroke) length() float64 {
	sum := 0.0
	for i := 1; i < len(s); i++ {
		sum += math.Hypot(s[i].X-s[i-1].X, s[i].Y-s[i-1].Y)
	}
	return sum
}

// turning returns the sum of the changes of direction between points at least turningStep pixels apart, in radians, so
// that the pen's jitter does not count.
func (s Stroke) turning() float64 {
	at, heading, sum := s[0], math.NaN(), 0.0
	for _, p := range s {
		dx, dy := p.X-at.X, p.Y-at.Y
		if math.Hypot(dx, dy) < turningStep {
			continue
		}
		next := math.Atan2(dy, dx)
		if !math.IsNaN(heading) {
			sum += math.Abs(math.Remainder(next-heading, 2*math.Pi))
		}
		at, heading = p, next
	}
	return sum
}
