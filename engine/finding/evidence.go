package finding

import (
	"image"
	"math"
)

// Box is an axis-parallel rectangle in pixels of the capture as it is shown:
// after its EXIF orientation is applied. X and Y are the top-left corner.
type Box struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Evidence is the place in a capture that a finding rests on. Label is a
// short name for the overlay ("portrait", "mrz", "glare"); Quad holds the four
// corners (x,y pairs, clockwise from top-left) where the place is tilted. At is
// the moment in a film that is meant, in seconds from its start.
type Evidence struct {
	Capture string      `json:"capture"`
	Label   string      `json:"label,omitempty"`
	Box     *Box        `json:"box,omitempty"`
	Quad    *[8]float64 `json:"quad,omitempty"`
	At      *float64    `json:"at,omitempty"`
}

// Frame converts places in a picture to boxes of its capture. Most measures are taken on a smaller copy of the capture,
// the working picture.
type Frame struct {
	Capture       string  // ID of the capture
	Width, Height int     // of the capture as it is shown, pixels
	Scale         float64 // pixels of the capture per pixel of the working picture
}

// Box returns the box of a rectangle of the working picture, cut at the capture's edges.
func (f Frame) Box(r image.Rectangle) Box {
	return f.clip(float64(r.Min.X)*f.Scale, float64(r.Min.Y)*f.Scale,
		float64(r.Max.X)*f.Scale, float64(r.Max.Y)*f.Scale)
}

// BoxAround returns the box around four corners, given as x,y pairs in pixels of the capture, cut at its edges.
func (f Frame) BoxAround(corners [8]float64) Box {
	x0, y0, x1, y1 := corners[0], corners[1], corners[0], corners[1]
	for i := 0; i < len(corners); i += 2 {
		x0, x1 = min(x0, corners[i]), max(x1, corners[i])
		y0, y1 = min(y0, corners[i+1]), max(y1, corners[i+1])
	}
	return f.clip(x0, y0, x1, y1)
}

func (f Frame) clip(x0, y0, x1, y1 float64) Box {
	x0, y0 = max(0, x0), max(0, y0)
	x1, y1 = min(float64(f.Width), x1), min(float64(f.Height), y1)
	return Box{X: int(x0), Y: int(y0), W: int(max(0, x1-x0)), H: int(max(0, y1-y0))}
}

// Rounded returns a score with three decimal places, as it is reported: more would be noise.
func Rounded(score float64) float64 { return math.Round(score*1000) / 1000 }
