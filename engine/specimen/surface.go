package specimen

import (
	"math"
	"math/rand/v2"
)

// noise is smooth noise from 0 to 1 with one hill per unit. It remembers the corners of the cell that it was asked for
// last, because the next pixel of a row mostly lies in the same one.
type noise struct {
	seed           uint64
	x, y           int64 // of the cell
	known          bool
	nw, ne, sw, se float64
}

func (n *noise) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	tx, ty := x-fx, y-fy
	tx, ty = tx*tx*(3-2*tx), ty*ty*(3-2*ty)
	if ix, iy := int64(fx), int64(fy); !n.known || ix != n.x || iy != n.y {
		n.enter(ix, iy)
	}
	top := n.nw*(1-tx) + n.ne*tx
	bottom := n.sw*(1-tx) + n.se*tx
	return top*(1-ty) + bottom*ty
}

func (n *noise) enter(x, y int64) {
	n.x, n.y, n.known = x, y, true
	n.nw, n.ne = corner(x, y, n.seed), corner(x+1, y, n.seed)
	n.sw, n.se = corner(x, y+1, n.seed), corner(x+1, y+1, n.seed)
}

// noises are three whose seeds follow each other.
func noises(seed uint64) [3]noise { return [3]noise{{seed: seed}, {seed: seed + 1}, {seed: seed + 2}} }

func corner(x, y int64, seed uint64) float64 {
	h := uint64(x)*0x9e3779b97f4a7c15 ^ uint64(y)*0xc2b2ae3d27d4eb4f ^ seed
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return float64((h^h>>32)>>11&(1<<20-1)) / (1 << 20)
}

// surface is the colour of the desk at a pixel, scaled so that it looks the same in frames of any size.
func (f *frame) surface(x, y float64) [3]float64 {
	s := 1600 / float64(f.Width)
	x, y = x*s, y*s
	switch f.Surface {
	case Cloth:
		weave := math.Sin(x*.9)*math.Sin(y*.9)*5 + 10*f.noise[0].at(x/40, y/40)
		return [3]float64{92 + weave, 108 + weave, 132 + weave}
	case Slate:
		g := 46 + 16*f.noise[0].at(x/30, y/30) + 8*f.noise[1].at(x/3, y/3)
		return [3]float64{g, g + 2, g + 6}
	case Marble:
		vein := math.Abs(f.noise[0].at(x/170, y/120)+.4*f.noise[1].at(x/50, y/50)-.7) * 5
		g := 226 - 46*math.Exp(-vein*vein*8)
		return [3]float64{g, g - 2, g - 6}
	case Rug:
		stripe := math.Mod(math.Abs(y+14*f.noise[0].at(x/60, y/60)), 180)
		fuzz := 22 * (f.fuzz.at(x/2.5, y/2.5) - .5)
		if stripe < 70 {
			return [3]float64{150 + fuzz, 66 + fuzz, 58 + fuzz}
		}
		return [3]float64{206 + fuzz, 186 + fuzz, 152 + fuzz}
	}
	rings := f.noise[0].at(x/900, y/26) + .35*f.noise[1].at(x/260, y/7)
	t := .5 + .5*math.Sin(rings*26)
	g := .82 + .18*t - .1*f.noise[2].at(x/90, y/2.2)
	return [3]float64{168 * g, 122 * g, 82 * g}
}

// displayed is a card on a display: viewer background, bezel, sub-pixels whose sampling makes moiré.
func (f *frame) displayed(u, v, out float64) [3]float64 {
	if out > .085 {
		g := 16 + 6*smooth(.085, .13, out)
		return [3]float64{g, g, g + 2}
	}
	c := [3]float64{58, 60, 64}
	if out <= 0 {
		px, a := f.sample(u, v)
		for i := range c {
			c[i] = px[i] + c[i]*(1-a)
		}
	}
	at, line := u/f.cw*f.cells, v/f.cw*f.cells
	for i, tint := range [3]float64{.93, .98, 1.06} {
		grid := (1 + .26*fastCos(at+float64(i)/3)) * (1 + .16*fastCos(line))
		c[i] = 14 + c[i]*grid*tint*.9
	}
	return c
}

// copied is a black-and-white copy: no colour but the paper's, hard contrast, toner grains and a faint streak.
func (f *frame) copied(u, v float64) [3]float64 {
	g := 255.0
	if u >= 0 && v >= 0 && u < f.cw && v < f.ch {
		c, a := f.sample(u, v)
		g = .299*c[0] + .587*c[1] + .114*c[2] + 255*(1-a)
	}
	g = 255 / (1 + math.Exp(-(g-138)/30))
	k := 1000 / f.cw
	g += 20 * (f.fuzz.at(u*k, v*k) - .5)
	if corner(int64(u*k), int64(v*k), f.grain+7) > .9985 {
		g -= 140
	}
	if math.Abs(u/f.cw-.637) < .0012 {
		g -= 24
	}
	g = 26 + max(0, min(255, g))*.86
	return [3]float64{g, g, g}
}

// finger is a thumb that reaches into the frame.
type finger struct {
	ax, ay, bx, by, r float64 // from root to tip, radius, pixels
	skin              [3]float64
}

// newFinger puts the thumb from the frame's right side onto the card's right edge, above its middle.
func (f *frame) newFinger(rng *rand.Rand) finger {
	a, b := f.corners[1], f.corners[2]
	t := between(rng, .2, .38)
	x, y := a.X+(b.X-a.X)*t, a.Y+(b.Y-a.Y)*t
	cx, cy := float64(f.Width)/2, float64(f.Height)/2
	d := math.Hypot(x-cx, y-cy)
	ux, uy := (x-cx)/d, (y-cy)/d
	r := f.corners.Side(0) * .062
	tone := between(rng, .55, 1)
	return finger{
		ax:   x + ux*r*14,
		ay:   y + uy*r*14 + r*5,
		bx:   x - ux*r*.25,
		by:   y - uy*r*.25,
		r:    r,
		skin: [3]float64{226 * tone, 176 * tone, 148 * tone},
	}
}

func (g *finger) over(c *[3]float64, x, y, light float64) {
	dx, dy := g.bx-g.ax, g.by-g.ay
	t := max(0, min(1, ((x-g.ax)*dx+(y-g.ay)*dy)/(dx*dx+dy*dy)))
	px, py := x-g.ax-t*dx, y-g.ay-t*dy
	d := math.Sqrt(px*px+py*py) / g.r
	if d > 1.35 {
		return
	}
	if d > 1 { // its shadow on the card
		k := 1 - .4*(1-(d-1)/.35)
		c[0], c[1], c[2] = c[0]*k, c[1]*k, c[2]*k
		return
	}
	k := (.62 + .38*math.Sqrt(1-d*d)) * light
	nail := .6 * smooth(1, .8, math.Hypot((x-g.bx)/(g.r*.72), (y-g.by)/(g.r*.6)))
	cover := smooth(1, .97, d)
	for i, s := range g.skin {
		s = s*(1-nail) + (s*.75+60)*nail
		c[i] += cover * (s*k - c[i])
	}
}
