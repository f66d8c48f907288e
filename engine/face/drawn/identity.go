package drawn

// colour is red, green, blue in 0..1, gamma-coded as in a file.
type colour [3]float64

func (c colour) mix(d colour, t float64) colour {
	for i := range c {
		c[i] += (d[i] - c[i]) * t
	}
	return c
}

func (c colour) times(f float64) colour { return colour{c[0] * f, c[1] * f, c[2] * f} }

type hairStyle int

const (
	shortHair hairStyle = iota
	sideHair
	mediumHair
	longHair
	buzzHair
	baldHead
	bunHair
	curlyHair
)

// identity is what makes the person: it stays the same over all captures of one seed. Lengths are in units of the
// average inter-eye distance; the eyes' middle is the origin and y points down.
type identity struct {
	seed                                   uint64
	skin, lip, hair, iris, cloth, frame    colour
	masculine, age                         float64
	width, chin, jaw, temple, cheek        float64
	eyeGap, eyeWide, eyeTall, eyeTilt, lid float64
	browY, browThick, browArch, browTilt   float64
	noseLong, noseWide, noseHigh, noseTip  float64
	mouthWide, mouthY, upperLip, lowerLip  float64
	bow, ear, freckles, lines, bags        float64
	liner, fringe                          float64
	moles                                  [3][2]float64
	widths                                 [outlineSteps]float64
	moled                                  int
	style                                  hairStyle
	hairline, volume, curl, part           float64
	beard, moustache                       float64
	glasses, grey                          bool
	glassRound                             float64
	collar                                 int
}

var skins = []colour{
	{.96, .83, .74},
	{.93, .77, .66},
	{.89, .71, .58},
	{.84, .65, .50},
	{.76, .57, .42},
	{.67, .48, .35},
	{.57, .39, .28},
	{.47, .32, .23},
	{.39, .26, .19},
}

var hairs = []colour{
	{.09, .075, .07},
	{.14, .10, .08},
	{.22, .15, .10},
	{.34, .22, .13},
	{.50, .34, .19},
	{.72, .56, .34},
	{.48, .22, .11},
	{.44, .42, .41},
	{.60, .59, .58},
}

var irises = []colour{
	{.26, .16, .09}, {.36, .23, .11}, {.42, .33, .16}, {.33, .42, .28}, {.33, .46, .58}, {.42, .50, .55},
}

var cloths = []colour{
	{.16, .19, .26},
	{.36, .38, .42},
	{.28, .17, .19},
	{.17, .29, .27},
	{.78, .76, .72},
	{.44, .36, .28},
	{.22, .30, .45},
	{.56, .29, .26},
	{.12, .12, .14},
}

func newIdentity(seed uint64) *identity {
	r := newRandom(seed, 1)
	id := &identity{seed: mix(seed)}
	id.masculine = step(.2, .8, r.unit())
	id.age = r.unit()
	id.colours(r)
	id.shape(r)
	id.features(r)
	id.grooming(r)
	id.trace()
	return id
}

func (id *identity) colours(r *random) {
	t := r.between(0, float64(len(skins))-1.001)
	id.skin = skins[int(t)].mix(skins[int(t)+1], t-float64(int(t)))
	pale := step(4, 1, t)
	hair := r.below(3)
	if pale > .5 {
		hair = r.below(7)
	}
	if id.age > .75 && r.chance(.7) {
		id.grey = true
		hair = 7 + r.below(2)
	}
	id.hair = hairs[hair].times(r.between(.9, 1.15))
	id.iris = irises[r.below(2)]
	if r.chance(.25 + .4*pale) {
		id.iris = irises[2+r.below(4)]
	}
	red := colour{.72, .34, .33}
	id.lip = id.skin.times(.88).mix(red.times(.35+.65*id.skin[0]), r.between(.3, .6)+.12*(1-id.masculine))
	if id.masculine < .4 && r.chance(.45) { // lipstick
		id.lip = id.lip.mix([]colour{{.66, .12, .18}, {.60, .20, .30}, {.70, .30, .26}}[r.below(3)], r.between(.4, .85))
	}
	id.cloth = cloths[r.below(len(cloths))]
	id.frame = []colour{{.10, .09, .09}, {.30, .18, .12}, {.35, .36, .40}}[r.below(3)]
}

