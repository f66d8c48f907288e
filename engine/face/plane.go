package face

import (
	"image"
	"math"
)

// plane is a working picture of the detector: the input reduced to workSide, perhaps rotated, perhaps with a border.
type plane struct {
	pix  []uint8
	w, h int
	pad  int
	// A point x, y of the plane is at (ax·x - ay·y + bx, ay·x + ax·y + by) of the input.
	ax, ay, bx, by float64
}

// reduce averages the input down to a longest side. Its result is the plane that views are made of.
func reduce(img *image.Gray, side int) *plane {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	scale := math.Min(1, float64(side)/float64(max(w, h)))
	p := &plane{w: max(1, int(float64(w)*scale)), h: max(1, int(float64(h)*scale)), ax: 1 / scale}
	p.bx, p.by = float64(img.Rect.Min.X), float64(img.Rect.Min.Y)
	p.pix = shrink(img, p.w, p.h)
	return p
}

// reduced is the plane averaged down further.
func (p *plane) reduced(side int) *plane {
	q := reduce(&image.Gray{Pix: p.pix, Stride: p.w, Rect: image.Rect(0, 0, p.w, p.h)}, side)
	q.bx, q.by = p.back(q.bx, q.by)
	q.ax, q.ay = q.ax*p.ax, q.ax*p.ay
	return q
}

// shrink averages the input over w × h equal cells, which must not be more than it has pixels.
func shrink(img *image.Gray, w, h int) []uint8 {
	sw, sh := img.Rect.Dx(), img.Rect.Dy()
	out := make([]uint8, w*h)
	for y := range h {
		y0, y1 := y*sh/h, max((y+1)*sh/h, y*sh/h+1)
		for x := range w {
			x0, x1 := x*sw/w, max((x+1)*sw/w, x*sw/w+1)
			sum := 0
			for sy := y0; sy < y1; sy++ {
				for _, v := range img.Pix[sy*img.Stride+x0 : sy*img.Stride+x1] {
					sum += int(v)
				}
			}
			n := (y1 - y0) * (x1 - x0)
			out[y*w+x] = uint8((sum + n/2) / n)
		}
	}
	return out
}

// view turns the plane clockwise by degrees about its middle and adds a border of repeated edge pixels. Quarter turns
// swap its sides, other angles keep them.
func (p *plane) view(degrees float64, pad int) *plane {
	if degrees == 0 && pad == 0 {
		return p
	}
	w, h := p.w, p.h
	if quarter := int(math.Abs(degrees)) / 90; quarter%2 == 1 {
		w, h = h, w
	}
	v := &plane{w: w + 2*pad, h: h + 2*pad, pad: pad}
	v.pix = make([]uint8, v.w*v.h)
	sin, cos := math.Sincos(-degrees * math.Pi / 180)
	cx, cy := float64(v.w-1)/2, float64(v.h-1)/2
	ox := float64(p.w-1)/2 - cos*cx + sin*cy
	oy := float64(p.h-1)/2 - sin*cx - cos*cy
	for y := range v.h {
		row := v.pix[y*v.w:][:v.w]
		for x := range row {
			row[x] = p.sample(cos*float64(x)-sin*float64(y)+ox, sin*float64(x)+cos*float64(y)+oy)
		}
	}
	v.ax, v.ay = p.ax*cos-p.ay*sin, p.ax*sin+p.ay*cos
	v.bx, v.by = p.back(ox, oy)
	return v
}

// sample reads the plane between its pixels; beyond the edge it repeats the edge.
func (p *plane) sample(x, y float64) uint8 {
	x, y = clamp(x, 0, float64(p.w-1)), clamp(y, 0, float64(p.h-1))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, p.w-1), min(y0+1, p.h-1)
	fx, fy := x-float64(x0), y-float64(y0)
	top := float64(p.pix[y0*p.w+x0])*(1-fx) + float64(p.pix[y0*p.w+x1])*fx
	low := float64(p.pix[y1*p.w+x0])*(1-fx) + float64(p.pix[y1*p.w+x1])*fx
	return uint8(top*(1-fy) + low*fy + .5)
}

// back maps a point of the plane to the input.
func (p *plane) back(x, y float64) (float64, float64) {
	return p.ax*x - p.ay*y + p.bx, p.ay*x + p.ax*y + p.by
}

// restore maps a face of the plane to the input; Roll then is the face's angle in the input.
func (p *plane) restore(f Face) Face {
	size := float64(f.Box.Dx()) * math.Hypot(p.ax, p.ay)
	x, y := p.back(float64(f.Box.Min.X+f.Box.Max.X)/2, float64(f.Box.Min.Y+f.Box.Max.Y)/2)
	left, top, side := int(math.Round(x-size/2)), int(math.Round(y-size/2)), int(math.Round(size))
	f.Box = image.Rect(left, top, left+side, top+side)
	if f.HasPupils {
		f.Pupils[0], f.Pupils[1] = p.back(f.Pupils[0], f.Pupils[1])
		f.Pupils[2], f.Pupils[3] = p.back(f.Pupils[2], f.Pupils[3])
		f.Roll = math.Atan2(f.Pupils[3]-f.Pupils[1], f.Pupils[2]-f.Pupils[0]) * 180 / math.Pi
	}
	return f
}

func clamp[T int | float64](v, low, high T) T { return min(max(v, low), high) }
