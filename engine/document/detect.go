package document

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// Outline is where a document lies in a picture.
type Outline struct {
	Quad       raster.Quad // corners clockwise from the one nearest the picture's top-left
	Confidence float64     // 0..1; the SDK's documentConfidence of .7 parts clear outlines from doubtful ones
	Aspect     float64     // width over height of the document as it would lie flat
	Format     Format      // by aspect; empty where that does not tell it
	Full       bool        // the document fills the picture, as in a flat scan; never sure by geometry, so at most .75
	Cut        bool        // a part of it seems to lie outside of the picture
	Second     *Outline    // of another document beside it; nil where there is none
}

const (
	// workSide is the longer side at which outlines are searched for, px. A larger one finds no more on the development
	// samples.
	workSide  = 360
	leastSide = 32 // shorter side of a picture that is examined, px
)

// Detect finds the most likely document. The pictures must be of one size; rgba may be nil, then luma alone
// is used. It is false where neither an outline nor a page-filling document was found. Pictures of
// 1000 to 1600 px are best; larger ones only cost time.
func Detect(gray *image.Gray, rgba *image.RGBA) (Outline, bool) {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	if w < leastSide || h < leastSide {
		return Outline{}, false
	}
	planes, f := workPlanes(gray, rgba)
	e := newEdges(planes)
	s := search(e)
	scan := fits(float64(w)/float64(h), scanAspect)
	best, cut := s.choose(planes, scan)
	full := fullScore(e, w, h)
	if best.score < leastScore || full > best.score && (scan || !s.sure(planes, best)) {
		if full < leastScore {
			return Outline{}, false
		}
		o := describe(raster.QuadOf(0, 0, float64(w), float64(h)), w, h)
		o.Confidence, o.Full, o.Cut = min(full, 1), true, cut
		return o, true
	}
	best, second, two := s.beside(best)
	o := describe(refine(gray, enlarged(grow(e, expand(e, best).quad), f)), w, h)
	o.Confidence, o.Cut = confidence(best.score), cut || best.frames > 0 && s.share(best) <= cutArea
	if two {
		other := describe(enlarged(second.quad, f), w, h)
		other.Confidence = confidence(second.score)
		o.Second = &other
	}
	return o, true
}

// DetectIn finds the most likely document that lies wholly in a part of the picture, with its place in the picture.
func DetectIn(gray *image.Gray, rgba *image.RGBA, part image.Rectangle) (Outline, bool) {
	part = part.Intersect(gray.Rect)
	if part.Empty() {
		return Outline{}, false
	}
	o, ok := Detect(raster.CropGray(gray, part), raster.CropRGBA(rgba, part))
	if !ok || o.Full || o.Cut {
		return Outline{}, false
	}
	q := o.Quad
	for i := range q {
		q[i].X, q[i].Y = q[i].X+float64(part.Min.X), q[i].Y+float64(part.Min.Y)
	}
	in := describe(q, gray.Rect.Dx(), gray.Rect.Dy())
	in.Confidence = o.Confidence
	return in, true
}

// Shaped reports whether an outline has a document's aspect, as far as a photograph shows that.
func (o Outline) Shaped() bool { return shaped(max(o.Aspect, 1/o.Aspect)) }

// Around reports whether a place lies within the outline, up to a share of the outline's own size beyond it.
func (o Outline) Around(p raster.Point, beyond float64) bool {
	q := o.Quad
	middle := q.Middle()
	for i := range q {
		q[i] = between(middle, q[i], 1+2*beyond)
	}
	return contains(q, p)
}

// Apart reports whether two outlines hardly overlap and leave a gap between them, unlike the pages of a booklet.
func (o Outline) Apart(other Outline) bool {
	for _, c := range other.Quad {
		if o.Around(c, leastGap) {
			return false
		}
	}
	for _, c := range o.Quad {
		if other.Around(c, leastGap) {
			return false
		}
	}
	return disjoint(o.Quad, other.Quad)
}

// leastGap is the share of its size that lies at least between a document and another. Tuned on the development
// samples.
const leastGap = .02

// enlarged converts pixel centres of the working picture to continuous coordinates of the picture.
func enlarged(q raster.Quad, f float64) raster.Quad {
	for i := range q {
		q[i] = raster.Point{X: (q[i].X + .5) * f, Y: (q[i].Y + .5) * f}
	}
	return q
}

func describe(q raster.Quad, w, h int) Outline {
	q = fromTopLeft(q)
	a := Aspect(q, w, h)
	return Outline{Quad: q, Aspect: a, Format: FormatOf(max(a, 1/a))}
}

// leastScore is below what an outline has that can be right. Tuned on the development samples.
const leastScore = .34

// The curve of confidence. Fitted on the development samples, so that .7 parts what is mostly right from what is mostly
// not.
const (
	confidenceHalf  = .38 // score at which it is .5
	confidenceSteep = 14.
)

// confidence maps a score to 0..1.
func confidence(score float64) float64 {
	return 1 / (1 + math.Exp(-confidenceSteep*(score-confidenceHalf)))
}

// fromTopLeft rotates the corners so that the one nearest the top left comes first.
func fromTopLeft(q raster.Quad) raster.Quad {
	first := 0
	for i := range q {
		if q[i].X+q[i].Y < q[first].X+q[first].Y {
			first = i
		}
	}
	var r raster.Quad
	for i := range r {
		r[i] = q[(first+i)%4]
	}
	return r
}

// workPlanes are the planes in which edges are searched for, and the factor back to the picture.
func workPlanes(gray *image.Gray, rgba *image.RGBA) ([]*image.Gray, float64) {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	f := max(float64(max(w, h))/workSide, 1)
	nw, nh := max(int(float64(w)/f+.5), 8), max(int(float64(h)/f+.5), 8)
	if rgba == nil || rgba.Rect.Dx() != w || rgba.Rect.Dy() != h {
		return grayPlanes(raster.DownscaleGray(gray, nw, nh)), f
	}
	p := labPlanes(raster.DownscaleRGBA(rgba, nw, nh))
	return p[:], f
}

// candidate is a quad in the working picture.
type candidate struct {
	quad   raster.Quad
	score  float64
	frames int // sides that are the picture's own
}

// pair is two lines that may be opposite sides.
type pair struct{ a, b *line }

// Which lines may be opposite sides.
const (
	oppositeCos = .82 // cosine of the angle between them, at least: 35°
	crossingCos = .97 // … under which they are taken to be apart somewhere: 14°
	oppositeGap = .1  // shares of the picture's shorter side that they lie apart, at least
)

// opposite lists the pairs of lines within 35° of each other and far enough apart, one of them a real edge.
func opposite(lines []line, side float64) []pair {
	var out []pair
	for i := range lines {
		for j := i + 1; j < len(lines); j++ {
			a, b := &lines[i], &lines[j]
			c := a.nx*b.nx + a.ny*b.ny
			if math.Abs(c) < oppositeCos || a.frame && b.frame {
				continue
			}
			if math.Abs(a.rho-math.Copysign(b.rho, b.rho*c)) > side*oppositeGap || math.Abs(c) < crossingCos {
				out = append(out, pair{a, b})
			}
		}
	}
	return out
}
