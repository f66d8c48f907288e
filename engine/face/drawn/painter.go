package drawn

import "math"

// painter draws one person in one capture, a pixel at a time, from the back to the front.
type painter struct {
	id *identity
	c  *capture
}

// pixel is the colour at a place of the picture.
func (p *painter) pixel(px, py float64) colour {
	c := p.c
	dx, dy := (px-c.ox)/c.unit, (py-c.oy)/c.unit
	x, y := dx*c.cos+dy*c.sin, dy*c.cos-dx*c.sin // in the head's frame
	soft := 1.1 / c.unit                         // about a pixel
	var col colour
	fx, fy, within := p.turned(x, y, soft)
	if within < 1 { // something behind the head shows
		col = p.background(px/float64(c.w), py/float64(c.h))
		col = p.backHair(col, x, y, soft)
		col = p.body(col, dx, dy, soft)
		col = p.ears(col, x, y, soft)
	}
	if within > 0 {
		col = col.mix(p.head(fx, fy, soft), within)
	}
	col = p.frontHair(col, x, y, soft)
	return p.spectacles(col, x, y, soft)
}

func (p *painter) background(u, v float64) colour {
	col := p.c.wall.times(1.04 - .10*v - .08*math.Abs(u-.5+.2*p.c.light[0]))
	if !p.c.Selfie {
		return col
	}
	// A room out of focus: a window's light, a shelf, a darker side.
	seed := p.id.seed ^ p.c.Capture
	shape := .5*lattice(u*2.1, v*1.7, seed) + .3*lattice(u*5, v*.7, seed+1)
	return col.times(.78+.30*shape).mix(colour{.62, .52, .42}, .22*step(-.2, .6, lattice(u*1.5+9, v*2, seed+2)))
}

// body is neck, shoulders and clothes; it does not turn with the head.
func (p *painter) body(col colour, x, y, soft float64) colour {
	id := p.id
	neck := .66 + .12*id.masculine + .12*step(1.8, 2.6, y)
	shoulder := id.chin + .42 + .16*math.Abs(x)*math.Sqrt(math.Abs(x))*(1-.25*id.masculine)
	a := step(soft, -soft, math.Abs(x)-neck) * step(.8, 1.2, y)
	if a > 0 {
		round := x / neck
		shade := .80 - .22*round*round + .22*p.c.light[0]*round
		shade *= 1 - .45*mound(x, y-id.chin+.02, 1.0, .42) // the chin's shadow
		col = col.mix(id.skin.times(shade*p.c.Light), a)
	}
	var edge float64
	switch id.collar {
	case 0: // round neck
		edge = max(shoulder, id.chin+.62-.55*x*x)
	case 1: // open collar
		edge = max(shoulder, id.chin+.85-1.05*math.Abs(x))
	default: // high neck
		edge = max(shoulder-.1, id.chin+.30-.1*x*x)
	}
	if y-edge <= -soft {
		return col
	}
	fold := 1 + .06*lattice(x*2.2+.6*y, y*1.3, id.seed+7) + .10*p.c.light[0]*x/2
	cloth := id.cloth.times((.92 - .06*math.Abs(x)) * fold * p.c.Light)
	cloth = cloth.times(1 - .35*step(.07, 0, math.Abs(y-edge-.035))*.5)
	return col.mix(cloth, step(-soft, soft, y-edge))
}

func (p *painter) ears(col colour, x, y, soft float64) colour {
	id := p.id
	if id.style == longHair || id.style == mediumHair || id.style == curlyHair {
		return col
	}
	ax := math.Abs(x) - id.outline(.2) - .03 + .1*p.c.tsin*math.Copysign(1, x)
	ey := y - .22
	ax += .05 * ey
	r := math.Hypot(ax/(.125*id.ear), ey/(.33*id.ear))
	a := step(soft/.12, -soft/.12, r-1)
	if a == 0 {
		return col
	}
	shade := .80 + .14*p.c.light[0]*math.Copysign(1, x) - .22*mound(ax+.02, ey, .06, .2) - .1*step(.6, 1, r)
	return col.mix(id.skin.mix(colour{.8, .35, .3}, .10).times(shade*p.c.Light), a)
}

