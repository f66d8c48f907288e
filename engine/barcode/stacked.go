package barcode

import "sort"

// stacked searches for PDF417 in one picture.
type stacked struct {
	*picture
	tensor *tensor
	left   *budget
	most   int

	stacks bool // whether PDF417 is wanted, or only the places are
	places []place
	found  []Symbol
}

// place is an area with its canvas and how much it looks like a symbol: guards on a rail, edges in its rows.
type place struct {
	area   area
	canvas *canvas
	scale  float64
	guards int
	edges  float64

	triedAll bool
}

// sharpenings are the ways to prepare a canvas for finding guards, cheapest first.
var sharpenings = []sharpening{{}, {1, 6}, {3, 3}}

// What is examined, and what it costs in units of effort. Tuned on the development samples.
const (
	mostAreas        = 24  // that are examined
	mostClose        = 4   // that are examined closely
	placeEdges       = 14  // edges of a row over which a place is kept
	closeGuards      = 3   // guards of a place that is examined closely
	closeOthers      = 2   // places without guards that are examined closely
	mostOnCanvas     = 6   // symbols of one place
	rankEdges        = 20  // edges that count as much as one unit of an area's weight
	rankGuards       = 200 // … and how much a guard counts
	mostRanked       = 20  // guards that count
	symbolEffort     = 2
	straightenings   = 2
	straightenEffort = 4
)

// scan tries every area quickly and keeps those that look like bars.
func (r *stacked) scan() {
	for i, a := range r.tensor.areas() {
		if len(r.found) >= r.most || i >= mostAreas {
			break
		}
		scale := 1 / r.factor
		if a.along <= fullLook {
			scale = 1
		}
		if covered(r.found, a) || !r.left.take(a.cost(scale)) {
			continue
		}
		p := place{area: a, scale: scale, canvas: r.cut(a, scale)}
		if r.stacks && r.try(&p, sharpenings[0], false) {
			continue
		}
		if !r.stacks {
			p.edges = findGuards(p.canvas, sharpenings[0]).edges
		}
		if p.guards > 0 || p.edges > placeEdges {
			r.places = append(r.places, p)
		}
	}
	sort.SliceStable(r.places, func(i, j int) bool { return r.places[i].rank() > r.places[j].rank() })
}

// readClosely tries all preparations at the best places: those where guards were seen, or the first two of the others.
func (r *stacked) readClosely(guarded bool) {
	for i := range r.places {
		if i >= mostClose || len(r.found) >= r.most {
			break
		}
		p := &r.places[i]
		if p.triedAll || covered(r.found, p.area) || guarded && p.guards < closeGuards || !guarded && i >= closeOthers {
			continue
		}
		p.triedAll = true
		r.tryRest(p)
	}
}

// cost is what a canvas of the area costs to draw and look through once.
func (a *area) cost(scale float64) int { return 1 + int(4*a.along*a.thick*scale*scale)>>effortPixels }

func (p *place) rank() float64 {
	return p.area.weight*p.edges/rankEdges + rankGuards*float64(min(p.guards, mostRanked))
}

// tryRest tries the remaining preparations at one place: in full size and twice as large, small ones the other way
// round, straightened, and sharper.
func (r *stacked) tryRest(p *place) {
	scales := [2]float64{1, 2}
	if p.area.along <= smallArea {
		scales = [2]float64{2, 1}
	}
	for _, scale := range scales {
		if scale > 1 && p.area.along > largeArea {
			continue
		}
		if scale != p.scale {
			if !r.left.take(p.area.cost(scale)) {
				return
			}
			p.scale, p.canvas = scale, r.cut(p.area, scale)
		}
		for _, g := range sharpenings {
			if !r.left.take(p.area.cost(scale)) || r.try(p, g, true) {
				return
			}
		}
	}
}

// fullLook is half the extent of areas that are examined in full size at once.
const fullLook = 700

// Half the extent of areas that are enlarged at once, and of those that never are.
const (
	smallArea = 240
	largeArea = 600
)

// try reads what a place shows and keeps it.
func (r *stacked) try(p *place, g sharpening, closely bool) bool {
	found := r.readCanvas(p, g, closely)
	for _, s := range found {
		if !repeated(r.found, s) {
			r.found = append(r.found, s)
		}
	}
	return len(found) > 0
}

// readCanvas reads the symbols on a canvas, in either orientation, straightening those that lean if it may.
func (r *stacked) readCanvas(p *place, g sharpening, closely bool) []Symbol {
	c := p.canvas
	v := findGuards(c, g)
	if v.flipped {
		c.flip()
		v = findGuards(c, g)
	}
	p.edges = max(p.edges, v.edges)
	var out []Symbol
	for range mostOnCanvas {
		first, ok := railOf(v.start)
		last, okLast := railOf(v.stop)
		p.guards = max(p.guards, first.support+last.support)
		if !ok && !okLast || !r.left.take(symbolEffort) {
			break
		}
		s, found := &symbol417{c: c, effort: r.left}, Symbol{}
		switch {
		case ok && okLast:
			ok = s.between(first, last, &found) || closely && r.straightened(s, first, last, &found)
		case ok:
			ok = s.fromOneSide(first, true, &found)
		default:
			ok = s.fromOneSide(last, false, &found)
		}
		if !ok {
			break
		}
		out = append(out, found)
		if !v.drop(s) {
			break
		}
	}
	return out
}

// straightened draws a leaning symbol upright and reads it, twice if need be.
func (r *stacked) straightened(s *symbol417, first, last rail, out *Symbol) bool {
	for range straightenings {
		c, ok := s.straighten(r.full, r.paper, first, last)
		if !ok || !r.left.take(straightenEffort) {
			return false
		}
		v := findGuards(c, sharpenings[0])
		if first, ok = railOf(v.start); !ok {
			return false
		}
		if last, ok = railOf(v.stop); !ok {
			return false
		}
		*s = symbol417{c: c, effort: r.left}
		if s.between(first, last, out) {
			return true
		}
	}
	return false
}
