package barcode

import (
	"bytes"
	"fmt"
	"slices"
	"sort"

	"proofdesk/engine/barcode/eci"
)

// Join joins the symbols of a Macro PDF417 set, in the order of their indexes, if the set is complete: it starts at 0,
// has no gap, and its last symbol is there. The corners are those of the first one. The symbols of incomplete sets stay
// as they are, each with its Part. Read does this for a picture; with the symbols of several pictures it joins sets
// that go over several sheets or sides.
func Join(symbols []Symbol) []Symbol {
	sets := map[string][]Symbol{}
	var order []string
	var out []Symbol
	for _, s := range symbols {
		if s.macro == nil {
			out = append(out, s)
			continue
		}
		id := fmt.Sprint(s.macro.FileID)
		if sets[id] == nil {
			order = append(order, id)
		}
		if !holds(sets[id], s) {
			sets[id] = append(sets[id], s)
		}
	}
	for _, id := range order {
		set := sets[id]
		sort.SliceStable(set, func(i, j int) bool { return set[i].macro.Index < set[j].macro.Index })
		if !complete(set) {
			for i := range set {
				set[i].Part = set[i].part()
			}
			out = append(out, set...)
			continue
		}
		whole := concatenate(set)
		out = append(out, whole)
	}
	return out
}

// concatenate makes one symbol of a set; a character set holds on from one symbol to the next.
func concatenate(set []Symbol) Symbol {
	whole := set[0]
	whole.Bytes, whole.segments, whole.macro, whole.Part = nil, nil, nil, nil
	charset := -1
	for _, s := range set {
		for _, g := range s.segments {
			if g.ECI >= 0 {
				charset = g.ECI
			}
			at := len(whole.Bytes)
			whole.segments = append(whole.segments, eci.Segment{ECI: charset, From: at + g.From, To: at + g.To})
		}
		whole.Bytes = append(whole.Bytes, s.Bytes...)
		whole.Confidence = min(whole.Confidence, s.Confidence)
	}
	whole.Text = eci.Text(whole.Bytes, whole.segments)
	return whole
}

// holds reports whether a set has a part already: two pictures may show the same symbol.
func holds(set []Symbol, s Symbol) bool {
	return slices.ContainsFunc(set,
		func(o Symbol) bool { return o.macro.Index == s.macro.Index && bytes.Equal(o.Bytes, s.Bytes) })
}

func complete(set []Symbol) bool {
	for i, s := range set {
		if s.macro.Index != i {
			return false
		}
	}
	last := set[len(set)-1].macro
	return last.Last || last.Count == len(set)
}
