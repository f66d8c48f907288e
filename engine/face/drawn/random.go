package drawn

import "math"

// random is the splitmix64 generator (Steele, Lea, Flood 2014): its numbers never change between Go versions.
type random struct{ state uint64 }

func newRandom(seed, stream uint64) *random {
	r := &random{seed*0x9e3779b97f4a7c15 ^ stream*0xd1b54a32d192ed03}
	r.next()
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return mix(r.state)
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unit is uniform in 0..1.
func (r *random) unit() float64 { return float64(r.next()>>11) / (1 << 53) }

// between is uniform in low..high.
func (r *random) between(low, high float64) float64 { return low + (high-low)*r.unit() }

// bell is near normal around 0 with deviation 1, within ±3.
func (r *random) bell() float64 { return 2 * (r.unit() + r.unit() + r.unit() - 1.5) }

// spread returns a number of deviation 1 like bell's, but neither near 0 nor extreme, so that two of them are more
// likely to differ clearly.
func (r *random) spread() float64 {
	v := r.between(.45, 1.45)
	if r.chance(.5) {
		return -v
	}
	return v
}

// below is uniform in 0..n-1.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// chance is true with probability p.
func (r *random) chance(p float64) bool { return r.unit() < p }

// lattice is a smooth noise over the plane in -1..1, about one hill per unit.
func lattice(x, y float64, seed uint64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	tx, ty := ease(x-fx), ease(y-fy)
	ix, iy := int64(fx), int64(fy)
	at := func(dx, dy int64) float64 {
		h := mix(uint64(ix+dx)*0x9e3779b97f4a7c15 ^ uint64(iy+dy)*0xc2b2ae3d27d4eb4f ^ seed)
		return float64(h>>40)/(1<<23) - 1
	}
	top := at(0, 0)*(1-tx) + at(1, 0)*tx
	low := at(0, 1)*(1-tx) + at(1, 1)*tx
	return top*(1-ty) + low*ty
}

func ease(t float64) float64 { return t * t * (3 - 2*t) }

// step rises smoothly from 0 at a to 1 at b; b may be below a.
func step(a, b, x float64) float64 { return ease(min(max((x-a)/(b-a), 0), 1)) }

// hill is a smooth bump of height 1 at 0 that is 0 from q = 4 on, close to exp(-q).
func hill(q float64) float64 {
	if q >= 4 {
		return 0
	}
	t := 1 - q/4
	t *= t
	return t * t
}

// mound is a hill with the given radii, which must not be negative.
func mound(x, y, rx, ry float64) float64 {
	if y >= 2*ry || y <= -2*ry || x >= 2*rx || x <= -2*rx {
		return 0
	}
	return hill(x*x/(rx*rx) + y*y/(ry*ry))
}
