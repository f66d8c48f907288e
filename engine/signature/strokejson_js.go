package signature

import (
	"fmt"
	"syscall/js"
)

// The device reads JSON with the reader that every browser has, instead of bringing one along.

// Coordinates finds the pen's way in a capture: a JSON object's SignatureDataCoordinates, or else the whole.
func Coordinates(capture []byte) string {
	if v, ok := parse(string(capture)); ok && v.Type() == js.TypeObject {
		if c := v.Get("SignatureDataCoordinates"); c.Type() == js.TypeString && c.String() != "" {
			return c.String()
		}
	}
	return string(capture)
}

// parse reads JSON; the reader throws where the text is none.
func parse(text string) (v js.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return js.Global().Get("JSON").Call("parse", text), true
}

func isArray(v js.Value) bool { return js.Global().Get("Array").Call("isArray", v).Bool() }

func parseJSON(b []byte) ([]Stroke, error) {
	v, ok := parse(string(b))
	if ok && b[0] == '{' {
		v = v.Get("strokes")
	}
	if !ok || !isArray(v) {
		return nil, fmt.Errorf("no strokes in the text: %w", Corrupt)
	}
	if nested(v) {
		out := make([]Stroke, 0, min(v.Length(), MaxPoints))
		for i := range cap(out) {
			s, err := strokeOf(v.Index(i))
			if err != nil {
				return nil, err
			}
			out = append(out, s)
		}
		return out, nil
	}
	s, err := strokeOf(v)
	return []Stroke{s}, err
}

// nested reports whether an array holds strokes rather than points: the first thing in a stroke is a point, in a point
// a number.
func nested(v js.Value) bool {
	for i := range v.Length() {
		switch one := v.Index(i); {
		case !isArray(one):
			return false
		case one.Length() > 0:
			return one.Index(0).Type() == js.TypeObject
		}
	}
	return true
}

func strokeOf(v js.Value) (Stroke, error) {
	if !isArray(v) {
		return nil, fmt.Errorf("strokes are arrays of points: %w", Corrupt)
	}
	if v.Length() > MaxPoints {
		return nil, TooLong
	}
	out := make(Stroke, v.Length())
	for i := range out {
		p, ok := pointOf(v.Index(i))
		if !ok {
			return nil, fmt.Errorf("a point without x and y: %w", Corrupt)
		}
		out[i] = p
	}
	return out, nil
}

// pointOf reads {"x":1,"y":2,"t":3} and [1,2,3].
func pointOf(v js.Value) (Point, bool) {
	var n [3]js.Value
	switch {
	case v.Type() != js.TypeObject:
		return Point{}, false
	case !isArray(v):
		n = [3]js.Value{v.Get("x"), v.Get("y"), v.Get("t")}
	case v.Length() < 2 || v.Length() > 4:
		return Point{}, false
	default:
		n = [3]js.Value{v.Index(0), v.Index(1), v.Index(2)}
	}
	if n[0].Type() != js.TypeNumber || n[1].Type() != js.TypeNumber {
		return Point{}, false
	}
	p := Point{X: n[0].Float(), Y: n[1].Float()}
	switch n[2].Type() {
	case js.TypeNumber:
		p.T = n[2].Float()
	case js.TypeUndefined, js.TypeNull:
	default:
		return Point{}, false
	}
	return p, true
}
