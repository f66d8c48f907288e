package drawn

import "math"

// turned finds which place of the face is seen where the turned head is drawn, and how much of that the head covers.
func (p *painter) turned(sx, sy, soft float64) (x, y, within float64) {
	id, c := p.id, p.c
	if math.Abs(sx) > id.width+.25 || sy < -1.85 || sy > id.chin+.1 {
		return 0, 0, 0
	}
	x, y = sx/c.tcos, sy/c.ncos
	for range 3 { // find the point of the relief that the turn and the nod bring here
		raised := id.height(x, y) - .55
		x, y = (sx-raised*c.tsin)/c.tcos, (sy-raised*c.nsin)/c.ncos
	}
	return x, y, step(-soft, soft, id.inside(x, y))
}

// head draws a place of the face with its features.
func (p *painter) head(x, y, soft float64) colour {
	face := p.skin(x, y)
	face = p.mouth(face, x, y, soft)
	face = p.nostrils(face, x, y)
	face = p.beard(face, x, y)
	face = face.times(p.shade(x, y))
	face = p.eye(face, x, y, soft, -1)
	face = p.eye(face, x, y, soft, 1)
	face = p.brow(face, x, y, soft)
	return face.times(p.c.Light)
}

// shade is the light that falls on a place: Lambert's law, wrapped around the edge, with soft occlusion and shine.
func (p *painter) shade(x, y float64) float64 {
	const d = .02
	id, c := p.id, p.c
	z := id.height(x, y)
	n := normal(-(id.height(x+d, y)-z)/d, -(id.height(x, y+d)-z)/d, 1.25)
	// the light in the head's frame
	lx, ly, lz := c.light[0]*c.tcos-c.light[2]*c.tsin, c.light[1], c.light[2]*c.tcos+c.light[0]*c.tsin
	dot := n[0]*lx + n[1]*ly + n[2]*lz
	lit := max(0, (dot+.45)/1.45)
	half := normal(lx, ly, lz+1)
	shine := max(0, n[0]*half[0]+n[1]*half[1]+n[2]*half[2])
	shine *= shine * shine // to the power of 24
	shine *= shine
	shine *= shine
	shine *= shine
	ax := math.Abs(x)
	occluded := .30*mound(ax-id.eyeGap/2+.05, y+.09, .27, .14) + .10*mound(ax-.16, y+.02, .10, .14) +
		.20*mound(x, y-id.noseLong-.14, id.noseWide*.9, .09) + .06*mound(x, y-id.noseLong-id.mouthY-.1, .3, .09) +
		.22*step(.16, 0, id.inside(x, y)) + (.05+.10*id.bags)*mound(ax-id.eyeGap/2+.04, y-.21, .22, .08)
	return (.30 + .78*lit + .07*shine) * (1 - occluded) * (1 - p.wrinkle(x, y))
}

// wrinkle darkens the forehead's lines and the eyes' corners with age.
func (p *painter) wrinkle(x, y float64) float64 {
	id := p.id
	if id.lines <= 0 {
		return 0
	}
	brow := mound(x, y+.76, .62, .17)
	if brow == 0 {
		return 0
	}
	wave := y + .03*math.Cos(x*2.2) + .012*lattice(x*3, y*2, id.seed+11)
	line := .5 + .5*math.Cos(wave*40)
	line *= line // to the power of eight
	line *= line
	line *= line
	return min(.13*id.lines, .16) * line * brow
}

// skin is the unlit colour of the skin.
func (p *painter) skin(x, y float64) colour {
	id := p.id
	ax := math.Abs(x)
	blush := .10*mound(ax-.66, y-.55, .32, .26) + .10*mound(x, y-id.noseLong, .22, .16)
	col := id.skin.mix(colour{.80, .36, .32}, blush)
	col = col.times(1 + .018*lattice(x*3, y*3, id.seed) + .012*lattice(x*17, y*17, id.seed+1))
	if id.freckles > 0 {
		spot := step(.45, .8, lattice(x*14, y*14, id.seed+2)) * mound(ax-.42, y-.42, .5, .32)
		col = col.mix(colour{.50, .30, .20}, .35*id.freckles*spot)
	}
	for _, m := range id.moles[:id.moled] {
		col = col.mix(colour{.25, .14, .10}, .6*mound(x-m[0], y-m[1], .022, .022))
	}
	return col
}

func (p *painter) nostrils(col colour, x, y float64) colour {
	id := p.id
	ax := math.Abs(x)
	hole := mound(ax-id.noseWide*.46, y-id.noseLong-.075+.12*(ax-id.noseWide*.46), .058, .030)
	wing := mound(ax-id.noseWide*1.02, y-id.noseLong-.0, .022, .10)
	return col.mix(id.skin.mix(colour{.22, .08, .06}, .8).times(.55), .80*hole+.28*wing)
}

// mouth draws the lips; a smile widens them and lifts the corners.
func (p *painter) mouth(col colour, x, y, soft float64) colour {
	id, c := p.id, p.c
	wide := id.mouthWide * (1 + .16*c.smile)
	t := x / wide
	if math.Abs(t) > 1.12 {
		return col
	}
	t2 := min(t*t, 1)
	my := id.noseLong + id.mouthY - .16 - c.smile*.09*(t2-.35)
	line := my + .012*math.Cos(t*5)*(1-t2) - .030*t2
	taper := 1 - t2
	bow := id.bow * .028 * (hill(t*t/.012) - .6*hill((math.Abs(t)-.22)*(math.Abs(t)-.22)/.02))
	top := line - id.upperLip*(1-.15*c.smile)*taper + bow*taper
	low := line + id.lowerLip*(1-.12*c.smile)*(1-.35*t2-.65*t2*t2)
	a := step(-soft-.02, soft+.02, y-top) * step(soft+.03, -soft-.03, y-low)
	lip := id.lip
	if y < line {
		lip = lip.times(.86)
	} else {
		lip = lip.mix(colour{1, .9, .88}, .16*mound(x, y-(line+low)/2, wide*.4, .04))
	}
	lip = lip.times(1 + .03*lattice(x*24, y*5, id.seed+3))
	col = col.mix(lip, a*step(1.02, .88, math.Abs(t)))
	dark := hill((y-line)*(y-line)/(.00030+soft*soft)) * step(1.04, .75, math.Abs(t))
	return col.mix(id.skin.mix(colour{.25, .08, .08}, .70).times(.55), .72*dark)
}

// beard draws stubble, beard and moustache as darker, textured skin.
func (p *painter) beard(col colour, x, y float64) colour {
	id := p.id
	if id.beard == 0 && id.moustache == 0 {
		return col
	}
	my := id.noseLong + id.mouthY - .16
	ax := math.Abs(x)
	cheek := my - .30 + .5*max(0, 1-ax)*math.Sqrt(max(0, 1-ax))
	jaw := id.beard * step(cheek-.12, cheek+.14, y) * (1 - .9*mound(x, y-my-.02, id.mouthWide*1.1, .19))
	lip := id.moustache * mound(x, y-my+.19+.10*ax, id.mouthWide*.95, .085)
	grain := .82 + .18*lattice(x*38, y*22, id.seed+4)
	return col.mix(id.hair.mix(id.skin, .22), min(1, max(jaw, lip)*grain)*.86)
}
