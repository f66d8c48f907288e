package document_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"proofdesk/engine/raster"
)

// card paints a specimen-like card: tinted paper with a guilloche, a portrait, lines of strokes for text.
func card(w, h int, seed uint64) *image.RGBA {
	r := rand.New(rand.NewPCG(seed, 7))
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	base := [3]float64{190 + 40*r.Float64(), 190 + 40*r.Float64(), 200 + 40*r.Float64()}
	for y := range h {
		for x := range w {
			u, v := float64(x)/float64(w), float64(y)/float64(h)
			wave := 9 * math.Sin(40*u+6*math.Sin(9*v))
			m.SetRGBA(x, y, color.RGBA{
				clamp(base[0] - 50*v + wave), clamp(base[1] - 25*u), clamp(base[2] - 40*(1-u) - wave), 255,
			})
		}
	}
	fill(m, image.Rect(w/20, h/4, w/3, h*7/10), color.RGBA{180, 140, 115, 255})
	fill(m, image.Rect(w/10, h/4, w/4, h*4/10), color.RGBA{60, 40, 30, 255})
	fill(m, image.Rect(w/20, h/16, w*3/4, h/7), color.RGBA{40, 60, 140, 255})
	for line := range 6 {
		text(m, w*2/5, h/4+line*h/13, w/2, h/26, r)
	}
	text(m, w/20, h*8/10, w*9/10, h/20, r)
	text(m, w/20, h*9/10, w*9/10, h/20, r)
	return m
}

func text(m *image.RGBA, x, y, w, h int, r *rand.Rand) {
	ink := color.RGBA{30, 30, 40, 255}
	pen, step := max(h/6, 1), max(h*4/5, 1)
	for ; w > h; x, w = x+step, w-step {
		k := r.IntN(16)
		if k&1 > 0 {
			fill(m, image.Rect(x, y, x+pen, y+h), ink)
		}
		if k&2 > 0 {
			fill(m, image.Rect(x, y, x+h/2, y+pen), ink)
		}
		if k&4 > 0 {
			fill(m, image.Rect(x+h/2, y, x+h/2+pen, y+h), ink)
		}
		if k&8 > 0 {
			fill(m, image.Rect(x, y+h-pen, x+h/2, y+h), ink)
		}
	}
}

func fill(m *image.RGBA, r image.Rectangle, c color.RGBA) {
	r = r.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			m.SetRGBA(x, y, c)
		}
	}
}

func clamp(v float64) uint8 { return uint8(min(max(v, 0), 255)) }

// table paints a background with a soft grain.
func table(w, h int, c color.RGBA, grain float64, seed uint64) *image.RGBA {
	r := rand.New(rand.NewPCG(seed, 3))
	small := image.NewGray(image.Rect(0, 0, w/9+2, h/60+2))
	for i := range small.Pix {
		small.Pix[i] = byte(128 + grain*(r.Float64()-.5))
	}
	g := raster.ResizeGray(small, w, h)
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			d := float64(g.GrayAt(x, y).Y) - 128 + 4*(r.Float64()-.5)
			m.SetRGBA(x, y, color.RGBA{clamp(float64(c.R) + d), clamp(float64(c.G) + d), clamp(float64(c.B) + d), 255})
		}
	}
	return m
}

// place puts a picture onto a background so that its corners come to lie on the quad.
func place(back, front *image.RGBA, q raster.Quad) *image.RGBA {
	w, h := float64(front.Rect.Dx()), float64(front.Rect.Dy())
	m := raster.CropRGBA(back, back.Rect)
	to, _ := raster.NewHomography(q, raster.QuadOf(0, 0, w, h))
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			p := to.Apply(raster.Point{X: float64(x) + .5, Y: float64(y) + .5})
			if p.X >= 0 && p.Y >= 0 && p.X < w && p.Y < h {
				m.SetRGBA(x, y, front.RGBAAt(int(p.X), int(p.Y)))
			}
		}
	}
	return m
}

// tilted is the outline of a card of the given aspect seen under a turn and a tilt.
func tilted(w, h int, share, aspect, degrees, tilt float64) raster.Quad {
	cw := share * float64(w)
	ch := cw / aspect
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	var q raster.Quad
	for i, c := range [4][2]float64{{-cw / 2, -ch / 2}, {cw / 2, -ch / 2}, {cw / 2, ch / 2}, {-cw / 2, ch / 2}} {
		depth := 1 + tilt*c[1]/ch
		x, y := c[0]/depth, c[1]/depth
		q[i] = raster.Point{X: float64(w)/2 + x*cos - y*sin, Y: float64(h)/2 + x*sin + y*cos}
	}
	return q
}

// blurred applies a Gaussian blur to every channel.
func blurred(m *image.RGBA, sigma float64) *image.RGBA {
	out := raster.CropRGBA(m, m.Rect)
	g := image.NewGray(image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()))
	for c := range 3 {
		for i := range g.Pix {
			g.Pix[i] = m.Pix[4*i+c]
		}
		for i, v := range raster.GaussianBlur(g, sigma).Pix {
			out.Pix[4*i+c] = v
		}
	}
	return out
}

// overlap is intersection over union of two convex quads, by counting.
func overlap(a, b raster.Quad) float64 {
	ax0, ay0, ax1, ay1 := a.Bounds()
	bx0, by0, bx1, by1 := b.Bounds()
	x0, y0, x1, y1 := min(ax0, bx0), min(ay0, by0), max(ax1, bx1), max(ay1, by1)
	both, any := 0, 0
	for j := range 300 {
		for i := range 300 {
			p := raster.Point{X: x0 + (x1-x0)*(float64(i)+.5)/300, Y: y0 + (y1-y0)*(float64(j)+.5)/300}
			in, on := inside(a, p), inside(b, p)
			if in && on {
				both++
			}
			if in || on {
				any++
			}
		}
	}
	return float64(both) / float64(max(any, 1))
}

func inside(q raster.Quad, p raster.Point) bool {
	for i, a := range q {
		b := q[(i+1)%4]
		if (b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X) < 0 {
			return false
		}
	}
	return true
}

// shaken smears a picture along a line of some px in a direction.
func shaken(m *image.Gray, length, degrees float64) *image.Gray {
	out := raster.CropGray(m, m.Rect)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h, steps := m.Rect.Dx(), m.Rect.Dy(), max(1, int(length+1))
	for y := range h {
		for x := range w {
			sum := 0
			for k := range steps {
				d := ((float64(k)+.5)/float64(steps) - .5) * length
				u, v := x+int(math.Round(d*cos)), y+int(math.Round(d*sin))
				sum += int(m.Pix[min(max(v, 0), h-1)*m.Stride+min(max(u, 0), w-1)])
			}
			out.Pix[y*out.Stride+x] = uint8(sum / steps)
		}
	}
	return out
}
