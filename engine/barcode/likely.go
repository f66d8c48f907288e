package barcode

import "proofdesk/engine/barcode/pdf417"

// How a codeword in doubt is compared with all codewords of its cluster. Tuned on the development samples.
const (
	sureVote      = .8  // trust in a vote from which it is not in doubt
	leastLikeness = .3  // correlation of the likeliest codeword, at least
	leadTrust     = 4   // trust for each unit of correlation that it leads by
	leastTrust    = .01 // in what is taken at all
	mostTrust     = .79 // under sureVote
)

// blurs are the standard deviations of a lens's blur that are tried, in modules.
var blurs = [4]float64{.25, .5, .8, 1.1}

// codewordShifts are the places beside its own where a codeword is read if it makes no sense there, in modules.
var codewordShifts = [3]float64{0, .3, -.3}

// likeliest reads every codeword that the vote left in doubt by comparing its averaged modules with all that the
// row's cluster has, under the blur that the row indicators show.
func (s *symbol417) likeliest(readings []reading) {
	t := s.blur()
	for r := range s.meta.rows {
		for col := range s.g.columns {
			i := r*s.g.columns + col
			if readings[i].trust >= sureVote {
				continue
			}
			readings[i] = s.likely(t, r, col+2)
		}
	}
}

// likely returns the best codeword of a place; its trust comes from the lead over the runner-up.
func (s *symbol417) likely(t *templates, row, j int) reading {
	best := reading{}
	var first, second float32 = -2, -2
	for _, shift := range codewordShifts {
		var p profile
		if !s.mean(row, j, shift, &p) {
			continue
		}
		w, a, b := t.best(row%3, &p)
		if a > first {
			if w != best.word {
				second = max(first, b)
			} else {
				second = max(second, b)
			}
			first, best.word = a, w
		} else if w != best.word {
			second = max(second, a)
		}
	}
	if first < leastLikeness {
		return reading{}
	}
	best.trust = min(max((first-second)*leadTrust, leastTrust), mostTrust)
	return best
}

// mean averages the modules of a place over the lines of its row, normalised.
func (s *symbol417) mean(row, j int, shift float64, p *profile) bool {
	n := 0
	for _, o := range offsets {
		y := s.height(float64(row)+o, float64(j)+.5)
		x0, x1 := s.g.x(float64(j), y), s.g.x(float64(j+1), y)
		d := shift * (x1 - x0) / codewordModules
		if s.c.sample(x0+d, x1+d, y, &s.scratch) {
			p.add(&s.scratch)
			n++
		}
	}
	return n > 0 && p.normalise()
}

// blur chooses the templates that fit the row indicators best, whose codewords are known by now.
func (s *symbol417) blur() *templates {
	var best *templates
	score := float32(-1)
	for _, sigma := range blurs {
		t := blurred(sigma)
		sum := float32(0)
		for r := range s.meta.rows {
			left, right := pdf417.Indicators(r, s.meta.rows, s.g.columns, s.meta.level)
			for j, w := range map[int]int{1: left, s.g.columns + 2: right} {
				var p profile
				if !s.mean(r, j, 0, &p) {
					continue
				}
				for k := range p {
					sum += p[k] * t[r%3][w][k]
				}
			}
		}
		if best == nil || sum > score {
			best, score = t, sum
		}
	}
	return best
}
