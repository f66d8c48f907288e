package drawn

import "math"

// eye draws one eye: side is -1 for the picture's left.
func (p *painter) eye(col colour, x, y, soft, side float64) colour {
	id, c := p.id, p.c
	ex := (x*side - id.eyeGap/2) / id.eyeWide // -1 at the inner corner, 1 at the outer
	if math.Abs(ex) > 1.35 || y < -.42 || y > .35 {
		return col
	}
	ey := y + id.eyeTilt*ex
	e2 := min(ex*ex, 1)
	open := (1 - c.closed) * (1 - .18*c.smile)
	rest := .055 * (1 - e2) // where the lids meet when closed
	up := -id.eyeTall*1.12*math.Pow(1-min((ex+.08)*(ex+.08), 1), .72)*open + rest*(1-open)
	low := id.eyeTall*.78*math.Pow(1-min((ex-.10)*(ex-.10), 1), .85)*(.35+.65*open) + rest*(1-open)*.4
	if c.closed > 0 {
		low = max(low*(1-c.closed), up)
	}
	skin := id.skin.times(.78)
	col = col.mix(id.hair.mix(colour{.30, .20, .26}, .6),
		.45*id.liner*mound(ex*.8, (ey-up+id.lid*.5)/id.lid, 1, .8)*step(up+.02, up, ey))
	crease := up - id.lid*(1-.35*e2)
	col = col.mix(skin.times(.62), .50*hill((ey-crease)*(ey-crease)/.0006)*step(1.2, .7, math.Abs(ex)))
	col = col.mix(skin.times(.80), .30*hill((ey-low-.055)*(ey-low-.055)/.0012)*step(1.1, .6, math.Abs(ex)))
	in := step(-soft, soft, ey-up) * step(soft, -soft, ey-low) * step(1.04, .96, math.Abs(ex))
	if in > 0 {
		col = col.mix(p.eyeball(x, y, ey-up, soft, side), in)
	}
	// lashes: a dark upper rim that grows outwards and a faint lower one
	thick := .015 + .012*step(-.8, 1, ex) + .020*id.liner
	rim := hill((ey-up+.004)*(ey-up+.004)/(thick*thick*.7+soft*soft*.3)) * step(1.16, .98, math.Abs(ex))
	lower := hill((ey-low)*(ey-low)/(.00018+soft*soft*.3)) * step(1.1, .8, math.Abs(ex))
	dark := id.hair.times(.35).mix(colour{.10, .06, .05}, .6)
	col = col.mix(dark, .92*rim)
	return col.mix(skin.mix(dark, .5), .45*lower*open)
}

// eyeball is the sclera with iris, pupil and the light's reflection; under is the distance below the upper lid.
func (p *painter) eyeball(x, y, under, soft, side float64) colour {
	id, c := p.id, p.c
	shadow := 1 - .34*step(.075, 0, under)
	ball := colour{.75, .73, .71}.mix(colour{.85, .62, .58}, .25*step(.6, 1, math.Abs(x*side-id.eyeGap/2)/id.eyeWide))
	dx, dy := x*side-id.eyeGap/2-c.gaze*side, y+.012
	r := math.Hypot(dx, dy)
	const iris, pupil = .098, .044
	ring := id.iris.times(1.05+.25*lattice(math.Atan2(dy, dx)*5, r*9, id.seed+5)).mix(id.iris.times(.35),
		step(.7, 1, r/iris))
	ring = ring.times(1 + .25*step(0, .09, dy))
	ball = ball.mix(ring, step(iris+soft, iris-soft, r))
	ball = ball.mix(colour{.03, .025, .025}, step(pupil+soft, pupil-soft, r))
	ball = ball.times(shadow * (.9 + .1*id.skin[0]))
	gx, gy := x-side*id.eyeGap/2-c.gaze-.035*c.light[0]-.012, y+.045
	return ball.mix(colour{1, 1, 1}, .9*step(.022+soft*.6, .022-soft*.6, math.Hypot(gx, gy)))
}

// brow draws both eyebrows out of slanted hairs.
func (p *painter) brow(col colour, x, y, soft float64) colour {
	id := p.id
	ax := math.Abs(x)
	t := (ax - .17) / (.72 * (id.eyeWide / .255)) // 0 inner end, 1 outer end
	if t < -.15 || t > 1.15 {
		return col
	}
	t1 := min(max(t, 0), 1)
	if y < id.browY-.6 || y > id.browY+.6 { // no arch and no thickness reaches there
		return col
	}
	middle := id.browY - id.browArch*math.Sin(math.Pow(t1, .8)*2.6) - id.browTilt*(t1-.5)*2 + .018 - .012*p.c.smile
	thick := id.browThick * (1 - .55*t1*t1) * (.75 + .25*step(0, .2, t1))
	d := math.Abs(y-middle) / thick
	hairs := .80 + .30*lattice((x*1.0+math.Copysign(y, x))*30, y*9, id.seed+6)
	a := step(1.15+soft/thick, .45, d) * step(-.12, .10, t) * step(1.12, .9, t) * min(1, hairs)
	tone := id.hair.times(.75).mix(colour{.16, .11, .09}, .35)
	if id.grey { // brows stay darker than grey hair
		tone = tone.times(.5)
	}
	tone = tone.mix(id.skin, .08)
	return col.mix(tone, .90*a)
}

// spectacles draws a thin frame with a faint reflection.
func (p *painter) spectacles(col colour, sx, y, soft float64) colour {
	id, c := p.id, p.c
	if !id.glasses {
		return col
	}
	x := (sx - .45*c.tsin) / c.tcos
	ax := math.Abs(x)
	gx, gy := (ax-id.eyeGap/2-.02)/.40, (y-.05)/.29
	rim := 0.
	if max(math.Abs(gx), math.Abs(gy)) < 1.035+soft*2 { // outside of that there is neither glass nor rim
		r := math.Pow(math.Pow(math.Abs(gx), id.glassRound)+math.Pow(math.Abs(gy), id.glassRound), 1/id.glassRound)
		col = col.mix(colour{1, 1, 1}, .05*step(1, .9, r)*step(-.3, .5, -gx-gy))
		rim = step(.035+soft*2, .020, math.Abs(r-1))
	}
	bridge := step(soft+.022, .012, math.Abs(y+.05-.10*x*x)) * step(.16, .12, ax)
	arm := step(soft+.03, .018, math.Abs(y+.03)) * step(id.eyeGap/2+.40, id.eyeGap/2+.43, ax) * step(id.width+.04,
		id.width, ax)
	return col.mix(id.frame.times(c.Light), .93*max(rim, bridge, arm))
}
