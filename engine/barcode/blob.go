package barcode

import (
	"image"
	"sort"

	"proofdesk/engine/raster"
)

// blobs returns boxes, in pixels of the picture, of places with gradients in every direction and about as high as
// wide, as two-dimensional symbols have them, strongest first.
func (t *tensor) blobs() []image.Rectangle {
	floor := t.floor()
	seen := make([]bool, t.w*t.h)
	var list []blob
	var stack []int
	for start := range seen {
		if seen[start] || t.energy[start] <= floor {
			continue
		}
		var b blob
		b, stack = t.blobAt(start, floor, seen, stack)
		w, h := b.box.Dx(), b.box.Dy()
		if w >= leastBlob && h >= leastBlob && blobRatio*w >= h && blobRatio*h >= w {
			list = append(list, b)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].energy > list[j].energy })
	var out []image.Rectangle
	for _, b := range list[:min(len(list), mostBlobs)] {
		s := t.scale
		out = append(out,
			image.Rect(int(float64(b.box.Min.X)*s), int(float64(b.box.Min.Y)*s), int(float64(b.box.Max.X)*s),
				int(float64(b.box.Max.Y)*s)))
	}
	return out
}

// Which places are examined for two-dimensional symbols, and how. Tuned on the development samples.
const (
	mostBlobs  = 4   // that are examined
	leastBlob  = 3   // blocks along each side, at least
	blobRatio  = 2   // longer side over shorter, at most
	blobMargin = 5   // longer side over the margin around it
	blobRim    = 8   // … and so many pixels more
	largeBlob  = 480 // longer side to which a larger one is reduced, px
	smallBlob  = 240 // longer side under which one is enlarged, px
)

// blob is a stretch of neighbouring blocks with gradients: the box around it, in blocks, and their energy.
type blob struct {
	box    image.Rectangle
	energy float32
}

// blobAt collects the blocks that are connected with one and have more energy than a floor. It marks them as seen, and
// returns its stack to be used again.
func (t *tensor) blobAt(start int, floor float32, seen []bool, stack []int) (b blob, room []int) {
	stack = append(stack[:0], start)
	seen[start] = true
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x, y := at%t.w, at/t.w
		b.box = b.box.Union(image.Rect(x, y, x+1, y+1))
		b.energy += t.energy[at]
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			nx, ny := x+d[0], y+d[1]
			n := ny*t.w + nx
			if nx < 0 || ny < 0 || nx >= t.w || ny >= t.h || seen[n] || t.energy[n] <= floor {
				continue
			}
			seen[n] = true
			stack = append(stack, n)
		}
	}
	return b, stack
}

// readBlob cuts a box out with a margin, scales it to a few hundred pixels and reads it.
func (p *planar) readBlob(src *image.Gray, box image.Rectangle) (Symbol, bool) {
	margin := max(box.Dx(), box.Dy())/blobMargin + blobRim
	box = box.Inset(-margin).Intersect(src.Bounds())
	m := raster.CropGray(src, box)
	factor := 1.
	side := max(m.Rect.Dx(), m.Rect.Dy())
	switch {
	case side > largeBlob:
		factor = float64(side) / largeBlob
		m = raster.DownscaleGray(m, int(float64(m.Rect.Dx())/factor), int(float64(m.Rect.Dy())/factor))
	case side < smallBlob:
		factor = .5
		m = double(m)
	}
	for i, prep := range [3]preparation{preparations[0], preparations[1], preparations[0]} {
		if i == 2 {
			if wide := stretched(m); wide != m {
				m = wide
			} else {
				break
			}
		}
		if s, ok := p.read(m, prep, factor); ok {
			for i := range s.Corners {
				s.Corners[i] += float64([2]int{box.Min.X, box.Min.Y}[i%2])
			}
			return s, true
		}
	}
	return Symbol{}, false
}
