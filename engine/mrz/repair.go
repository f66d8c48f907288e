package mrz

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"proofdesk/engine/mrz/glyph"
)

// change replaces one character; cost is how much less likely the cell makes the new one, in natural logarithms.
type change struct {
	line, col int
	to        byte
	cost      float64
}

// What a repair may cost, and by how much it must be cheaper than the next way to the same agreement, in natural
// logarithms of probability. Tuned on the development samples so that no wrong zone is believed.
const (
	dearestRepair    = 4.5
	dearestComposite = 2.5 // the composite digit covers so much that a wrong change is easily found
	repairMargin     = 1.0
	spoiledDigit     = 4.0 // price of a digit that agreed before and does not any more
	mendedDigit      = 1.5 // reward of a digit that agrees as well
	mostCandidates   = 40  // changes that are tried, alone and in pairs
)

// repair searches the cheapest change of one or two characters under each failed digit that makes it agree. Nothing is
// changed where the cells are sure of what they show, or where two ways cost about the same: then the digit stays
// failed.
func (l *layout) repair(lines []string, cells [][]scores) (fixed, repairs []string) {
	fixed = slices.Clone(lines)
	taken := map[span]bool{}
	for _, r := range l.rules {
		if r.check(fixed).OK || l.overflows(fixed, r) {
			continue
		}
		changes, ok := l.search(fixed, cells, r)
		if !ok || slices.ContainsFunc(changes, func(c change) bool { return taken[span{c.line, c.col, c.col + 1}] }) {
			continue
		}
		for _, c := range changes {
			taken[span{c.line, c.col, c.col + 1}] = true
			repairs = append(repairs,
				fmt.Sprintf("%d:%d %c>%c (%s)", c.line+1, c.col+1, fixed[c.line][c.col], c.to, r.field))
			fixed[c.line] = replaced(fixed[c.line], c.col, c.to)
		}
	}
	return fixed, repairs
}

// overflows reports whether the number's digit stands in the optional data.
func (l *layout) overflows(lines []string, r rule) bool {
	return r.field == FieldNumber && lines[r.line][r.pos] == '<'
}

func replaced(s string, i int, c byte) string {
	b := []byte(s)
	b[i] = c
	return string(b)
}

// draft is the lines of a zone with one or two characters changed.
type draft struct {
	lines   []string
	changes []change
}

func (d *draft) at(line, col int) byte {
	for _, c := range d.changes {
		if c.line == line && c.col == col {
			return c.to
		}
	}
	return d.lines[line][col]
}

// agrees is whether check is OK, without its texts: a search asks thousands of times.
func (r *rule) agrees(d *draft) bool {
	sum, n, empty := 0, 0, true
	for _, o := range r.over {
		for col := o.from; col < o.to; col++ {
			c := d.at(o.line, col)
			sum += value(c) * weights[n%3]
			n++
			empty = empty && c == '<'
		}
	}
	printed := d.at(r.line, r.pos)
	return printed == byte('0'+sum%10) || r.blankOK && printed == '<' && empty
}

// search tries all single changes and all pairs of cheap ones.
func (l *layout) search(lines []string, cells [][]scores, r rule) ([]change, bool) {
	options := l.candidates(lines, cells, r)
	best, second := math.Inf(1), math.Inf(1)
	var found []change
	try := func(d draft) {
		cost := 0.0
		for _, c := range d.changes {
			cost += c.cost
		}
		if cost >= second || cost > dearestRepair+repairMargin || !r.agrees(&d) {
			return
		}
		cost += l.broken(&d, r)
		switch {
		case cost < best:
			best, second, found = cost, best, append(found[:0], d.changes...)
		case cost < second:
			second = cost
		}
	}
	var pair [2]change
	for i, a := range options {
		pair[0] = a
		try(draft{lines, pair[:1]})
		for _, b := range options[i+1:] {
			if a.cost+b.cost < dearestRepair && (a.line != b.line || a.col != b.col) {
				pair[1] = b
				try(draft{lines, pair[:]})
			}
		}
	}
	limit := dearestRepair
	if r.field == FieldComposite {
		limit = dearestComposite
	}
	return found, best <= limit && second-best >= repairMargin
}

// broken is the price of spoiling other digits that agreed, less a reward for those that the changes make agree as
// well.
func (l *layout) broken(after *draft, but rule) float64 {
	before := draft{lines: after.lines}
	price := 0.0
	for i := range l.rules {
		r := &l.rules[i]
		if r.field == but.field {
			continue
		}
		was, is := r.agrees(&before), r.agrees(after)
		switch {
		case was && !is:
			price += spoiledDigit
		case !was && is:
			price -= mendedDigit
		}
	}
	return price
}

// candidates are the likelier changes of the characters that a rule covers, its digit included, cheapest first. Changes
// into what a field does not hold are left out.
func (l *layout) candidates(lines []string, cells [][]scores, r rule) []change {
	var out []change
	for _, s := range append(slices.Clone(r.over), span{r.line, r.pos, r.pos + 1}) {
		priors := l.priors(s.line)
		for col := s.from; col < s.to; col++ {
			cell, now := &cells[s.line][col], lines[s.line][col]
			for i, prior := range priors[col] {
				c := glyph.Alphabet[i]
				cost := max(0, float64(cell[glyph.Class(now)]-cell[i])) - float64(prior)
				if c != now && prior > priorClass && cost < dearestRepair {
					out = append(out, change{s.line, col, c, cost})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(a.cost, b.cost) })
	return out[:min(len(out), mostCandidates)]
}
