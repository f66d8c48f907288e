package mrz

import (
	"image"
	"math"
)

// blob is a connected piece of ink: its box (exclusive right and bottom) and the number of its pixels.
type blob struct {
	x0, y0, x1, y1, area int
}

func (b *blob) centre() point { return point{float64(b.x0+b.x1) / 2, float64(b.y0+b.y1) / 2} }

func (b *blob) size() float64 { return float64(max(b.x1-b.x0, b.y1-b.y0)) }

// Limits of what may be a character, in pixels of the picture that is searched. Tuned on the development samples.
const (
	minBlob     = 5   // longer side
	maxBlob     = 100 // longer side
	mostSlender = 9   // longer side over shorter: an I or a 1 is slender
	leastInk    = 12  // pixels of its box for each of its own, at most

	maxBlobs = 9000 // that are kept, which bounds the work
)

// run is a stretch of ink on one row: columns from, to (exclusive) and its label.
type run struct {
	from, to, label int
}

// blobs finds the pieces of ink that may be characters: darker than the mean of their surroundings by a margin that
// follows the picture's own contrast, times depth.
func (c *canvas) blobs(depth float64) []blob {
	img, local := c.img, c.surroundings()
	w, h := img.Rect.Dx(), img.Rect.Dy()
	margin := int(depth * inkMargin(img, local))
	l := labels{}
	var above, here []run
	for y := range h {
		here = inkRuns(here[:0], img.Pix[y*img.Stride:][:w], local.Pix[y*local.Stride:][:w], margin)
		l.join(above, here, y)
		above, here = here, above
	}
	return l.characters()
}

// inkMargin is a share of how far, on root mean square, pixels lie under their surroundings.
func inkMargin(img, local *image.Gray) float64 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var sum, n int
	for y := 0; y < h; y += marginStep {
		row, mean := img.Pix[y*img.Stride:][:w], local.Pix[y*local.Stride:][:w]
		for x := 0; x < w; x += marginStep {
			if d := int(mean[x]) - int(row[x]); d > leastUnder {
				sum += d * d
				n++
			}
		}
	}
	spread := math.Sqrt(float64(sum) / float64(max(n, 1)))
	return max(leastMargin, min(mostMargin, marginShare*spread))
}

// How the margin follows the picture's contrast, in gray levels of 256. Tuned on the development samples.
const (
	marginShare = .6 // of the root mean square by which pixels lie under their surroundings
	leastMargin = 4
	mostMargin  = 20
	leastUnder  = 1 // by which a pixel must lie under its surroundings to count
	marginStep  = 2 // every other pixel of every other row shows as much
)

func inkRuns(runs []run, row, local []uint8, margin int) []run {
	from := -1
	for x, v := range row {
		switch ink := int(v) < int(local[x])-margin; {
		case ink && from < 0:
			from = x
		case !ink && from >= 0:
			runs = append(runs, run{from, x, -1})
			from = -1
		}
	}
	if from >= 0 {
		runs = append(runs, run{from, len(row), -1})
	}
	return runs
}

// labels is a union-find forest over blobs.
type labels struct {
	parent []int
	blobs  []blob
}

func (l *labels) root(i int) int {
	for l.parent[i] != i {
		l.parent[i] = l.parent[l.parent[i]]
		i = l.parent[i]
	}
	return i
}

// join labels the runs of row y by the runs above that touch them, corners included.
func (l *labels) join(above, here []run, y int) {
	a := 0
	for i := range here {
		r := &here[i]
		for a < len(above) && above[a].to < r.from {
			a++
		}
		for k := a; k < len(above) && above[k].from <= r.to; k++ {
			r.label = l.union(r.label, above[k].label)
		}
		if r.label < 0 {
			r.label = len(l.parent)
			l.parent = append(l.parent, r.label)
			l.blobs = append(l.blobs, blob{r.from, y, r.to, y + 1, 0})
		}
		r.label = l.root(r.label)
		l.blobs[r.label].add(blob{r.from, y, r.to, y + 1, r.to - r.from})
	}
}

func (l *labels) union(a, b int) int {
	b = l.root(b)
	if a < 0 {
		return b
	}
	a = l.root(a)
	if a != b {
		l.parent[b] = a
		l.blobs[a].add(l.blobs[b])
	}
	return a
}

func (b *blob) add(o blob) {
	b.x0, b.y0, b.x1, b.y1 = min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1)
	b.area += o.area
}

// characters keeps the blobs of a character's size and stoutness.
func (l *labels) characters() []blob {
	var out []blob
	for i, b := range l.blobs {
		if l.parent[i] != i {
			continue
		}
		w, h := b.x1-b.x0, b.y1-b.y0
		long, short := max(w, h), min(w, h)
		if long >= minBlob && long <= maxBlob && b.area >= long && long <= mostSlender*short && leastInk*b.area >= w*h {
			out = append(out, b)
		}
	}
	if len(out) > maxBlobs {
		out = out[:maxBlobs]
	}
	return out
}
