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
	type blob struct {
		box    image.Rectangle
		energy float32
	}
	var list []blob
	var stack []int
	for start := range seen {
		if seen[start] || t.energy[start] <= floor {
			continue
		}
		stack = append(stack[:0], start)
		seen[start] = true
		var b blob
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := at%t.w, at/t.w
			b.box = b.box.Union(image.Rect(x, y, x+1, y+1))
			b.energy += t.energy[at]
			for _, n := range [4]int{at - 1, at + 1, at - t.w, at + t.w} {
				if n < 0 || n >= len(seen) || seen[n] || t.energy[n] <= floor || (n == at-1 && x == 0) ||
					(n == at+1 && x == t.w-1) {
					continue
				}
				seen[n] = true
				stack = append(stack, n)
			}
		}
		if w, h := b.box.Dx(), b.box.Dy(); w >= 3 && h >= 3 && 2*w >= h && 2*h >= w {
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

// mostBlobs bounds how many places are looked at for two-dimensional symbols.
const mostBlobs = 4

// readBlob cuts a box out with a margin, brings it to a few hundred pixels and reads it.
func (p *planar) readBlob(src *image.Gray, box image.Rectangle) (Symbol, bool) {
	margin := max(box.Dx(), box.Dy())/5 + 8
	box = box.Inset(-margin).Intersect(src.Bounds())
	m := raster.CropGray(src, box)
	factor := 1.
	side := max(m.Rect.Dx(), m.Rect.Dy())
	switch {
	case side > 480:
		factor = float64(side) / 480
		m = raster.DownscaleGray(m, int(float64(m.Rect.Dx())/factor), int(float64(m.Rect.Dy())/factor))
	case side < 240:
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
