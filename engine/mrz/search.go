package mrz

import (
	"math"
	"slices"
	"time"
)

// What is searched, at most. Measured on the development samples.
const (
	searchRadius = 12 // of the local mean, in pixels of the searched picture
	maxZones     = 6  // candidates of one picture that are read
	clearZone    = .9 // mean probability of its characters from which a zone ends the search
	// cells of one picture that are classified before it is given up: zones that can be read take up to 460
	mostLooks   = 1000
	secondLooks = 150 // characters of one candidate that may be examined again
)

// search is one picture being read.
type search struct {
	full  *canvas
	today time.Time
	eye   eye
	half  *canvas // the searched picture half as large, once a zone asked for it
}

// best reads candidates until one is clear, else it returns the most certain one that is acceptable.
func (s *search) best(work *canvas, candidates []zone) (best Reading, ok bool) {
	s.half = nil
	for _, z := range candidates {
		if s.eye.looks > mostLooks {
			break
		}
		if !z.even() || !z.fits(work) {
			continue
		}
		r, good := s.zone(work, z)
		if good && (!ok || r.Confidence > best.Confidence) {
			best, ok = r, true
		}
		if good && r.clear() > clearZone {
			break
		}
	}
	return best, ok
}

// source picks the picture that a zone is read from, the searched one, its half or the full one: the coarsest of those
// that are fine enough.
func (s *search) source(work *canvas, z zone) (*canvas, zone) {
	here, k := z.rows[0].pitch, 1/work.scale
	there := here * k
	switch {
	case min(here, there) >= 2*finePitch && here <= there:
		if s.half == nil {
			s.half = work.halved()
		}
		return s.half, z.scaled(.5)
	case k == 1 || min(here, there) >= finePitch == (here < there):
		return work, z
	}
	return s.full, z.scaled(k)
}

// scaled is the same zone in a picture larger by k.
func (z *zone) scaled(k float64) zone {
	out := zone{score: z.score}
	for _, r := range z.rows {
		out.rows = append(out.rows, r.scaled(k))
	}
	return out
}

// What the evenest row of a zone must have (see evenness): so many characters in step, and that share of all its blobs.
// Zones that can be read have 28 and more, and .85 and more, among the development samples.
const (
	leastEven = 14
	evenShare = .65
)

// even reports whether one of the rows is spaced as print of a zone is.
func (z *zone) even() bool {
	return slices.ContainsFunc(z.rows,
		func(r row) bool { return r.even >= leastEven && r.even >= evenShare*float64(len(r.at)) })
}

// leastRoom is the number of characters, at the pitch that was seen, that the picture must have room for along a zone:
// the narrowest layout has 30, and perspective narrows them towards one end.
const leastRoom = 25

// fits reports whether the picture is long enough, along the zone's rows, to hold a zone's characters.
func (z *zone) fits(c *canvas) bool {
	r := &z.rows[0]
	w, h := float64(c.img.Rect.Dx()), float64(c.img.Rect.Dy())
	return min(w/max(math.Abs(r.dir.x), tiny), h/max(math.Abs(r.dir.y), tiny)) >= leastRoom*r.pitch
}

// zone reads one candidate.
func (s *search) zone(work *canvas, z zone) (Reading, bool) {
	c, z := s.source(work, z)
	s.eye.canvas, s.eye.again = c, secondLooks
	gazes := make([]*gaze, len(z.rows))
	var upright float64
	var likely []float64
	for i := range z.rows {
		gazes[i] = s.eye.rest(gridOf(&z.rows[i], c))
		lead, sum := gazes[i].upright()
		likely = append(likely, sum)
		if sum > leastLikely {
			upright += lead
		}
	}
	if !promising(likely) {
		return Reading{}, false
	}
	rows, ok := readRows(gazes, upright < 0)
	if !ok {
		return Reading{}, false
	}
	f, chosen, ok := fits(rows)
	if !ok || f.score < leastScore {
		return Reading{}, false
	}
	return s.reading(f, chosen)
}

// readRows reads the rows of a zone in reading order; ok is false where they hold too few characters to continue.
func readRows(gazes []*gaze, turned bool) (rows []rowCells, ok bool) {
	starts, likely := make([]int, len(gazes)), make([]float64, len(gazes))
	for i, z := range gazes {
		if turned {
			z.turn()
		}
		starts[i], likely[i] = z.survey()
	}
	replaceWeakGrids(gazes, starts, likely)
	if !promising(likely) {
		return nil, false
	}
	for i, z := range gazes {
		rows = append(rows, z.read(starts[i]))
	}
	if turned {
		slices.Reverse(rows)
	}
	return rows, true
}

// promising reports whether the best two rows look like print of a zone.
func promising(likely []float64) bool {
	s := slices.Clone(likely)
	slices.Sort(s)
	return (s[len(s)-1]+s[len(s)-2])/2 >= leastLikely
}

// leastLikely is the mean log score of characters, without any priors, under which a candidate is not examined any
// further: the faintest zones that can be read have -.4.
const leastLikely = -1.4

// leastScore is the mean log score per character under which a candidate is no zone. Tuned on the development samples.
const leastScore = -1.6
