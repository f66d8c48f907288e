package barcode

import (
	"fmt"
	"sort"

	"proofdesk/engine/barcode/pdf417"
)

// join puts the symbols of a Macro PDF417 set together to one, in the order of their indexes, if the set is complete:
// it starts at 0, has no gap, and its last symbol is there. The corners are those of the first one.
func join(symbols []Symbol) []Symbol {
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
		sets[id] = append(sets[id], s)
	}
	for _, id := range order {
		set := sets[id]
		sort.SliceStable(set, func(i, j int) bool { return set[i].macro.Index < set[j].macro.Index })
		if !complete(set) {
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
	whole.Bytes, whole.segments = nil, nil
	eci := -1
	for _, s := range set {
		for _, g := range s.segments {
			if g.ECI >= 0 {
				eci = g.ECI
			}
			at := len(whole.Bytes)
			whole.segments = append(whole.segments, pdf417.Segment{ECI: eci, From: at + g.From, To: at + g.To})
		}
		whole.Bytes = append(whole.Bytes, s.Bytes...)
		whole.Confidence = min(whole.Confidence, s.Confidence)
	}
	whole.Text = textOf(whole.Bytes, whole.segments)
	return whole
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
