package document

import (
	"cmp"
	"image"
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// What parts documents that lie wholly in the picture from those that its edge cuts, and from the whole picture. The
// scores are those of judge, where a side of the picture counts little (see frameEvidence). Tuned on the development
// samples.
const (
	soundScore = .55  // of an outline inside of the picture that needs no other explanation
	cutScore   = .40  // of an outline of which one side is the picture's
	cornerCut  = .36  // … and of which two are
	cutLead    = .12  // by how much it must be the stronger, apart from the sides that are the picture's
	cutArea    = .75  // share of the picture that such an outline takes at most
	apart      = 12   // between the middle colours inside and outside of an outline, in L*a*b*
	cutApart   = 6    // … and of one that the picture's edge cuts
	scanAspect = .015 // a picture whose own shape is a document's, within this share, is a scan

	crossCos   = .75 // cosine of the angle of two neighbouring sides, at most: 41°
	cutAround  = .8  // share of an outline inside of the picture that lies in one that the edge cuts, to give way to it
	soundShare = .15 // share of the picture that an outline takes that holds against a page of print

	contrastStep = 2 // every other pixel of every other row shows as much
	sharedSteps  = 8 // places along each side of a quad by which its share in another is measured
)

// When two documents lie in one picture. Tuned on drawn pairs of documents.
const (
	besideRatio = 2.5 // of the areas of two documents that lie apart, below
	mostShared  = .04 // of one that lies in the other
	cardFrom    = .25 // share of an outline around two cards that one of them takes
	cardTo      = .6
	cardInside  = .95 // share of a card that lies in that outline, at least
	cardsFrom   = .6  // share that both take: a gap between them is left
	cardsTo     = .96
)

// survey holds what every two pairs of opposite sides make: the best outline of all, the best that the picture's edge
// cuts, and those inside of the picture that are sound and of a document's shape.
type survey struct {
	best, cut candidate
	sound     []candidate
	w, h      int
}

// search tries every two pairs of opposite sides.
func search(e *edges) *survey {
	lines := append(findLines(e), frameLines(e.w, e.h)...)
	pairs := opposite(lines, float64(min(e.w, e.h)))
	s := &survey{w: e.w, h: e.h}
	for i, p := range pairs {
		for _, r := range pairs[i+1:] {
			if math.Abs(p.a.nx*r.a.nx+p.a.ny*r.a.ny) <= crossCos {
				s.weigh(judge(e, p, r))
			}
		}
	}
	return s
}

func (s *survey) weigh(c candidate) {
	if c.score > s.best.score {
		s.best = c
	}
	switch {
	case c.frames == 0 && c.score >= soundScore && shaped(s.aspect(c)):
		s.sound = append(s.sound, c)
	case c.frames == 0 || c.score < cornerCut || c.frames == 1 && c.score < cutScore || s.share(c) > cutArea:
	case c.score > s.cut.score:
		s.cut = c
	}
}

// aspect is the long side over the short one.
func (s *survey) aspect(c candidate) float64 {
	a := Aspect(c.quad, s.w, s.h)
	return max(a, 1/a)
}

func (s *survey) share(c candidate) float64 { return c.quad.Area() / float64(s.w*s.h) }

// choose returns the outline to continue with and whether the picture's edge seems to cut the document. An outline
// inside of the picture, such as a portrait's, gives way to one around it that the edge cuts, that stands out by its
// colour, and whose other sides are the stronger. No edge cuts a scan.
func (s *survey) choose(planes []*image.Gray, scan bool) (best candidate, cut bool) {
	switch {
	case s.cut.score == 0, scan, s.contrast(planes, s.cut) < cutApart:
	case s.best.frames > 0:
		return s.best, s.best == s.cut
	case s.cut.score/weakness[s.cut.frames] > s.best.score+cutLead && shared(s.best.quad, s.cut.quad) > cutAround:
		return s.cut, true
	}
	return s.best, false
}

// weakness is by what factor judge marks down an outline for each side that is the picture's and so counts little.
var weakness = [3]float64{1, .61, .475}

// sure reports whether an outline is better than taking the whole picture, full of print, for the document.
func (s *survey) sure(planes []*image.Gray, c candidate) bool {
	return c.frames == 0 && c.score >= soundScore && shaped(s.aspect(c)) && s.share(c) > soundShare &&
		s.contrast(planes, c) >= apart
}

// beside finds the best sound outline that lies apart from another and has about its size. Where the other one is
// around two cards, it returns both: first takes the other one's place.
func (s *survey) beside(c candidate) (first, second candidate, ok bool) {
	if c.score < soundScore {
		return c, second, false
	}
	for _, o := range s.sound {
		r := o.quad.Area() / c.quad.Area()
		if o.score > second.score && r > 1/besideRatio && r < besideRatio && disjoint(o.quad, c.quad) {
			second = o
		}
	}
	if second.score > 0 {
		return c, second, true
	}
	return s.within(c)
}

// within finds two cards that lie in an outline and leave a gap between them, unlike the pages of a booklet.
func (s *survey) within(c candidate) (first, second candidate, ok bool) {
	whole := c.quad.Area()
	var cards []candidate
	for _, o := range s.sound {
		if o.quad.Area() > cardFrom*whole && o.quad.Area() < cardTo*whole && within(s.aspect(o), aspectID1, likely) &&
			shared(o.quad, c.quad) > cardInside {
			cards = append(cards, o)
		}
	}
	slices.SortStableFunc(cards, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	cards = cards[:min(len(cards), mostCards)]
	first = c
	for i, a := range cards {
		for _, b := range cards[i+1:] {
			both := a.quad.Area() + b.quad.Area()
			if b.score > second.score && both > cardsFrom*whole && both < cardsTo*whole && disjoint(a.quad, b.quad) {
				first, second = a, b
			}
		}
		if second.score > 0 {
			return first, second, true
		}
	}
	return c, second, false
}

// mostCards is how many outlines are compared with each other.
const mostCards = 40

// fits reports whether an aspect, long side over short, is a format's within a share.
func fits(aspect, share float64) bool {
	aspect = max(aspect, 1/aspect)
	return within(aspect, aspectID1, share) || within(aspect, aspectID3, share)
}

// disjoint reports whether two quads hardly overlap.
func disjoint(a, b raster.Quad) bool { return shared(a, b) < mostShared && shared(b, a) < mostShared }

// shared is the share of a quad that lies within another, by a grid of places.
func shared(a, b raster.Quad) float64 {
	const steps = sharedSteps
	n := 0
	for i := range steps * steps {
		u, v := (float64(i%steps)+.5)/steps, (float64(i/steps)+.5)/steps
		if contains(b, between(between(a[0], a[1], u), between(a[3], a[2], u), v)) {
			n++
		}
	}
	return float64(n) / (steps * steps)
}

func between(a, b raster.Point, t float64) raster.Point {
	return raster.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + (b.Y-a.Y)*t}
}

// contains reports whether a place lies in a clockwise convex quad.
func contains(q raster.Quad, p raster.Point) bool {
	for i, a := range q {
		b := q[(i+1)%4]
		if (p.X-a.X)*(b.Y-a.Y) > (p.Y-a.Y)*(b.X-a.X) {
			return false
		}
	}
	return true
}

// contrast is how far the median colours inside and outside of an outline lie apart, in L*a*b*.
func (s *survey) contrast(planes []*image.Gray, c candidate) float64 {
	var counts [3][2][256]int
	var n [2]int
	for y := 0; y < s.h; y += contrastStep {
		for x := 0; x < s.w; x += contrastStep {
			in := 0
			if contains(c.quad, raster.Point{X: float64(x), Y: float64(y)}) {
				in = 1
			}
			n[in]++
			for k, p := range planes {
				counts[k][in][p.Pix[y*p.Stride+x]]++
			}
		}
	}
	if min(n[0], n[1]) == 0 {
		return 0
	}
	sum := 0.0
	for k := range planes {
		d := float64(percentile(counts[k][0][:], n[0], .5) - percentile(counts[k][1][:], n[1], .5))
		if k == 0 {
			d /= lightnessStretch
		}
		sum += d * d
	}
	return math.Sqrt(sum)
}
