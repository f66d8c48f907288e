package barcode

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// What a place must show to be taken for a stacked symbol that can't be read, at SeenConfidence: either guard patterns,
// or edges in its rows and one direction over most of it. Tuned on the development samples.
const (
	seenGuards = 8
	seenEdges  = 32
	seenFill   = .15
	seenFlat   = .24 // height over width, at least
	seenEffort = 60
	softSide   = 1600 // longest side of the picture that is put out of focus, in pixels
	softBlur   = 4    // standard deviation, in pixels
)

// SeenConfidence is the confidence that suits most pictures, the default of the SDK's option
// documentBackComponentConfidence.
const SeenConfidence = .7

// strictness returns how many times as much a place must show as at SeenConfidence: 0 at 0, without end at 1.
func strictness(confidence float64) float64 {
	odds := func(p float64) float64 { return p / (1 - p) }
	return odds(confidence) / odds(SeenConfidence)
}

// Seen reports whether a PDF417 symbol is in the picture, readable or not, and where: x,y pairs in pixels, clockwise
// from the top left as it lies. A camera uses it to ask for a closer look. It may miss a symbol, and take dense print
// for one: confidence, 0..1, weighs the two against each other. One that can be decoded is seen at any confidence.
func Seen(src *image.Gray, confidence float64) (corners [8]float64, ok bool) {
	b := src.Bounds()
	if b.Dx() < leastWide || b.Dy() < leastWide {
		return corners, false
	}
	if b.Min != (image.Point{}) {
		src = &image.Gray{
			Pix:    src.Pix[src.PixOffset(b.Min.X, b.Min.Y):],
			Stride: src.Stride,
			Rect:   image.Rect(0, 0, b.Dx(), b.Dy()),
		}
	}
	strict := strictness(confidence)
	whole := newPicture(src)
	r := stacked{picture: whole, tensor: locate(whole), left: &budget{seenEffort}, most: 1, stacks: true}
	r.scan()
	if len(r.found) > 0 {
		corners, ok = r.found[0].Corners, true
	}
	for i := range r.places {
		if p := &r.places[i]; !ok && float64(p.guards) >= seenGuards*strict {
			corners, ok = p.area.corners(), true
		}
	}
	if !ok {
		corners, ok = seenSoft(src, strict)
	}
	for i := range corners {
		corners[i] += float64([2]int{b.Min.X, b.Min.Y}[i%2])
	}
	return corners, ok
}

// seenSoft searches a blurred copy of the picture, from which print, lines and grain are gone and in which only dense
// bars still have edges.
func seenSoft(src *image.Gray, strict float64) (corners [8]float64, ok bool) {
	m, f := reduce(src, softSide)
	whole := newPicture(raster.GaussianBlur(m, softBlur))
	r := stacked{picture: whole, tensor: locate(whole), left: &budget{seenEffort}, most: 1}
	r.scan()
	for i := range r.places {
		p := &r.places[i]
		a := p.area
		fill := a.weight * r.tensor.scale * r.tensor.scale / (4 * a.along * a.thick)
		if p.edges < seenEdges || fill < seenFill*strict || a.thick < seenFlat*a.along || a.thick > a.along {
			continue
		}
		corners = a.corners()
		for k := range corners {
			corners[k] *= float64(f)
		}
		return corners, true
	}
	return corners, false
}

// corners are those of the turned rectangle.
func (a *area) corners() (c [8]float64) {
	ux, uy := math.Cos(a.angle), math.Sin(a.angle)
	for i, s := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		u, v := s[0]*a.along, s[1]*a.thick
		c[2*i], c[2*i+1] = a.cx+u*ux-v*uy, a.cy+u*uy+v*ux
	}
	return c
}
