package barcode

import (
	"image"
	"math"
	"sort"

	"proofdesk/engine/raster"
)

// mask is a picture in black and white, 1 where dark, with the grey picture that it was made of.
type mask struct {
	w, h int
	dark []byte
	grey *image.Gray
}

// at tells whether the pixel around a place is dark; nothing outside is.
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

// blots finds the connected dark stretches (also over corners) that are at least so many pixels high or wide, largest
// box first.
func (m *mask) blots(least int) []blot {
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
	return gather(rows, len(parent), root, least)
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
func gather(rows [][]run, labels int, root func(int) int, least int) []blot {
	boxes := make([]blot, labels)
	for y, row := range rows {
		for _, r := range row {
			b := &boxes[root(r.blot)]
			b.box = b.box.Union(image.Rect(r.from, y, r.to, y+1))
			b.pixels += r.to - r.from
		}
	}
	index := make([]int, labels)
	var out []blot
	for i := range boxes {
		index[i] = -1
		if b := boxes[i]; b.box.Dx() >= least && b.box.Dy() >= least {
			index[i] = len(out)
			b.left, b.right = make([]int, b.box.Dy()), make([]int, b.box.Dy())
			out = append(out, b)
		}
	}
	for y, row := range rows {
		for _, r := range row {
			k := index[root(r.blot)]
			if k < 0 {
				continue
			}
			b := &out[k]
			if i := y - b.box.Min.Y; b.right[i] == 0 {
				b.left[i], b.right[i] = r.from, r.to
			} else {
				b.left[i], b.right[i] = min(b.left[i], r.from), max(b.right[i], r.to)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return area2(out[i].box) > area2(out[j].box) })
	return out
}

func area2(r image.Rectangle) int { return r.Dx() * r.Dy() }

// outline is the convex hull of the blot's pixels, clockwise as seen, without points on its sides.
func (b *blot) outline() []raster.Point {
	var right, left []raster.Point
	turn := func(a, b, c raster.Point) float64 { return (b.X-a.X)*(c.Y-b.Y) - (b.Y-a.Y)*(c.X-b.X) }
	push := func(chain []raster.Point, p raster.Point, sign float64) []raster.Point {
		for len(chain) > 1 && sign*turn(chain[len(chain)-2], chain[len(chain)-1], p) <= 0 {
			chain = chain[:len(chain)-1]
		}
		return append(chain, p)
	}
	for i := range b.left {
		for k := range 2 {
			y := float64(b.box.Min.Y + i + k)
			right = push(right, raster.Point{X: float64(b.right[i]), Y: y}, 1)
			left = push(left, raster.Point{X: float64(b.left[i]), Y: y}, -1)
		}
	}
	for i := len(left) - 1; i >= 0; i-- {
		right = append(right, left[i])
	}
	return right
}

// cornersWithin reduces a closed convex outline to the points that lie further than reach from the sides between the others.
func cornersWithin(outline []raster.Point, reach float64) []raster.Point {
	n := len(outline)
	if n < 3 {
		return nil
	}
	first, second, far := 0, 0, -1.0
	for i := range n {
		for j := i + 1; j < n; j++ {
			if d := math.Hypot(outline[i].X-outline[j].X, outline[i].Y-outline[j].Y); d > far {
				first, second, far = i, j, d
			}
		}
	}
	var out []raster.Point
	var split func(i, j int)
	split = func(i, j int) { // keeps i, and what is needed between i and j
		a, b := outline[i%n], outline[j%n]
		best, at := reach, -1
		for k := i + 1; k < j; k++ {
			if d := distance(outline[k%n], a, b); d > best {
				best, at = d, k
			}
		}
		if at < 0 {
			out = append(out, a)
			return
		}
		split(i, at)
		split(at, j)
	}
	split(first, second)
	split(second, first+n)
	return out
}

// distance is how far a place lies from the line through two others.
func distance(p, a, b raster.Point) float64 {
	l := math.Hypot(b.X-a.X, b.Y-a.Y)
	if l < 1e-9 {
		return math.Hypot(p.X-a.X, p.Y-a.Y)
	}
	return math.Abs((b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X)) / l
}
