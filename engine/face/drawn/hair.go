package drawn

import "math"

// strands is hair's own light and shade along its direction.
func (p *painter) strands(along, across float64) float64 {
	id := p.id
	wave := across + .05*id.curl*math.Sin(along*7)
	fine := lattice(wave*34, along*1.6, id.seed+21)
	broad := lattice(wave*9, along*1.1, id.seed+22)
	return .92 + .16*fine + .20*broad
}

func (p *painter) hairColour(x, y, depth float64) colour {
	along, across := y+1.2, 1.3*math.Atan2(x-p.id.part*.4, max(.6-y, 1.3))
	gloss := .30 * hill((y+1.35-.25*math.Abs(x))*(y+1.35-.25*math.Abs(x))/.05) * (1 + .5*p.c.light[0]*x)
	lit := (.80 + .20*p.c.light[0]*x + gloss) * depth * p.strands(along, across)
	return p.id.hair.times(lit*p.c.Light).mix(colour{.9, .85, .8}.times(p.c.Light), .05*gloss)
}

// crown is the outer edge of the hair: negative inside.
func (p *painter) crown(x, y float64) float64 {
	id := p.id
	thick := id.volume
	switch id.style {
	case buzzHair, baldHead:
		thick = .025
	case shortHair, bunHair:
		thick *= .7
	case curlyHair:
		thick += .10 + .05*lattice(x*5, y*5, id.seed+23)
	}
	rx, ry := id.width*id.temple+thick*.9, crownHeight+thick
	if y > 0 { // below the ears the sides hang straight
		return math.Abs(x) - rx - .10*step(0, 1.6, y) - .02*lattice(y*3, 1, id.seed+24)
	}
	u, v := math.Abs(x)/rx, -y/ry
	q := u*u*math.Sqrt(math.Sqrt(u)) + v*v*math.Sqrt(math.Sqrt(v))
	return (q - 1) / 2.25 * rx
}

func quartic(x float64) float64 { return x * x * x * x }

// backHair is what falls behind the neck, and a bun.
func (p *painter) backHair(col colour, x, y, soft float64) colour {
	id := p.id
	edge := soft + .02
	switch id.style {
	case longHair, mediumHair, curlyHair:
		bottom := 2.75
		if id.style != longHair {
			bottom = 1.35 + .5*id.curl
		}
		a := step(edge, -edge, p.crown(x, y)) * step(bottom+.12, bottom-.12, y+.15*lattice(x*4, 0, id.seed+25))
		if a > 0 {
			return col.mix(p.hairColour(x, y, .66-.12*step(.5, 2, y)), a)
		}
	case bunHair:
		d := math.Hypot(x/.50, (y+1.95+id.volume*.5)/.36) - 1
		if a := step(edge*2, -edge*2, d); a > 0 {
			return col.mix(p.hairColour(x*1.3, y, .85), a)
		}
	}
	return col
}

// frontHair covers the head above the hairline and beside the temples.
func (p *painter) frontHair(col colour, x, y, soft float64) colour {
	id := p.id
	x -= .30 * p.c.tsin * step(-1.6, -.6, y)
	if id.style == baldHead {
		return p.temples(col, x, y)
	}
	line := min(id.hairline+id.fringe, id.browY-.20)
	ax := math.Abs(x)
	drop := 0.
	switch id.style {
	case shortHair, buzzHair:
		drop = .95 * quartic(ax/id.width) * ax / id.width
	case sideHair:
		drop = .80*quartic(ax/id.width) + .22*(x*math.Copysign(1, id.part)+.4)*step(1, .2, ax)
	case mediumHair, longHair:
		beyond := max(0, ax-id.width*.62)
		drop = .16*math.Abs(x-id.part*.5) + 7.8*beyond*math.Sqrt(math.Sqrt(beyond))
	case bunHair:
		drop = .70 * quartic(ax/id.width)
	case curlyHair:
		drop = quartic(ax/id.width) + .07*lattice(x*6, 3, id.seed+26)
	}
	ragged := .035 * lattice(x*16, y*2, id.seed+27)
	below := y - line - drop - ragged
	crown := p.crown(x, y)
	cover := step(soft+.015, -soft-.015, crown)
	a := step(.05, -.05, below) * cover
	if id.style == mediumHair {
		a *= step(1.25, .95, y)
	} else if id.style != longHair {
		a *= step(.32, -.05, y+.06*lattice(x*9, 4, id.seed+29))
	}
	if id.style == longHair || id.style == mediumHair {
		side := id.outline(min(max(y, -.3), 1.2)) - .10 - .05*lattice(y*2.5, 2, id.seed+28)
		bottom := 1.2 + 1.5*step(0, 1, float64(id.style-mediumHair))
		lock := step(-.05, .05, ax-side) * step(bottom, bottom-.3, y) * step(-1.1, -.7, y)
		a = max(a, lock*cover)
	} else {
		side := step(-.12, .0, ax-id.outline(min(y, .1))+.10) * step(.28, -.05, y) * step(-.9, -.6, y)
		a = max(a, side*step(soft+.01, -soft-.01, crown)*.9)
	}
	if id.style == buzzHair {
		a *= .72
	}
	col = p.hairShadow(col, x, y, below, a)
	if a == 0 {
		return col
	}
	return col.mix(p.hairColour(x, y, 1), a)
}

// hairShadow darkens the skin a little below the hairline, where the hair covers it by less than all.
func (p *painter) hairShadow(col colour, x, y, below, cover float64) colour {
	if below >= .22 || below <= -.05 || cover >= 1 {
		return col
	}
	return col.times(1 - .22*step(.22, 0, below)*step(-.05, .02, below)*step(0, .1, p.id.inside(x, y))*(1-cover))
}

// temples are what is left on a bald head.
func (p *painter) temples(col colour, x, y float64) colour {
	id := p.id
	ax := math.Abs(x)
	a := step(-.10, .02, ax-id.outline(min(y, 0))+.04) * step(.25, 0, y) * step(-.95, -.45, y) * step(.03, -.01,
		p.crown(x, y))
	if a == 0 {
		return col
	}
	return col.mix(p.hairColour(x, y, .9), .55*a)
}
