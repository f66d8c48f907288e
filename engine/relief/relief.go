//go:build !js

// Package relief tells a head from a flat picture of one by two views of a face: at rest and turned.
//
// Whatever a sheet of paper or a screen shows moves by a homography when it is tilted: eight numbers that bring every
// part of its picture to its place. On a head the nose moves farther than the cheeks, by as much as it stands out
// before them. So the view at rest is brought onto the other one twice: as a flat picture, and as one that has the
// relief of the face mesh. How well the two fit, and how high the relief is that fits best, tells which of them it was.
//
// The pictures are compared and not their meshes: the network sees a head in a flat picture too, and puts its points
// where those of a head would be.
package relief

import (
	"image"
	"math"

	"proofdesk/engine/face"
)

// Shape is what two views show.
type Shape int

// The shapes. Unclear is what can't be told.
const (
	Unclear Shape = iota
	Flat
	Solid
)

const (
	side     = 128  // pixels of a view each way
	unit     = 36.  // pixels of a view that are one: the mesh's points are so far from their middle, in the mean
	pitch    = .075 // between the places that are compared
	farthest = 2.2  // from the middle
	rim      = .9   // of the face's outline, within which it is compared
)

// The limits, from views with noise and less light. Sheets that were brought into place fit flat by .9 and more, with a
// relief of .05 at most, and leave a relief nine tenths of what they do not fit by. Of 547 heads that were turned by 12
// to 32 degrees, drawn ones and photographs with the relief of their mesh, few fit as well, none at a relief under .15,
// and it takes a fifth and more of what a flat picture leaves: all but three have a shape. None of 284 tilted sheets is
// solid; a quarter, tilted by 55 degrees or cut off, is unclear. Of 120 bent sheets a third are solid.
const (
	leastFlat    = .9
	mostFlat     = .05
	leastRelief  = .1
	mostLeft     = .8
	leastLikened = .75
)

// View is a face as a picture of it shows it.
type View struct {
	picture plane
	points  []point // of the mesh
}

// point is a place from the middle of a face, in units. z is smaller towards the camera.
type point struct{ x, y, z float64 }

// Of returns the view of a face whose mesh is known.
func Of(gray *image.Gray, m *face.Mesh) *View {
	var middle [3]float64
	for _, p := range m.Points {
		for i := range middle {
			middle[i] += p[i] / float64(len(m.Points))
		}
	}
	spread := 0.
	for _, p := range m.Points {
		spread += sq(p[0]-middle[0]) + sq(p[1]-middle[1])
	}
	spread = math.Sqrt(spread / float64(len(m.Points)))
	v := &View{picture: newPlane(side), points: make([]point, len(m.Points))}
	for i, p := range m.Points {
		v.points[i] = point{(p[0] - middle[0]) / spread, (p[1] - middle[1]) / spread, (p[2] - middle[2]) / spread}
	}
	const quarter = .25 // each pixel is the mean of four places
	for i := range v.picture.pix {
		x, y := float64(i%side-side/2)/unit, float64(i/side-side/2)/unit
		for _, off := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			at := [2]float64{x + off[0]*quarter/unit, y + off[1]*quarter/unit}
			v.picture.pix[i] += quarter * grayAt(gray, middle[0]+at[0]*spread, middle[1]+at[1]*spread)
		}
	}
	return v
}

// Measure is how a turned view follows from one at rest.
type Measure struct {
	Flat   float64 // how well it does as a flat picture, -1 to 1
	Raised float64 // how well it does with a relief
	Height float64 // how far the relief moves what is one unit nearer, in units: as the sine of the turn on a head
}

// Shape returns what a measure tells.
func (m Measure) Shape() Shape {
	switch {
	case m.Flat >= leastFlat && m.Height < mostFlat:
		return Flat
	case m.Raised >= leastLikened && m.Height >= leastRelief && 1-m.Raised <= mostLeft*(1-m.Flat):
		return Solid
	}
	return Unclear
}

// Compare brings a view at rest onto a turned one.
func Compare(rest, turned *View) Measure {
	f := newFit(rest, turned)
	flat, fits := f.best(linear(rest.points, turned.points, flatTerms), flatTerms)
	if w, c := f.best(similar(rest.points, turned.points), flatTerms); c > fits {
		flat, fits = w, c
	}
	raised, both := f.best(linear(rest.points, turned.points, allTerms), allTerms)
	if w, c := f.best(flat, allTerms); c > both {
		raised, both = w, c
	}
	// A flat picture may have been found only with the freedom of a relief.
	again := raised
	again[8], again[9] = 0, 0
	if _, c := f.best(again, flatTerms); c > fits {
		fits = c
	}
	size := math.Sqrt(math.Abs(raised[0]*raised[4] - raised[1]*raised[3]))
	return Measure{Flat: fits, Raised: max(both, fits), Height: math.Hypot(raised[8], raised[9]) / size}
}

func sq(a float64) float64 { return a * a }
