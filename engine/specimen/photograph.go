package specimen

import (
	"image"
	"math"

	"golang.org/x/image/draw"

	"proofdesk/engine/raster"
)

// Surface is what a card lies on.
type Surface int

// The surfaces.
const (
	Wood Surface = iota
	Cloth
	Slate
	Marble
	Rug
)

// Conditions say how a photograph is taken. The zero value is a sharp, straight, well-lit one of 1600 x 1100 pixels on
// a wooden desk.
type Conditions struct {
	Width, Height int     // of the frame, pixels
	Surface       Surface // below the card
	Fill          float64 // how much of the frame the card takes in the tighter direction; 0 means .84
	Rotation      float64 // degrees clockwise
	Turned        int     // 0, 90, 180 or 270 degrees more, as a phone held another way
	Tilt, Lean    float64 // perspective from top to bottom and from left to right, -.3 to .3
	ShiftX        float64 // how far the card lies right of the middle, in frame widths; .5 leaves half of it
	ShiftY        float64 // how far below, in frame heights
	Shadow        float64 // darkness of a shadow across the card, 0 to 1
	Glare         float64 // strength of a blown-out reflection, 0 to 1
	Blur          float64 // defocus, standard deviation in pixels
	Motion        int     // shake, pixels
	MotionAngle   float64 // its direction, degrees; 0 is horizontal
	Noise         float64 // sensor noise, standard deviation in grey levels
	Light         float64 // brightness; 0 means 1
	Hand          bool    // a thumb holds the card at its right edge
	Screen        bool    // the card is shown on a display: sub-pixels, moiré, bezel
	Photocopy     bool    // the card is a black-and-white copy on paper
	Seed          uint64  // of the surface, the light's direction and the noise
}

// frame is a photograph that is being taken.
type frame struct {
	Conditions
	card       *image.RGBA
	corners    raster.Quad
	toCard     raster.Homography
	cw, ch     float64
	tx, ty     float64 // direction that the light comes from
	gx, gy, gr float64 // glare on the card, in card widths
	sx         float64 // where the shadow's edge crosses the card
	cells      float64 // display pixels across the card
	wide       float64 // of the card in the photograph, pixels
	inner      float64 // within the card's edge by so much, in pixels of the card, the edge covers nothing
	thumb      finger
	grain      uint64
	noise      [3]noise // of the surface
	fuzz       noise    // of a rug and of a copy
}

// Photograph takes a picture of a card (transparent where its corners are cut) under the given conditions.
func Photograph(card *image.RGBA, c Conditions) *image.RGBA {
	f := newFrame(card, c)
	out := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	for y := range f.Height {
		row := out.Pix[y*out.Stride:]
		for x := range f.Width {
			px := f.pixel(float64(x)+.5, float64(y)+.5)
			out := row[4*x : 4*x+4 : 4*x+4]
			out[0], out[1], out[2], out[3] = shade(px[0]), shade(px[1]), shade(px[2]), 255
		}
	}
	f.degrade(out)
	return out
}

// Table takes a picture of the surface alone, without any card.
func Table(c Conditions) *image.RGBA {
	c.ShiftX, c.Hand, c.Screen, c.Photocopy, c.Shadow, c.Glare = 50, false, false, false, 0, 0
	return Photograph(image.NewRGBA(image.Rect(0, 0, 16, 10)), c)
}

// Corners are the places of the card's corners in the photograph, clockwise from the card's own top left.
func Corners(card *image.RGBA, c Conditions) raster.Quad {
	return placed(float64(card.Rect.Dx()), float64(card.Rect.Dy()), c.filled())
}

func (c Conditions) filled() Conditions {
	if c.Width <= 0 || c.Height <= 0 {
		c.Width, c.Height = 1600, 1100
	}
	c.Width, c.Height = min(c.Width, 12000), min(c.Height, 12000)
	if c.Fill <= 0 {
		c.Fill = .84
	}
	if c.Light <= 0 {
		c.Light = 1
	}
	return c
}

