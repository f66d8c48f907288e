package signature

import "math"

// thinned is the ink's skeleton, one pixel wide (Zhang and Suen, "A fast parallel algorithm for thinning digital
// patterns", 1984). The number of passes is bounded by half of the picture's shorter side.
func (b *bitmap) thinned() *bitmap {
	out := newBitmap(b.w, b.h)
	copy(out.ink, b.ink)
	var inked []int
	for i, v := range out.ink {
		if v {
			inked = append(inked, i)
		}
	}
	for range min(b.w, b.h)/2 + 1 {
		before := len(inked)
		inked = out.peel(inked, 0)
		inked = out.peel(inked, 1)
		if len(inked) == before {
			break
		}
	}
	return out
}

// peel removes one side's border pixels and returns what is left.
func (b *bitmap) peel(inked []int, side int) []int {
	var gone []int
	kept := inked[:0]
	for _, i := range inked {
		if b.removable(i%b.w, i/b.w, side) {
			gone = append(gone, i)
		} else {
			kept = append(kept, i)
		}
	}
	for _, i := range gone {
		b.ink[i] = false
	}
	return kept
}

// removable reports whether a pixel may be taken off without breaking the stroke, at the south-east (side 0) or the
// north-west border (side 1). These are the conditions (a) to (d) of the paper's two passes.
func (b *bitmap) removable(x, y, side int) bool {
	n := [8]bool{
		b.at(x, y-1), b.at(x+1, y-1), b.at(x+1, y), b.at(x+1, y+1), b.at(x, y+1), b.at(x-1, y+1), b.at(x-1, y),
		b.at(x-1, y-1),
	}
	set, runs := neighbours(n)
	if set < fewestNeighbours || set > mostNeighbours || runs != 1 {
		return false
	}
	north, east, south, west := n[0], n[2], n[4], n[6]
	if side == 0 {
		return !(east && south && (north || west))
	}
	return !(north && west && (east || south))
}

// The number of inked neighbours of a pixel that may be taken off: an end of a stroke has fewer, the inside has more.
const (
	fewestNeighbours = 2
	mostNeighbours   = 6
)

// neighbours counts the inked ones among the pixels around one, clockwise, and the runs that they form.
func neighbours(around [8]bool) (set, runs int) {
	for i, v := range around {
		if v {
			set++
		} else if around[(i+1)%len(around)] {
			runs++
		}
	}
	return set, runs
}

// length sums the steps between neighbouring pixels of thinned ink.
func (b *bitmap) length() float64 {
	sum := 0.0
	for y := range b.h {
		for x := range b.w {
			if !b.ink[y*b.w+x] {
				continue
			}
			right, below := b.at(x+1, y), b.at(x, y+1)
			if right {
				sum++
			}
			if below {
				sum++
			}
			if b.at(x+1, y+1) && !right && !below {
				sum += math.Sqrt2
			}
			if b.at(x-1, y+1) && !b.at(x-1, y) && !below {
				sum += math.Sqrt2
			}
		}
	}
	return sum
}
