package face

import (
	"errors"
	"math"
)

// Descriptor is a face as a point in 128 dimensions.
type Descriptor = [128]float32

// ErrNoPupils is returned for a face that can't be aligned because its pupils were not found.
var ErrNoPupils = errors.New("face: no pupils to align the face by")

// Limits of the distance between two descriptors, and of the inter-eye distance that a descriptor needs. They are among
// the project's requirements; none of 356 pairs of two people among the development samples is as near as SameUpTo.
const (
	SameUpTo       = .55 // Euclidean distance; at most this: the same person
	UnsureUpTo     = .72 // at most this: a person has to look; above: somebody else
	DuplicateUpTo  = .50 // at most this: a candidate in the duplicate search
	EnoughInterEye = 40  // pixels; below, a comparison is less sure
	LeastInterEye  = 25  // pixels; below, a comparison means nothing
)

// Description is one described face. InterEye is the distance between its pupils in pixels of the picture, to be
// compared with EnoughInterEye and LeastInterEye.
type Description struct {
	Descriptor Descriptor
	InterEye   float64
}

// Distance is the Euclidean distance between two descriptors.
func Distance(a, b Descriptor) float64 {
	var sum float64
	for i, v := range a {
		d := float64(v - b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}
