package text

import "image"

// piece is a connected piece of ink.
type piece struct {
	box image.Rectangle
	ink int
}

// run is a stretch of ink in one pixel row, and the piece that it belongs to.
type run struct{ from, to, piece int }

// maxPieces limits what is examined in one picture.
const maxPieces = 60000

// pieces finds the connected pieces (eight neighbours) darker than a threshold.
func pieces(g *image.Gray, threshold uint8) []piece {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	var above, here []run
	var all []piece
	var parent []int
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		above, here = here, above[:0]
		k := 0
		for x := 0; x < w; x++ {
			if row[x] >= threshold {
				continue
			}
			r := run{from: x, piece: -1}
			for x < w && row[x] < threshold {
				x++
			}
			r.to = x
			for k < len(above) && above[k].to < r.from {
				k++
			}
			for j := k; j < len(above) && above[j].from <= r.to; j++ {
				other := find(above[j].piece)
				switch {
				case r.piece < 0:
					r.piece = other
				case r.piece != other:
					parent[other] = r.piece
					all[r.piece].box = all[r.piece].box.Union(all[other].box)
					all[r.piece].ink += all[other].ink
				}
			}
			if r.piece < 0 {
				if len(all) == maxPieces {
					return outermost(all, parent)
				}
				r.piece = len(all)
				all, parent = append(all, piece{}), append(parent, r.piece)
			}
			p := &all[r.piece]
			p.box = p.box.Union(image.Rect(r.from, y, r.to, y+1))
			p.ink += r.to - r.from
			here = append(here, r)
		}
	}
	return outermost(all, parent)
}

// outermost keeps only the outermost of merged pieces.
func outermost(all []piece, parent []int) []piece {
	var kept []piece
	for i, p := range all {
		if parent[i] == i {
			kept = append(kept, p)
		}
	}
	return kept
}
