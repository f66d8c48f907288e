//go:build !device

package barcode

import (
	"proofdesk/engine/barcode/aztec"
	"proofdesk/engine/raster"
)

// How Aztec symbols are read. Places are in modules from the middle. Tuned on the development samples.
const (
	eyesPerEffort = 16 // finder patterns that are examined for one unit of effort
	compactHalf   = 4  // half a side of the ring of a compact symbol's finder pattern, below (ISO/IEC 24778 §7.2)
	leastMarks    = 9  // of the twelve orientation marks that must be right
	allMarks      = 12 // … of a symbol without a layer, which has nothing else to check it by
	planeTerms    = 4  // of a lattice that lies flat
	bentTerms     = 6
	aztecStep     = 3  // modules farther out for each next fit
	aztecPlane    = 12 // up to which a symbol is taken to lie flat
	aztecFits     = 2  // for each of those steps
)

// aztecTerms are the numbers of terms with which a whole lattice is fitted, one fit after the other.
var aztecTerms = [4]int{4, 6, 6, 10}

// readAztec searches for Aztec symbols: for squares in squares around one place.
func readAztec(m *mask, left *budget) (Symbol, bool) {
	var f *flood
	for i, b := range bullseyes(m) {
		if i%eyesPerEffort == eyesPerEffort/2 && !left.take(1) {
			return Symbol{}, false
		}
		if f == nil {
			f = newFlood(m)
		}
		for _, q := range b.squares(f) {
			if s, ok := readAround(m, q.corners, q.half); ok {
				return s, true
			}
		}
	}
	return Symbol{}, false
}

// readAround reads the symbol around a ring, in each of its four orientations and their mirror images.
func readAround(m *mask, q raster.Quad, half float64) (Symbol, bool) {
	compact := half < compactHalf
	for k := range 8 {
		turned := raster.Quad{q[k%4], q[(k+1)%4], q[(k+2)%4], q[(k+3)%4]}
		if k >= 4 {
			turned[1], turned[3] = turned[3], turned[1]
		}
		core, ok := laid(m, turned, half, aztec.Ring(compact))
		if !ok || aztec.Marks(compact, core.aztec) < leastMarks {
			continue
		}
		mode, ok := aztec.ReadMode(compact, core.aztec)
		if !ok {
			core.fit(planeTerms, core.whole())
			if mode, ok = aztec.ReadMode(compact, core.aztec); !ok {
				continue
			}
		}
		if s, ok := readMode(m, turned, half, mode, aztec.Marks(compact, core.aztec)); ok {
			return s, true
		}
	}
	return Symbol{}, false
}

// laid fits a lattice to a symbol that reaches so many modules from its middle one; the ring's corners are known.
func laid(m *mask, q raster.Quad, half float64, reach int) (lattice, bool) {
	mid := float64(reach) + .5
	base, ok := raster.NewHomography(raster.QuadOf(mid-half, mid-half, 2*half, 2*half), q)
	return lattice{m: m, columns: 2*reach + 1, rows: 2*reach + 1, base: base}, ok
}

// aztec reports whether the module at a place from the middle is dark.
func (l *lattice) aztec(x, y int) bool { return l.module(x+l.columns/2, y+l.rows/2) }

// readMode reads the layers of a symbol, with the lattice fitted from the middle outwards.
func readMode(m *mask, q raster.Quad, half float64, mode aztec.Mode, marks int) (Symbol, bool) {
	reach := aztec.Ring(true)
	if mode.Layers > 0 {
		reach = mode.Half()
	} else if marks < allMarks {
		return Symbol{}, false
	}
	l, ok := laid(m, q, half, reach)
	if !ok {
		return Symbol{}, false
	}
	if s, ok := l.decodeAztec(mode); ok {
		return s, true
	}
	for out := aztec.Ring(mode.Compact); ; out += aztecStep {
		out = min(out, reach)
		terms := planeTerms
		if out > aztecPlane {
			terms = bentTerms
		}
		w := window{reach - out, reach - out, reach + out + 1, reach + out + 1}
		for range aztecFits {
			l.fit(terms, w)
		}
		if out == reach {
			break
		}
	}
	for _, terms := range aztecTerms {
		if s, ok := l.decodeAztec(mode); ok {
			return s, true
		}
		if !l.fit(terms, l.whole()) {
			return Symbol{}, false
		}
	}
	return l.decodeAztec(mode)
}

func (l *lattice) decodeAztec(mode aztec.Mode) (Symbol, bool) {
	got, err := aztec.Decode(mode, l.aztec)
	if err != nil || len(got.Bytes) == 0 {
		return Symbol{}, false
	}
	return Symbol{
		Symbology:  Aztec,
		Text:       got.Text(),
		Bytes:      got.Bytes,
		Corners:    l.outline(),
		Confidence: 1 - min(2*float64(got.Wrong)/float64(max(got.Check, 1)), mostMended),
	}, true
}
