package main

import "image"

// extreme returns the largest (or smallest) value within rx and ry of every pixel: dilation and erosion by a rectangle.
func extreme(src *image.Gray, rx, ry int, largest bool) *image.Gray {
	return along(along(src, rx, 1, 0, largest), ry, 0, 1, largest)
}

// along applies extreme in one direction.
func along(src *image.Gray, reach, dx, dy int, largest bool) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			best := src.Pix[y*src.Stride+x]
			for i := -reach; i <= reach; i++ {
				px, py := x+i*dx, y+i*dy
				if px < 0 || py < 0 || px >= w || py >= h {
					continue
				}
				if v := src.Pix[py*src.Stride+px]; largest && v > best || !largest && v < best {
					best = v
				}
			}
			out.Pix[y*out.Stride+x] = best
		}
	}
	return out
}

// blackHat returns what closing by a square fills: dark strokes on light, as light on dark.
func blackHat(src *image.Gray, reach int) *image.Gray {
	closed := extreme(extreme(src, reach, reach, true), reach, reach, false)
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			closed.Pix[y*closed.Stride+x] -= src.Pix[y*src.Stride+x]
		}
	}
	return closed
}

// verticalEdges returns the size of the gradient from left to right (Sobel's weights).
func verticalEdges(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := 1; y+1 < h; y++ {
		for x := 1; x+1 < w; x++ {
			sum := 0
			for i, k := range [3]int{1, 2, 1} {
				row := src.Pix[(y-1+i)*src.Stride:]
				sum += k * (int(row[x+1]) - int(row[x-1]))
			}
			out.Pix[y*out.Stride+x] = uint8(min(max(sum, -sum)/4, 255))
		}
	}
	return out
}

// components returns the boxes of the connected white parts.
func components(mask *image.Gray) []image.Rectangle {
	w, h := mask.Rect.Dx(), mask.Rect.Dy()
	seen := make([]bool, w*h)
	var boxes []image.Rectangle
	var stack []image.Point
	for start := range seen {
		if seen[start] || mask.Pix[start/w*mask.Stride+start%w] == 0 {
			continue
		}
		box := image.Rectangle{}
		seen[start] = true
		stack = append(stack[:0], image.Pt(start%w, start/w))
		for len(stack) > 0 {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			box = box.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
			for _, d := range [4]image.Point{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
				q := p.Add(d)
				if q.In(image.Rect(0, 0, w, h)) && !seen[q.Y*w+q.X] && mask.Pix[q.Y*mask.Stride+q.X] != 0 {
					seen[q.Y*w+q.X] = true
					stack = append(stack, q)
				}
			}
		}
		boxes = append(boxes, box)
	}
	return boxes
}

// above returns white where the picture is lighter than the threshold.
func above(src *image.Gray, threshold uint8) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	for i, v := range src.Pix {
		if v > threshold {
			out.Pix[i] = 255
		}
	}
	return out
}
