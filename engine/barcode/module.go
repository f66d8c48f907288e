package barcode

import (
	"math"

	"proofdesk/engine/barcode/pdf417"
)

const (
	leastContrast = 8 // grey levels of a codeword
	blurModules   = 7 // modules over which a template is blurred; there are three to each side
)

// profile holds the grey values of the modules of one codeword.
type profile [codewordModules]float32

// wordOf maps 17 modules without their first one to their codeword: cluster·929 + codeword, or -1.
var wordOf = func() (t [1 << 16]int16) {
	for i := range t {
		t[i] = -1
	}
	for c := range 3 {
		for w := range clusterWords {
			t[pdf417.Pattern(c, w)&0xffff] = int16(c*clusterWords + w)
		}
	}
	return t
}()

// sample reads the modules between the left edge x0 and the right edge x1 of a codeword at height y: three places in
// each, interpolated along the row.
func (c *canvas) sample(x0, x1, y float64, out *profile) bool {
	row := int(y)
	if row < 0 || row >= c.h || x0 < 0 || x1 >= float64(c.w-1) || x1-x0 < leastCodeword {
		return false
	}
	pix := c.pix[row*c.w : row*c.w+c.w]
	step := int64((x1 - x0) / (codewordModules * moduleSamples) * fixedOne)
	at := int64((x0-.5)*fixedOne) + step/2
	if at < 0 {
		return false
	}
	for k := range out {
		sum := int64(0)
		for range moduleSamples {
			i := at >> 16
			f := at & (fixedOne - 1)
			sum += int64(pix[i])<<8 + (int64(pix[i+1])-int64(pix[i]))*f>>8
			at += step
		}
		out[k] = float32(sum) * (1. / (moduleSamples * 256))
	}
	return true
}

// add sums profiles.
func (p *profile) add(q *profile) {
	for k := range p {
		p[k] += q[k]
	}
}

// crisp removes some blur: it subtracts a share of the mean of its neighbours from each module. The neighbours of a
// whole codeword are a space on its left and a bar on its right.
func (p *profile) crisp(share float32) profile {
	lo, hi := p.extent()
	var out profile
	for k := range p {
		left, right := hi, lo
		if k > 0 {
			left = p[k-1]
		}
		if k < codewordModules-1 {
			right = p[k+1]
		}
		out[k] = p[k]*(1+share) - share*(left+right)/2
	}
	return out
}

func (p *profile) extent() (lo, hi float32) {
	lo, hi = p[0], p[0]
	for _, v := range p[1:] {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

// word reads the modules as dark and light against the middle of their extent and returns cluster·929 + codeword with
// the distance of the least sure module from the middle (0..1), or -1.
func (p *profile) word() (int, float32) {
	lo, hi := p.extent()
	if hi-lo < leastContrast {
		return -1, 0
	}
	middle, bits := (lo+hi)/2, 0
	least := hi - lo
	for _, v := range p {
		bits <<= 1
		d := middle - v
		if d > 0 {
			bits |= 1
		} else {
			d = -d
		}
		least = min(least, d)
	}
	if bits>>16 == 0 {
		return -1, 0
	}
	return int(wordOf[bits&0xffff]), 2 * least / (hi - lo)
}

// normalise makes mean 0 and length 1; false for a flat profile.
func (p *profile) normalise() bool {
	var sum, squares float32
	for _, v := range p {
		sum += v
	}
	sum /= codewordModules
	for k := range p {
		p[k] -= sum
		squares += p[k] * p[k]
	}
	if squares < 1 {
		return false
	}
	f := float32(1 / math.Sqrt(float64(squares)))
	for k := range p {
		p[k] *= f
	}
	return true
}

// templates are the profiles of every codeword under one blur.
type templates [3][clusterWords]profile

// blurred draws the templates with a Gaussian blur of sigma modules, a space before each and a bar behind.
func blurred(sigma float64) *templates {
	var kernel [blurModules]float32
	var sum float32
	for i := range kernel {
		kernel[i] = float32(weightBetween(float64(i)-blurModules/2., float64(i)-blurModules/2.+1, sigma))
		sum += kernel[i]
	}
	t := new(templates)
	for c := range t {
		for w := range t[c] {
			bits := pdf417.Pattern(c, w)<<3 | 0b111
			for k := range codewordModules {
				var v float32
				for i, f := range kernel {
					if bits>>(codewordModules+blurModules-2-k-i)&1 == 0 {
						v += f
					}
				}
				t[c][w][k] = v / sum * 100
			}
			t[c][w].normalise()
		}
	}
	return t
}

func weightBetween(a, b, sigma float64) float64 {
	return (math.Erf(b/(sigma*math.Sqrt2)) - math.Erf(a/(sigma*math.Sqrt2))) / 2
}

// best returns the codeword of a cluster whose template correlates most with a normalised profile, its correlation
// and that of the runner-up.
func (t *templates) best(cluster int, p *profile) (word int, first, second float32) {
	first, second = -2, -2
	for w := range t[cluster] {
		q := &t[cluster][w]
		var dot float32
		for k := range p {
			dot += p[k] * q[k]
		}
		if dot > first {
			word, first, second = w, dot, first
		} else if dot > second {
			second = dot
		}
	}
	return word, first, second
}
