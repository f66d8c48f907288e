//go:build !js

package signature

import (
	"encoding/json"
	"fmt"
)

// Coordinates finds the pen's way in a capture: a JSON object's SignatureDataCoordinates, or else the whole.
func Coordinates(capture []byte) string {
	var wrapped struct{ SignatureDataCoordinates string }
	if json.Unmarshal(capture, &wrapped) == nil && wrapped.SignatureDataCoordinates != "" {
		return wrapped.SignatureDataCoordinates
	}
	return string(capture)
}

func parseJSON(b []byte) ([]Stroke, error) {
	if b[0] == '{' {
		var wrapped struct {
			Strokes json.RawMessage `json:"strokes"`
		}
		if err := json.Unmarshal(b, &wrapped); err != nil || len(wrapped.Strokes) == 0 {
			return nil, fmt.Errorf("no strokes in the object: %w", Corrupt)
		}
		b = wrapped.Strokes
	}
	var nested [][]jsonPoint
	if err := json.Unmarshal(b, &nested); err == nil {
		strokes := make([]Stroke, len(nested))
		for i, points := range nested {
			strokes[i] = stroke(points)
		}
		return strokes, nil
	}
	var single []jsonPoint
	if err := json.Unmarshal(b, &single); err != nil {
		return nil, fmt.Errorf("strokes are arrays of points: %w", Corrupt)
	}
	return []Stroke{stroke(single)}, nil
}

type jsonPoint Point

// UnmarshalJSON reads {"x":1,"y":2,"t":3} and [1,2,3].
func (p *jsonPoint) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		var n []float64
		if err := json.Unmarshal(b, &n); err != nil || len(n) < 2 || len(n) > 4 {
			return fmt.Errorf("a point of %d numbers: %w", len(n), Corrupt)
		}
		p.X, p.Y = n[0], n[1]
		if len(n) > 2 {
			p.T = n[2]
		}
		return nil
	}
	var v struct{ X, Y, T *float64 }
	if err := json.Unmarshal(b, &v); err != nil || v.X == nil || v.Y == nil {
		return fmt.Errorf("a point without x and y: %w", Corrupt)
	}
	p.X, p.Y = *v.X, *v.Y
	if v.T != nil {
		p.T = *v.T
	}
	return nil
}

func stroke(points []jsonPoint) Stroke {
	out := make(Stroke, len(points))
	for i, p := range points {
		out[i] = Point(p)
	}
	return out
}
