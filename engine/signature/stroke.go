package signature

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Point is one sample of the pen: pixels of the pad and, where it was recorded, milliseconds since the first sample.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	T float64 `json:"t"`
}

// Stroke is the pen's way from touching the pad to leaving it.
type Stroke []Point

// Fault is why coordinates could not be parsed. It is an error and a stable code; compare with errors.Is.
type Fault string

// The faults of coordinates: none at all, more than MaxBytes or MaxPoints, or no known layout.
const (
	Empty   Fault = "empty"
	TooLong Fault = "too_long"
	Corrupt Fault = "corrupt"
)

// Error returns the code.
func (f Fault) Error() string { return string(f) }

// The limits on coordinates.
const (
	MaxBytes    = 4 << 20
	MaxPoints   = 100_000
	farthest    = 1e6  // pixels from the origin of a point
	latestTime  = 1e15 // milliseconds of a point's time, which may count from 1970
	longestTime = 1e10 // milliseconds of a signature that are reported: 115 days
)

// ParseStrokes reads the SignatureDataCoordinates string. It takes a JSON array of strokes, each an array of points
// {"x","y","t"} or [x,y] or [x,y,t]; a JSON object that holds that array as "strokes"; one flat JSON array of points;
// and text of the form "x,y;x,y|x,y" with an optional third number for the time. Times are shifted to start at zero.
// The error is, or wraps, a Fault.
func ParseStrokes(s string) ([]Stroke, error) {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
		return nil, Empty
	case len(s) > MaxBytes:
		return nil, TooLong
	}
	var strokes []Stroke
	var err error
	if s[0] == '[' || s[0] == '{' {
		strokes, err = parseJSON([]byte(s))
	} else {
		strokes, err = parseText(s)
	}
	if err != nil {
		return nil, err
	}
	return normalised(strokes)
}

func parseText(s string) ([]Stroke, error) {
	var out []Stroke
	for part := range strings.SplitSeq(s, "|") {
		var st Stroke
		for pair := range strings.SplitSeq(part, ";") {
			if pair = strings.TrimSpace(pair); pair == "" {
				continue
			}
			p, err := parsePoint(pair)
			if err != nil {
				return nil, err
			}
			st = append(st, p)
		}
		out = append(out, st)
	}
	return out, nil
}

func parsePoint(s string) (Point, error) {
	var n [3]float64
	parts := strings.SplitN(s, ",", 4)
	if len(parts) < 2 || len(parts) > 3 {
		return Point{}, fmt.Errorf("a point of %d numbers: %w", len(parts), Corrupt)
	}
	for i, part := range parts {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return Point{}, fmt.Errorf("a coordinate is no number: %w", Corrupt)
		}
		n[i] = v
	}
	return Point{n[0], n[1], n[2]}, nil
}

// normalised drops empty strokes, refuses impossible coordinates and shifts times to start at zero.
func normalised(strokes []Stroke) ([]Stroke, error) {
	out, points := strokes[:0], 0
	for _, s := range strokes {
		if points += len(s); points > MaxPoints {
			return nil, TooLong
		}
		for _, p := range s {
			if !(math.Abs(p.X) < farthest) || !(math.Abs(p.Y) < farthest) || !(math.Abs(p.T) < latestTime) {
				return nil, fmt.Errorf("a coordinate out of range: %w", Corrupt)
			}
		}
		if len(s) > 0 {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, Empty
	}
	start := out[0][0].T
	for _, s := range out {
		for i := range s {
			s[i].T -= start
		}
	}
	return out, nil
}