func newFrame(card *image.RGBA, c Conditions) *frame {
	c = c.filled()
	rng := source(c.Seed, "frame")
	angle := rng.Float64() * 2 * math.Pi
	f := &frame{
		Conditions: c,
		tx:         math.Cos(angle),
		ty:         math.Sin(angle),
		grain:      rng.Uint64(),
		gx:         between(rng, .3, .75),
		gy:         between(rng, .15, .45),
		gr:         between(rng, .09, .14),
		sx:         between(rng, .35, .6),
	}
	f.corners = placed(float64(card.Rect.Dx()), float64(card.Rect.Dy()), c)
	f.card = fitted(card, f.corners)
	f.cw, f.ch = float64(f.card.Rect.Dx()), float64(f.card.Rect.Dy())
	f.wide = f.corners.Side(0)
	f.inner = .51 * f.cw / f.wide
	f.noise, f.fuzz = noises(f.grain), noise{seed: f.grain}
	f.cells = f.wide / between(rng, 1.12, 1.4)
	// Corners of ours are never degenerate: the card keeps its area under every tilt that placed allows.
	f.toCard, _ = raster.NewHomography(f.corners, raster.QuadOf(0, 0, f.cw, f.ch))
	f.thumb = f.newFinger(rng)
	return f
}

// placed computes where the card's corners come to lie.
func placed(w, h float64, c Conditions) raster.Quad {
	angle := (c.Rotation + float64(c.Turned)) * math.Pi / 180
	s, k := math.Sincos(angle)
	tilt, lean := max(-.3, min(.3, c.Tilt)), max(-.3, min(.3, c.Lean))
	q := raster.QuadOf(-w/2, -h/2, w, h).Scale(2/math.Hypot(w, h), 2/math.Hypot(w, h))
	for i, p := range q {
		x, y := p.X*k-p.Y*s, p.X*s+p.Y*k
		depth := 1 + tilt*y + lean*x
		q[i] = raster.Point{X: x / depth, Y: y / depth}
	}
	x0, y0, x1, y1 := q.Bounds()
	scale := c.Fill * min(float64(c.Width)/(x1-x0), float64(c.Height)/(y1-y0))
	for i, p := range q {
		q[i] = raster.Point{
			X: float64(c.Width)*(.5+c.ShiftX) + (p.X-(x0+x1)/2)*scale,
			Y: float64(c.Height)*(.5+c.ShiftY) + (p.Y-(y0+y1)/2)*scale,
		}
	}
	return q
}

// fitted makes the card smaller if it would be sampled with gaps.
func fitted(card *image.RGBA, q raster.Quad) *image.RGBA {
	ratio := max(q.Side(0), q.Side(2)) / float64(card.Rect.Dx())
	if ratio > .8 {
		return card
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(card.Rect.Dx())*ratio)),
		max(1, int(float64(card.Rect.Dy())*ratio))))
	draw.CatmullRom.Scale(small, small.Rect, card, card.Rect, draw.Src, nil)
	return small
}

func (f *frame) pixel(x, y float64) [3]float64 {
	h := &f.toCard
	d := h[6]*x + h[7]*y + h[8]
	u, v := (h[0]*x+h[1]*y+h[2])/d, (h[3]*x+h[4]*y+h[5])/d
	c := f.scene(x, y, u, v)
	light := f.lightAt(x, y, u)
	glare := f.glareAt(u, v)
	for i := range c {
		c[i] = c[i]*light*f.Light + glare
	}
	if f.Hand {
		f.thumb.over(&c, x, y, light*f.Light)
	}
	return c
}

