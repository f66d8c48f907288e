package document

import (
	"math"

	"proofdesk/engine/raster"
)

// Format is a card or booklet size of ISO/IEC 7810, recognised by the aspect alone. ID-2 (105 × 74 mm) and ID-3 (125 ×
// 88 mm) have the same aspect; the far more common ID-3 is named for both, and an open passport of two pages looks the
// same turned by 90°.
type Format string

// The formats, and their aspects.
const (
	ID1 Format = "ID-1" // 85.60 × 53.98 mm, 1.586
	ID2 Format = "ID-2" // 105 × 74 mm, 1.419
	ID3 Format = "ID-3" // 125 × 88 mm, 1.420
)

// FormatOf returns the format to which an aspect (long side over short side) clearly belongs; empty where there is
// none.
func FormatOf(aspect float64) Format {
	switch {
	case within(aspect, aspectID1, clear):
		return ID1
	case within(aspect, aspectID3, clear):
		return ID3
	}
	return ""
}

// The aspects of ISO/IEC 7810, long side over short.
const (
	aspectID1 = 1.586
	aspectID3 = 1.42 // and ID-2
)

const (
	// clear is how far an aspect may be off, as a share, for a format to be recognised: the two lie .11 apart, and what
	// a photograph shows of a tilted document is a few hundredths off.
	clear = .03
	// likely is the same for a document's shape. Tuned on the development samples.
	likely = .06
)

// shaped reports whether an aspect, long side over short, may be a document's.
func shaped(aspect float64) bool { return fits(aspect, likely) }

func within(aspect, want, share float64) bool { return math.Abs(math.Log(aspect/want)) < share }

// Aspect estimates width over height of the rectangle that the quad shows, seen by a camera with square pixels whose
// axis meets the middle of a w × h picture (Zhang and He, 2007, section 3.2). Where the corners do not determine its
// focal length, that of a phone is used; in a frontal view it is the ratio of the mean sides.
func Aspect(q raster.Quad, w, h int) float64 {
	plain := (q.Side(0) + q.Side(2)) / max(q.Side(1)+q.Side(3), tiny)
	cx, cy := float64(w)/2, float64(h)/2
	var m [4][3]float64
	for i, k := range [4]int{0, 1, 3, 2} { // top-left, top-right, bottom-left, bottom-right
		m[i] = [3]float64{q[k].X - cx, q[k].Y - cy, 1}
	}
	k2 := ratio(dot(cross(m[0], m[3]), m[2]), dot(cross(m[1], m[3]), m[2]))
	k3 := ratio(dot(cross(m[0], m[3]), m[1]), dot(cross(m[2], m[3]), m[1]))
	var n2, n3 [3]float64
	for c := range 3 {
		n2[c], n3[c] = k2*m[1][c]-m[0][c], k3*m[2][c]-m[0][c]
	}
	if math.Abs(n2[2]) < frontal && math.Abs(n3[2]) < frontal {
		return plain
	}
	long := float64(max(w, h))
	f2 := -(n2[0]*n3[0] + n2[1]*n3[1]) / (n2[2] * n3[2])
	if math.Abs(n2[2]) < frontal || math.Abs(n3[2]) < frontal ||
		!(f2 > shortFocal*shortFocal*long*long && f2 < longFocal*longFocal*long*long) {
		f2 = phoneFocal * phoneFocal * long * long
	}
	a := (n2[0]*n2[0]+n2[1]*n2[1])/f2 + n2[2]*n2[2]
	b := (n3[0]*n3[0]+n3[1]*n3[1])/f2 + n3[2]*n3[2]
	if r := math.Sqrt(a / b); r > plain/mostCorrection && r < plain*mostCorrection {
		return r
	}
	return plain
}

// What the view of a camera is taken to be. Focal lengths are in longer sides of its picture.
const (
	phoneFocal     = .75 // of a phone's main camera: 26 mm on 35 mm film
	shortFocal     = .5  // that is believed, at least: 18 mm
	longFocal      = 3.  // that is believed, at most: 108 mm
	frontal        = .04 // perspective along a side, of homogeneous coordinates, under which the view is frontal there
	mostCorrection = 1.6 // of the aspect over the ratio of the sides, at most
	tiny           = 1e-9
)

func ratio(a, b float64) float64 {
	if math.Abs(b) < tiny {
		return 1
	}
	return a / b
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
