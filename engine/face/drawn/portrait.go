package drawn

import (
	"image"
	"math"
)

// Expression is what the mouth and the eyes do.
type Expression int

// The expressions that can be drawn.
const (
	Neutral Expression = iota
	Smile
	EyesClosed
)

// Glasses reports whether the person wears glasses in a capture.
type Glasses int

// What can be worn; OwnGlasses leaves it to the identity.
const (
	OwnGlasses Glasses = iota
	WithGlasses
	NoGlasses
)

// Options are how a person was captured. The zero value is a document portrait of 420 × 540 pixels in even light.
type Options struct {
	Size       int        // width in pixels, 40 to 2000; the height is 9/7 of it; 0 means 420
	Capture    uint64     // seed of small differences between captures: light, pose, framing, noise; 0 means none
	Expression Expression // what the face does
	Glasses    Glasses    // worn or not, whatever the identity is
	Light      float64    // brightness, 0 means 1
	LightSide  float64    // where the light comes from, -1 left to 1 right
	Turn       float64    // yaw in degrees, positive towards the picture's right, at most 25
	Nod        float64    // pitch in degrees, positive where the face looks down, at most 30
	Roll       float64    // degrees clockwise, at most 30
	Zoom       float64    // size of the head against a document portrait's, 0 means 1
	Selfie     bool       // a room behind the person in place of a plain wall
	Grey       bool       // drawn without colour
}

// capture is what differs between two pictures of one person.
type capture struct {
	Options
	w, h          int
	unit          float64 // pixels per inter-eye distance
	ox, oy        float64 // pixel of the face's origin
	sin, cos      float64 // of the roll
	tsin, tcos    float64 // of the turn
	nsin, ncos    float64 // of the nod
	light         [3]float64
	warmth        float64
	noise         float64
	smile, closed float64
	gaze          float64
	wall          colour
}

func newCapture(o Options) *capture {
	c := &capture{Options: o}
	if c.Size == 0 {
		c.Size = 420
	}
	c.Size = min(max(c.Size, 40), 2000)
	if c.Light == 0 {
		c.Light = 1
	}
	if c.Zoom == 0 {
		c.Zoom = 1
	}
	c.Turn, c.Roll = min(max(c.Turn, -25), 25), min(max(c.Roll, -30), 30)
	c.Nod = min(max(c.Nod, -30), 30)
	c.noise, c.wall, c.smile = .006, colour{.86, .87, .88}, .22
	shiftX, shiftY := 0., 0.
	if c.Capture != 0 {
		shiftX, shiftY = c.vary(newRandom(c.Capture, 2))
	}
	if c.Expression == Smile {
		c.smile = max(c.smile, .8)
	}
	if c.Expression == EyesClosed {
		c.closed = 1
	}
	c.w, c.h = c.Size, c.Size*9/7
	c.unit = float64(c.w) * .245 * c.Zoom
	c.ox, c.oy = float64(c.w)*(.5+shiftX), float64(c.h)*(.49+shiftY)
	c.sin, c.cos = math.Sincos(c.Roll * math.Pi / 180)
	c.tsin, c.tcos = math.Sincos(c.Turn * math.Pi / 180)
	c.nsin, c.ncos = math.Sincos(c.Nod * math.Pi / 180)
	c.light = normal(-.55+.9*c.LightSide+.55, -.55, .9)
	return c
}

// vary moves everything that a second picture of the same person would move a little.
func (c *capture) vary(r *random) (float64, float64) {
	c.Light *= 1 + .08*r.bell()
	c.LightSide += .25 * r.bell()
	c.Turn += 3 * r.bell()
	c.Roll += 1.5 * r.bell()
	c.Zoom *= 1 + .04*r.bell()
	c.warmth = .03 * r.bell()
	c.smile = max(0, .24+.15*r.bell())
	c.gaze = .015 * r.bell()
	c.noise = r.between(.006, .016)
	tone := r.between(.45, .85)
	c.wall = colour{tone, tone * r.between(.96, 1.03), tone * r.between(.94, 1.04)}
	return .012 * r.bell(), .010 * r.bell()
}

func normal(x, y, z float64) [3]float64 {
	n := 1 / math.Sqrt(x*x+y*y+z*z)
	return [3]float64{x * n, y * n, z * n}
}

// Portrait draws the person that the seed stands for. The same arguments always result in the same pixels.
func Portrait(seed uint64, opts Options) *image.RGBA {
	id := newIdentity(seed)
	if opts.Glasses != OwnGlasses {
		id.glasses = opts.Glasses == WithGlasses
	}
	return paint(id, seed, opts)
}

func paint(id *identity, seed uint64, opts Options) *image.RGBA {
	p := &painter{id: id, c: newCapture(opts)}
	img := image.NewRGBA(image.Rect(0, 0, p.c.w, p.c.h))
	grain := newRandom(seed^opts.Capture, 3)
	for y := range p.c.h {
		row := img.Pix[y*img.Stride:]
		for x := range p.c.w {
			p.store(row[4*x:4*x+4], p.pixel(float64(x)+.5, float64(y)+.5), grain)
		}
	}
	return img
}

// Pupils are the places of the eyes in a portrait without turn or capture seed: left x, y and right x, y in pixels.
func Pupils(seed uint64, opts Options) [4]float64 {
	c, id := newCapture(opts), newIdentity(seed)
	half := id.eyeGap / 2 * c.unit
	return [4]float64{c.ox - half*c.cos, c.oy - half*c.sin, c.ox + half*c.cos, c.oy + half*c.sin}
}

// store writes one pixel with white balance and sensor noise.
func (p *painter) store(px []uint8, col colour, grain *random) {
	n := p.c.noise * grain.bell()
	balance := colour{1 + p.c.warmth, 1, 1 - p.c.warmth}
	if p.c.Grey {
		g := .299*col[0] + .587*col[1] + .114*col[2]
		col, balance = colour{g, g, g}, colour{1, 1, 1}
	}
	for i := range col {
		v := col[i]*balance[i] + n
		if v > .85 { // a soft shoulder in place of hard clipping
			v = .85 + .15*(v-.85)/(v-.70)
		}
		px[i] = uint8(min(max(v, 0), 1)*255 + .5)
	}
	px[3] = 255
}