// shape holds deviations of the face's shape, as shares of the average inter-eye distance. They are wider than
// people's, since a drawing leaves out most of what distinguishes people.
func (id *identity) shape(r *random) {
	m := id.masculine
	id.width = 1.12 + .06*m + .09*r.spread()
	id.chin = 1.80 + .14*m + .16*r.spread()
	id.jaw = 2.6 + 1.0*m + .55*r.spread()
	id.temple = 1 + .04*r.spread()
	id.cheek = 1 + .6*r.spread()
	id.ear = 1 + .15*r.spread()
}

func (id *identity) features(r *random) {
	m := id.masculine
	id.eyeGap = 1 + .075*r.spread()
	id.eyeWide = .26 - .02*m + .028*r.spread()
	id.eyeTall = .100 - .024*m + .023*r.spread()
	id.eyeTilt = .02 + .052*r.spread()
	id.lid = r.between(.035, .14)
	id.browY = -.38 + .09*m + .055*r.spread()
	id.browThick = .042 + .045*m + .020*r.spread()
	id.browArch = .06 - .03*m + .03*r.spread()
	id.browTilt = -.010 + .024*r.spread()
	id.noseLong = .75 + .04*m + .10*r.spread()
	id.noseWide = .27 + .03*m + .050*r.spread()
	id.noseHigh = 1 + .28*r.spread()
	id.noseTip = 1 + .25*r.spread()
	id.mouthWide = .44 + .03*m + .055*r.spread()
	id.mouthY = .60 + .075*r.spread()
	id.upperLip = max(.03, .10-.04*m+.026*r.spread())
	id.lowerLip = max(.05, .14-.04*m+.032*r.spread())
	id.bow = r.between(.2, 1)
	id.lines = max(0, id.age-.3) * r.between(.8, 2)
	id.bags = r.unit() * (.3 + id.age)
	if r.chance(.25) {
		id.freckles = r.between(.3, 1)
	}
	for i := range id.moles {
		id.moles[i] = [2]float64{r.between(-.85, .85), r.between(.2, 1.55)}
	}
	if r.chance(.35) {
		id.moled = 1 + r.below(len(id.moles))
	}
}

func (id *identity) grooming(r *random) {
	styles := []hairStyle{longHair, mediumHair, bunHair, longHair, curlyHair, mediumHair, sideHair}
	if id.masculine > .5 {
		styles = []hairStyle{shortHair, sideHair, shortHair, buzzHair, curlyHair, baldHead, sideHair}
	}
	id.style = styles[r.below(len(styles))]
	id.hairline = -1.02 - .10*id.masculine*id.age + .09*r.bell()
	id.volume = r.between(.10, .28)
	id.curl = r.unit()
	id.part = r.between(-.6, .6)
	if r.chance(.5 - .25*id.masculine) {
		id.fringe = r.between(.25, .48)
	}
	if id.masculine < .5 && r.chance(.6) {
		id.liner = r.between(.3, 1)
	}
	if id.masculine > .55 && r.chance(.55) {
		id.beard = r.between(.25, 1)
	}
	if id.masculine > .55 && r.chance(.5) {
		id.moustache = max(id.beard, r.between(.3, 1))
	}
	// a bright fringe over a darker forehead looks like no face to a detector, and rarely like one to people
	if id.grey {
		id.fringe = 0
	}
	id.glasses = r.chance(.3)
	id.glassRound = r.between(2, 3.6)
	id.collar = r.below(3)
}
