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
	bow, ear, freckles, lines              float64
	style                                  hairStyle
	hairline, volume, curl, part           float64
	beard, moustache                       float64
	glasses                                bool
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
	{.09, .075, .07}, {.14, .10, .08}, {.22, .15, .10}, {.34, .22, .13}, {.50, .34, .19}, {.72, .56, .34}, {.48, .22, .11}, {.62, .60, .58}, {.80, .79, .77},
}

var irises = []colour{{.26, .16, .09}, {.36, .23, .11}, {.42, .33, .16}, {.33, .42, .28}, {.33, .46, .58}, {.42, .50, .55}}

var cloths = []colour{
	{.16, .19, .26}, {.36, .38, .42}, {.28, .17, .19}, {.17, .29, .27}, {.78, .76, .72}, {.44, .36, .28}, {.22, .30, .45}, {.56, .29, .26}, {.12, .12, .14},
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
		hair = 7 + r.below(2)
	}
	id.hair = hairs[hair].times(r.between(.9, 1.15))
	id.iris = irises[r.below(2)]
	if pale > .5 && r.chance(.6) {
		id.iris = irises[2+r.below(4)]
	}
	red := colour{.72, .34, .33}
	id.lip = id.skin.times(.88).mix(red.times(.35+.65*id.skin[0]), r.between(.3, .6)+.12*(1-id.masculine))
	id.cloth = cloths[r.below(len(cloths))]
	id.frame = []colour{{.10, .09, .09}, {.30, .18, .12}, {.35, .36, .40}}[r.below(3)]
}

func (id *identity) shape(r *random) {
	m := id.masculine
	id.width = 1.14 + .04*m + .065*r.bell()
	id.chin = 1.86 + .08*m + .10*r.bell()
	id.jaw = 2.8 + .6*m + .40*r.bell()
	id.temple = 1 + .03*r.bell()
	id.cheek = 1 + .4*r.bell()
	id.ear = 1 + .12*r.bell()
}

func (id *identity) features(r *random) {
	m := id.masculine
	id.eyeGap = 1 + .045*r.bell()
	id.eyeWide = .255 - .01*m + .018*r.bell()
	id.eyeTall = .094 - .014*m + .014*r.bell()
	id.eyeTilt = .02 + .035*r.bell()
	id.lid = r.between(.05, .11)
	id.browY = -.37 + .06*m + .035*r.bell()
	id.browThick = .050 + .03*m + .013*r.bell()
	id.browArch = .055 - .02*m + .022*r.bell()
	id.browTilt = -.012 + .016*r.bell()
	id.noseLong = .76 + .03*m + .06*r.bell()
	id.noseWide = .27 + .03*m + .035*r.bell()
	id.noseHigh = 1 + .18*r.bell()
	id.noseTip = 1 + .15*r.bell()
	id.mouthWide = .44 + .02*m + .04*r.bell()
	id.mouthY = .60 + .045*r.bell()
	id.upperLip = .095 - .025*m + .02*r.bell()
	id.lowerLip = .135 - .025*m + .024*r.bell()
	id.bow = r.between(.2, 1)
	id.lines = max(0, id.age-.35) * r.between(.7, 1.5)
	if r.chance(.2) {
		id.freckles = r.between(.3, 1)
	}
}

func (id *identity) grooming(r *random) {
	styles := []hairStyle{longHair, mediumHair, bunHair, longHair, curlyHair, mediumHair, sideHair}
	if id.masculine > .5 {
		styles = []hairStyle{shortHair, sideHair, shortHair, buzzHair, curlyHair, baldHead, sideHair}
	}
	id.style = styles[r.below(len(styles))]
	id.hairline = -1.02 - .08*id.masculine*id.age + .07*r.bell()
	id.volume = r.between(.10, .26)
	id.curl = r.unit()
	id.part = r.between(-.6, .6)
	if id.masculine > .6 && r.chance(.5) {
		id.beard = r.between(.25, .9)
	}
	if id.masculine > .6 && r.chance(.45) {
		id.moustache = max(id.beard, r.between(.2, .8))
	}
	id.glasses = r.chance(.12)
	id.glassRound = r.between(2, 4)
	id.collar = r.below(3)
}
