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

func (b *bitmap) removable(x, y, side int) bool {
	n := [8]bool{
		b.at(x, y-1), b.at(x+1, y-1), b.at(x+1, y), b.at(x+1, y+1), b.at(x, y+1), b.at(x-1, y+1), b.at(x-1, y),
		b.at(x-1, y-1),
	}
	set, changes := 0, 0
	for i, v := range n {
		if v {
			set++
		} else if n[(i+1)%8] {
			changes++
		}
	}
	if set < 2 || set > 6 || changes != 1 {
		return false
	}
	north, east, south, west := n[0], n[2], n[4], n[6]
	if side == 0 {
		return !(north && east && south) && !(east && south && west)
	}
	return !(north && east && west) && !(north && south && west)
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
