package mrz

import (
	"slices"
	"time"
)

const (
	searchRadius = 12 // of the local mean, in pixels of the searched picture
	maxZones     = 6
	mostLooks    = 1800 // cells of one picture that are classified before it is given up
	secondLooks  = 150  // characters of one candidate that may be looked at again
)

// search is one picture being read.
type search struct {
	full  *canvas
	today time.Time
	eye   eye
}

// best reads candidates until one is clear, else gives the surest that can be believed.
func (s *search) best(work *canvas, candidates []zone) (best Reading, ok bool) {
	for _, z := range candidates {
		if s.eye.looks > mostLooks {
			break
		}
		r, good := s.zone(work, z)
		if good && (!ok || r.Confidence > best.Confidence) {
			best, ok = r, true
		}
		if good && r.clear() > .9 {
			break
		}
	}
	return best, ok
}

// source picks the picture that a zone is read from, the searched or the full one: the coarser of those that are fine enough.
func source(full, work *canvas, z zone) (*canvas, zone) {
	here, k := z.rows[0].pitch, 1/work.scale
	there := here * k
	if k == 1 || min(here, there) >= finePitch == (here < there) {
		return work, z
	}
	out := zone{score: z.score}
	for _, r := range z.rows {
		out.rows = append(out.rows, r.scaled(k))
	}
	return full, out
}

// zone reads one candidate.
func (s *search) zone(work *canvas, z zone) (Reading, bool) {
	c, z := source(s.full, work, z)
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

// readRows reads the rows of a zone in reading order; ok is false where they hold too few characters to go on.
func readRows(gazes []*gaze, turned bool) (rows []rowCells, ok bool) {
	starts, likely := make([]int, len(gazes)), make([]float64, len(gazes))
	for i, z := range gazes {
		if turned {
			z.turn()
		}
		starts[i], likely[i] = z.survey()
	}
	mend(gazes, starts, likely)
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

// promising asks the best two rows to look like print of a zone.
func promising(likely []float64) bool {
	s := slices.Clone(likely)
	slices.Sort(s)
	return (s[len(s)-1]+s[len(s)-2])/2 >= leastLikely
}

// leastLikely is the mean log score of characters, without any priors, under which a candidate is not looked at any further.
const leastLikely = -2.2

// leastScore is the mean log score per character under which a candidate is no zone.
const leastScore = -1.6
