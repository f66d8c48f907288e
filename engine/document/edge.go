package document

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// edges is the edge map of a picture: per pixel a direction and a strength of 0..1 that is relative to how
// busy the neighbourhood is, so that a faint outline on a smooth table counts and the weave of a cloth does not.
type edges struct {
	w, h     int
	strength []float32 // 0..1
	ux, uy   []float32 // unit gradient, towards the brighter side
	thin     []bool    // strength is largest across the edge
}

// How edges are measured. Tuned on the development samples.
const (
	chromaGain    = 1.5 // weight of the gradient of a* and b* against that of L*
	magnitudeStep = 4   // of the Sobel operator's output for one level of a grey picture
	busyReach     = 24  // longer side of the picture over how far around a place it is looked how busy it is
	busyWeight    = 1.3 // of what is around an edge against its own strength
	faintEdge     = 22  // magnitude of an edge on a plain ground whose strength is .5
	leastThin     = .2  // strength of an edge that counts
	alongCos      = .94 // cosine of the angle between an edge's gradient and a line's normal, at least: 20°
)

func newEdges(planes []*image.Gray) *edges {
	w, h := planes[0].Rect.Dx(), planes[0].Rect.Dy()
	e := &edges{
		w:        w,
		h:        h,
		strength: make([]float32, w*h),
		ux:       make([]float32, w*h),
		uy:       make([]float32, w*h),
		thin:     make([]bool, w*h),
	}
	var lx, ly []int16
	for i, p := range planes {
		dx, dy := raster.Sobel(raster.BoxBlur(p, 1))
		if i == 0 {
			lx, ly = dx.V, dy.V
		}
		e.add(dx.V, dy.V, lx, ly, i > 0)
	}
	e.normalise()
	e.markThin()
	return e
}

// add keeps the gradients of a plane where they are stronger than those of the planes before. Gradients of
// chroma are turned to the side on which lightness grows, so that one outline has one polarity.
func (e *edges) add(dx, dy, lx, ly []int16, isChroma bool) {
	gain := float32(1)
	if isChroma {
		gain = chromaGain
	}
	for k, gx := range dx {
		x, y := float32(gx)*gain, float32(dy[k])*gain
		m := x*x + y*y
		if m <= e.strength[k] {
			continue
		}
		if isChroma && x*float32(lx[k])+y*float32(ly[k]) < 0 {
			x, y = -x, -y
		}
		e.strength[k], e.ux[k], e.uy[k] = m, x, y
	}
}

// normalise turns squared gradients into unit directions and relative strengths.
func (e *edges) normalise() {
	mag := image.NewGray(image.Rect(0, 0, e.w, e.h))
	for i, s := range e.strength {
		m := float32(math.Sqrt(float64(s)))
		e.strength[i] = m
		mag.Pix[i] = uint8(min(m/magnitudeStep, 255))
		if m > 0 {
			e.ux[i] /= m
			e.uy[i] /= m
		}
	}
	busy := raster.BoxBlur(mag, max(e.w, e.h)/busyReach)
	for i, m := range e.strength {
		e.strength[i] = m / (m + magnitudeStep*busyWeight*float32(busy.Pix[i]) + faintEdge)
	}
}

// markThin keeps the pixels that are not weaker than their two neighbours along the gradient.
func (e *edges) markThin() {
	for y := 1; y < e.h-1; y++ {
		for x := 1; x < e.w-1; x++ {
			i := y*e.w + x
			s := e.strength[i]
			if s < leastThin {
				continue
			}
			sx, sy := int(math.Round(float64(e.ux[i]))), int(math.Round(float64(e.uy[i])))
			d := sy*e.w + sx
			e.thin[i] = s >= e.strength[i-d] && s >= e.strength[i+d]
		}
	}
}

// at is the strength at a place, counted only where the gradient lies within about 20° of the normal
// (nx,ny); negative where it points against it.
func (e *edges) at(x, y int, nx, ny float32) float32 {
	if x < 0 || y < 0 || x >= e.w || y >= e.h {
		return 0
	}
	i := y*e.w + x
	c := e.ux[i]*nx + e.uy[i]*ny
	switch {
	case c > alongCos:
		return e.strength[i]
	case c < -alongCos:
		return -e.strength[i]
	}
	return 0
}
