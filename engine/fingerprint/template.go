package fingerprint

import "errors"

// Minutia is the end or fork of a ridge: its place in pixels at 500 per inch and its direction in radians.
type Minutia struct {
	X         int     `json:"x"`
	Y         int     `json:"y"`
	Direction float64 `json:"d"`
	Fork      bool    `json:"fork,omitempty"`
}

// Template is what is kept of a print for comparing. It can be stored as JSON; it does not show the print.
type Template struct {
	Width    int       `json:"w"`
	Height   int       `json:"h"`
	Minutiae []Minutia `json:"minutiae"`
}

// The ways in which Extract refuses a picture, and, on the device, any picture.
var (
	ErrTooSmall = errors.New("fingerprint: less than 96 pixels a side at 500 per inch")
	ErrTooLarge = errors.New("fingerprint: more than 1200 pixels a side at 500 per inch")
	ErrAbsent   = errors.New("fingerprint: extraction and comparison are not in this build")
)

// MaxMinutiae is the most minutiae of a template that are compared, which limits the time of a comparison.
const MaxMinutiae = 100
