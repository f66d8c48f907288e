package specimen

import (
	"image/color"
	"math"
	"slices"
)

// wave is one family of fine lines: bands of a direction that swing around it, so widely that no stretch of the card
// repeats another: what repeats all over looks like a display's grid.
type wave struct {
	fx, fy         float64 // lines per millimetre along x and y
	swing, sx, sy  float64 // how far and how often the lines swing
	phase          float64
	weight, spread float64
	ink            [3]float64
}

// guilloche covers the page with a soft rainbow and families of fine swinging lines and rosettes, all from the seed:
// a specimen has colour everywhere, which a photocopy loses.
func (p *page) guilloche(from, to, ink color.RGBA, seed uint64) {
	if len(p.img.Pix) > largest {
		p.cover(from, to, ink, seed)
		return
	}
	key := ornament{p.img.Rect.Dx(), p.img.Rect.Dy(), p.w, p.h, p.scale, from, to, ink, seed}
	copy(p.img.Pix, ornaments.of(key, func() []uint8 {
		p.cover(from, to, ink, seed)
		return slices.Clone(p.img.Pix)
	}))
}

// largest is the size in bytes up to which a page's ornament is kept.
const largest = 8 << 20

// ornament is all that a guilloche depends on.
type ornament struct {
	wide, high    int
	w, h, scale   float64
	from, to, ink color.RGBA
	seed          uint64
}

var ornaments recent[ornament, []uint8]

// cover draws the guilloche.
func (p *page) cover(from, to, ink color.RGBA, seed uint64) {
	rng := source(seed, "guilloche")
	other := color.RGBA{ink.B, ink.R, ink.G, 255}
	waves := make([]wave, 3)
	for i := range waves {
		c := ink
		if i == 1 {
			c = other
		}
		angle := between(rng, -.5, .5) + float64(i)*math.Pi/3
		s, k := math.Sincos(angle)
		pitch := between(rng, .55, .8)
		waves[i] = wave{
			fx:     pitch * s,
			fy:     pitch * k,
			swing:  between(rng, 2.2, 3),
			sx:     between(rng, .018, .028),
			sy:     between(rng, .018, .028),
			phase:  rng.Float64(),
			weight: .2,
			spread: .17,
			ink:    [3]float64{float64(c.R), float64(c.G), float64(c.B)},
		}
	}
	petals := float64(5 + rng.IntN(8))
	cx, cy, size := p.w*between(rng, .55, .75), p.h*between(rng, .35, .5), p.h*.36
	w := p.img.Rect.Dx()
	for y := range p.img.Rect.Dy() {
		row := p.img.Pix[y*p.img.Stride:]
		my := float64(y) / p.scale
		for x := range w {
			mx := float64(x) / p.scale
			c := ground(from, to, mx/p.w, my/p.h)
			for i := range waves {
				waves[i].lay(&c, mx, my)
			}
			rosette(&c, mx-cx, my-cy, size, petals, ink)
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = shade(c[0]), shade(c[1]), shade(c[2]), 255
		}
	}
}

// shade rounds a grey level and keeps it between black and white.
func shade(v float64) uint8 {
	if v += .5; v >= 255 {
		return 255
	} else if v > 0 {
		return uint8(v)
	}
	return 0
}

// ground is the rainbow print: one tint on the left, the other on the right, the first again at the edge.
func ground(from, to color.RGBA, x, y float64) [3]float64 {
	t := .5 - .5*fastCos(x*1.15+y*.25)
	return [3]float64{
		float64(from.R) + t*(float64(to.R)-float64(from.R)),
		float64(from.G) + t*(float64(to.G)-float64(from.G)),
		float64(from.B) + t*(float64(to.B)-float64(from.B)),
	}
}

func (w *wave) lay(c *[3]float64, x, y float64) {
	at := x*w.fx + y*w.fy + w.swing*fastCos(x*w.sx+y*w.sy+w.phase) + .2*w.swing*fastCos(x*w.sy*2.3-y*w.sx*1.7)
	at -= math.Floor(at)
	mixLine(c, math.Abs(at-.5)*2, w.spread, w.weight, w.ink)
}

func mixLine(c *[3]float64, off, spread, weight float64, ink [3]float64) {
	if off > spread*2 {
		return
	}
	a := weight * max(0, 1-off/(spread*2))
	for i := range c {
		c[i] += a * (ink[i] - c[i])
	}
}

func rosette(c *[3]float64, x, y, size, petals float64, ink color.RGBA) {
	r := math.Sqrt(x*x+y*y) / size
	if r > 1.1 {
		return
	}
	turn := math.Atan2(y, x) / (2 * math.Pi)
	for k := range 2 {
		at := r*7 + (.6+.5*r)*fastCos(turn*petals+float64(k)*.5)
		at -= math.Floor(at)
		mixLine(c, math.Abs(at-.5)*2, .14, .26*max(0, 1.1-r),
			[3]float64{float64(ink.R), float64(ink.G), float64(ink.B)})
	}
}

var cosines = makeCosines()

func makeCosines() (t [1025]float64) {
	for i := range t {
		t[i] = math.Cos(float64(i) / 1024 * 2 * math.Pi)
	}
	return t
}

// fastCos is the cosine of a number of turns.
func fastCos(turns float64) float64 {
	return cosines[int((turns-math.Floor(turns))*1024)]
}

// emblem is an issuer's sign: rays around a shield-like disc.
func (p *page) emblem(x, y, r float64, rays int, ink color.RGBA) {
	var star [][2]float64
	for i := range rays * 2 {
		long := r
		if i%2 == 1 {
			long = r * .62
		}
		s, c := math.Sincos(float64(i)/float64(rays*2)*2*math.Pi - math.Pi/2)
		star = append(star, [2]float64{x + long*c, y + long*s})
	}
	p.fill(faded(ink, 200), star...)
	p.fill(rgb(252, 250, 244), circle(x, y, r*.52)...)
	p.fill(faded(ink, 220), circle(x, y, r*.44)...)
	p.fill(rgb(252, 250, 244), [2]float64{x, y - r*.32}, [2]float64{x + r*.28, y + r*.2},
		[2]float64{x - r*.28, y + r*.2})
}
