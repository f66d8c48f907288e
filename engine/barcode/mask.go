package barcode

import (
	"cmp"
	"image"
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// mask is a picture in black and white, 1 where dark, with the grey picture that it was made of.
type mask struct {
	w, h int
	dark []byte
	grey *image.Gray
}

// at reports whether the pixel around a place is dark; nothing outside is.
func (m *mask) at(x, y float64) bool {
	i, j := int(math.Floor(x)), int(math.Floor(y))
	return i >= 0 && j >= 0 && i < m.w && j < m.h && m.dark[j*m.w+i] == 1
}

// blot is a connected stretch of dark pixels: its box and, row by row, its ends.
type blot struct {
	box         image.Rectangle
	pixels      int
	left, right []int // of the rows from box.Min.Y on; right is past the last pixel
}

// run is dark pixels of a row that touch, and the blot that they belong to.
type run struct {
	from, to, blot int
}

// blots finds the connected dark stretches (also over corners) that are at least so many pixels high and wide: at most
// so many, largest box first.
func (m *mask) blots(least, most int) []blot {
	var parent []int
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	rows := make([][]run, m.h)
	var all []run
	for y := range m.h {
		start := len(all)
		all = m.runs(y, all)
		rows[y] = all[start:len(all):len(all)]
		above := []run(nil)
		if y > 0 {
			above = rows[y-1]
		}
		k := 0
		for i := range rows[y] {
			r := &rows[y][i]
			r.blot = -1
			for k < len(above) && above[k].to < r.from {
				k++
			}
			for j := k; j < len(above) && above[j].from <= r.to; j++ {
				if other := root(above[j].blot); r.blot < 0 {
					r.blot = other
				} else {
					parent[root(r.blot)] = other
					r.blot = other
				}
			}
			if r.blot < 0 {
				r.blot = len(parent)
				parent = append(parent, r.blot)
			}
		}
	}
	return gather(rows, len(parent), root, least, most)
}

// runs appends the dark stretches of a row.
func (m *mask) runs(y int, out []run) []run {
	row := m.dark[y*m.w : y*m.w+m.w]
	for x := 0; x < m.w; x++ {
		if row[x] == 0 {
			continue
		}
		from := x
		for x < m.w && row[x] == 1 {
			x++
		}
		out = append(out, run{from: from, to: x})
	}
	return out
}

// gather makes blots of labelled runs.
func gather(rows [][]run, labels int, root func(int) int, least, most int) []blot {
	boxes := make([]blot, labels)
	for y, row := range rows {
		for _, r := range row {
			b := &boxes[root(r.blot)]
			b.box = b.box.Union(image.Rect(r.from, y, r.to, y+1))
			b.pixels += r.to - r.from
		}
	}
	index := make([]int, labels) // of a blot's place among those that are kept, counted from 1
	var large []int
	for i, b := range boxes {
		if b.box.Dx() >= least && b.box.Dy() >= least {
			large = append(large, i)
		}
	}
	slices.SortStableFunc(large, func(i, j int) int { return cmp.Compare(area2(boxes[j].box), area2(boxes[i].box)) })
	large = large[:min(len(large), most)]
	height := 0
	for _, i := range large {
		height += boxes[i].box.Dy()
	}
	ends := make([]int, 2*height)
	out := make([]blot, len(large))
	for k, i := range large {
		out[k], index[i] = boxes[i], k+1
		h := out[k].box.Dy()
		out[k].left, out[k].right, ends = ends[:h:h], ends[h:2*h:2*h], ends[2*h:]
	}
	for y, row := range rows {
		for _, r := range row {
			if k := index[root(r.blot)]; k > 0 {
				b := &out[k-1]
				b.widen(y-b.box.Min.Y, r.from, r.to)
			}
		}
	}
	return out
}

// widen takes a run into row i.
func (b *blot) widen(i, from, to int) {
	if b.right[i] == 0 {
		b.left[i], b.right[i] = from, to
		return
	}
	b.left[i], b.right[i] = min(b.left[i], from), max(b.right[i], to)
}

func area2(r image.Rectangle) int { return r.Dx() * r.Dy() }

// hull is room for an outline, to be used again for the next one.
type hull struct {
	left, right []raster.Point
}

// outline is the convex hull of the blot's pixels, clockwise as seen, without points on its sides. It holds until the
// room is used again.
func (b *blot) outline(room *hull) []raster.Point {
	left, right := room.left[:0], room.right[:0]
	for i := range b.left {
		for k := range 2 {
			y := float64(b.box.Min.Y + i + k)
			right = hullWith(right, raster.Point{X: float64(b.right[i]), Y: y}, 1)
			left = hullWith(left, raster.Point{X: float64(b.left[i]), Y: y}, -1)
		}
	}
	for _, p := range slices.Backward(left) {
		right = append(right, p)
	}
	room.left, room.right = left, right
	return right
}

// hullWith appends a place to one side of a hull, from which it takes what is no corner any more. sign is 1 on the
// right side.
func hullWith(side []raster.Point, p raster.Point, sign float64) []raster.Point {
	for n := len(side); n > 1; n = len(side) {
		a, b := side[n-2], side[n-1]
		if sign*((b.X-a.X)*(p.Y-b.Y)-(b.Y-a.Y)*(p.X-b.X)) > 0 {
			break
		}
		side = side[:n-1]
	}
	return append(side, p)
}

// cornersWithin appends the points of a closed convex outline that lie further than reach from the sides between the
// others.
func cornersWithin(out, outline []raster.Point, reach float64) []raster.Point {
	n := len(outline)
	if n < 3 {
		return out
	}
	first, second, far := 0, 0, -1.0
	for i := range n {
		for j := i + 1; j < n; j++ {
			if d := math.Hypot(outline[i].X-outline[j].X, outline[i].Y-outline[j].Y); d > far {
				first, second, far = i, j, d
			}
		}
	}
	out = splitBetween(out, outline, first, second, reach)
	return splitBetween(out, outline, second, first+n, reach)
}

// splitBetween appends point i of an outline, and what is needed between it and j, where numbers continue past the end.
func splitBetween(out, outline []raster.Point, i, j int, reach float64) []raster.Point {
	n := len(outline)
	a, b := outline[i%n], outline[j%n]
	best, at := reach, -1
	for k := i + 1; k < j; k++ {
		if d := distance(outline[k%n], a, b); d > best {
			best, at = d, k
		}
	}
	if at < 0 {
		return append(out, a)
	}
	out = splitBetween(out, outline, i, at, reach)
	return splitBetween(out, outline, at, j, reach)
}

// distance is how far a place lies from the line through two others.
func distance(p, a, b raster.Point) float64 {
	l := math.Hypot(b.X-a.X, b.Y-a.Y)
	if l < tinyLength {
		return math.Hypot(p.X-a.X, p.Y-a.Y)
	}
	return math.Abs((b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X)) / l
}