// scene is the colour of what lies at a place: card, copy or display over the surface.
func (f *frame) scene(x, y, u, v float64) [3]float64 {
	if f.within(u, v) {
		if c, a := f.sample(u, v); a == 1 { // nothing of the surface shows
			return c
		}
	}
	out := max(-u, u-f.cw, -v, v-f.ch) / f.cw // how far outside the card, in card widths
	switch {
	case f.Photocopy && out < .06:
		return f.copied(u, v)
	case f.Screen && out < .13:
		return f.displayed(u, v, out)
	}
	below := f.surface(x, y)
	if f.Photocopy || f.Screen {
		return below
	}
	if out < .03 { // contact shadow
		dark := 1 - .34*smooth(.022, 0, max(-u-f.tx*6, u-f.cw-f.tx*6, -v-f.ty*6, v-f.ch-f.ty*6)/f.cw)
		for i := range below {
			below[i] *= dark
		}
	}
	cover := max(0, min(1, .5-out*f.wide)) // the share of the pixel that the card's edge leaves covered
	if cover == 0 {
		return below
	}
	c, a := f.sample(u, v)
	for i := range c {
		c[i] = c[i]*cover + below[i]*(1-a*cover)
	}
	return c
}

// within reports whether a place lies on a card itself, clear of its edges.
func (f *frame) within(u, v float64) bool {
	return !f.Photocopy && !f.Screen && u > f.inner && v > f.inner && u < f.cw-f.inner && v < f.ch-f.inner
}

// sample reads the card between its pixels; colours come premultiplied with the alpha.
func (f *frame) sample(u, v float64) (c [3]float64, a float64) {
	u, v = u-.5, v-.5
	x0, y0 := int(math.Floor(u)), int(math.Floor(v))
	fx, fy := u-float64(x0), v-float64(y0)
	w, h := f.card.Rect.Dx(), f.card.Rect.Dy()
	if x0 >= 0 && y0 >= 0 && x0+1 < w && y0+1 < h {
		top := f.card.Pix[y0*f.card.Stride+4*x0:]
		low := f.card.Pix[(y0+1)*f.card.Stride+4*x0:]
		if p, q := top[:8:8], low[:8:8]; p[3]&p[7]&q[3]&q[7] == 255 {
			return opaque(p, q, fx, fy), 1
		}
	}
	for j := range 2 {
		for i := range 2 {
			x, y := max(0, min(w-1, x0+i)), max(0, min(h-1, y0+j))
			weight := (1 - fx + float64(i)*(2*fx-1)) * (1 - fy + float64(j)*(2*fy-1))
			px := f.card.Pix[y*f.card.Stride+4*x:]
			c[0] += weight * float64(px[0])
			c[1] += weight * float64(px[1])
			c[2] += weight * float64(px[2])
			a += weight * float64(px[3]) / 255
		}
	}
	return c, a
}

// opaque is sample between two pairs of pixels, one below the other, that nothing shines through.
func opaque(p, q []uint8, fx, fy float64) (c [3]float64) {
	left, right, above, below := 1-fx, 1-fx+(2*fx-1), 1-fy, 1-fy+(2*fy-1)
	nw, ne, sw, se := left*above, right*above, left*below, right*below
	_, _ = p[7], q[7]
	c[0] = nw*float64(p[0]) + ne*float64(p[4]) + sw*float64(q[0]) + se*float64(q[4])
	c[1] = nw*float64(p[1]) + ne*float64(p[5]) + sw*float64(q[1]) + se*float64(q[5])
	c[2] = nw*float64(p[2]) + ne*float64(p[6]) + sw*float64(q[2]) + se*float64(q[6])
	return c
}

func (f *frame) lightAt(x, y, u float64) float64 {
	nx, ny := x/float64(f.Width)-.5, y/float64(f.Height)-.5
	light := 1 + .12*(nx*f.tx+ny*f.ty) - .22*(nx*nx+ny*ny)
	if f.Shadow > 0 {
		edge := u/f.cw - f.sx + .25*ny
		light *= 1 - .62*f.Shadow*smooth(-.05, .05, edge)
	}
	return light
}

func (f *frame) glareAt(u, v float64) float64 {
	if f.Glare <= 0 {
		return 0
	}
	dx, dy := (u/f.cw-f.gx)/f.gr, (v/f.cw-f.gy)/(f.gr*.7)
	r := dx*dx + dy*dy
	return f.Glare * (330*math.Exp(-r*.9) + 26*math.Exp(-r*.12))
}

// smooth rises from 0 at a to 1 at b.
func smooth(a, b, x float64) float64 {
	t := max(0, min(1, (x-a)/(b-a)))
	return t * t * (3 - 2*t)
}