// outline is the half width of the head at a height, 0 above and below it.
func (id *identity) outline(y float64) float64 {
	at := (y + crownHeight) / (id.chin + crownHeight) * (outlineSteps - 1)
	if !(at > 0) || at >= outlineSteps-1 {
		return 0
	}
	i := int(at)
	return id.widths[i] + (id.widths[i+1]-id.widths[i])*(at-float64(i))
}

const (
	crownHeight  = 1.78
	outlineSteps = 1024
)

// trace fills the table of the head's half widths from crown to chin.
func (id *identity) trace() {
	for i := range id.widths {
		id.widths[i] = id.halfWidth(float64(i)/(outlineSteps-1)*(id.chin+crownHeight) - crownHeight)
	}
}

func (id *identity) halfWidth(y float64) float64 {
	if y < 0 {
		t := min(-y/crownHeight, 1)
		return id.width * (1 + (id.temple-1)*4*t*(1-t)) * math.Sqrt(1-t*t*math.Sqrt(t))
	}
	t := min(y/id.chin, 1)
	return id.width * math.Sqrt(1-math.Pow(t, id.jaw))
}

// inside is how far within the head a point lies, negative outside, roughly in units.
func (id *identity) inside(x, y float64) float64 {
	const d = .02
	w := id.outline(y)
	slope := (id.outline(y+d) - id.outline(y-d)) / (2 * d)
	if y > id.chin || y < -crownHeight {
		return -math.Hypot(max(math.Abs(x), 0), min(math.Abs(y-id.chin), math.Abs(y+crownHeight))) - .001
	}
	return (w - math.Abs(x)) / math.Sqrt(1+min(slope*slope, 1e4))
}

// height is the relief of the face towards the camera.
func (id *identity) height(x, y float64) float64 {
	ax := math.Abs(x)
	r := min(ax/max(id.outline(y), .05), 1)
	v := y / 2.1
	z := .95 * math.Sqrt(max(0, 1-r*r*math.Sqrt(math.Sqrt(r))*.98)) * (1 - .38*v*v)
	low, top := min(1, max(.01, (id.chin-y)/.45)), min(1, max(.01, (crownHeight+y)/.7))
	z *= math.Sqrt(low * (2 - low) * top * (2 - top)) // rounded off at chin and crown
	ex := ax - id.eyeGap/2
	z += -.13*mound(ex, y+.02, .36, .21) - .10*mound(ax-.14, y-.02, .12, .16)
	z += .055*mound(ex+.02, y-.0, .24, .15) + .07*mound(ax-.42, y-id.browY-.02, .42, .13)*(.6+.6*id.masculine)
	z += id.nose(ax, y)
	z += .13*id.cheek*mound(ax-.66, y-.52, .36, .30) - .03*mound(ax-.78, y-1.1, .25, .36)
	my := id.noseLong + id.mouthY - .16
	z += .13 * mound(x, y-my-.05, .52, .38)
	z += .05*mound(x, y-my+.075, id.mouthWide*.9, .09) + .065*mound(x, y-my-.10, id.mouthWide*.75, .10) - .05*mound(x,
		y-my-.31, .40, .11)
	z += .12 * mound(x, y-id.chin+.24, .34, .24)
	// the fold from nose to mouth
	fold := ax - .30 - .28*(y-id.noseLong+.05)
	z -= (.010 + .030*id.lines) * hill(fold*fold/.004) * step(id.noseLong-.12, id.noseLong+.08, y) * step(my+.12,
		my-.1, y)
	return z
}

// nose is the relief of the nose alone.
func (id *identity) nose(ax, y float64) float64 {
	t := min(max((y+.12)/(id.noseLong+.02), 0), 1)
	width := .10 + .06*t
	z := (.07 + .27*t*t) * id.noseHigh * hill(ax*ax/(width*width)) * step(id.noseLong+.14, id.noseLong-.04, y) * step(
		-.4, .0, y)
	z += .13 * id.noseTip * mound(ax, y-id.noseLong+.04, .15, .13)
	return z + .11*mound(ax-id.noseWide*.68, y-id.noseLong-.0, id.noseWide*.42, .11)
}
