package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"proofdesk/engine/mrz/glyph"
)

// sampler draws training cells. It is not safe for concurrent use.
type sampler struct {
	rng   *rand.Rand
	faces []*face
	total int
}

func newSampler(faces []*face, seed uint64) *sampler {
	s := &sampler{rng: rand.New(rand.NewPCG(seed, 77)), faces: faces}
	for _, f := range faces {
		s.total += f.share
	}
	return s
}

func (s *sampler) uniform(lo, hi float64) float64 { return lo + (hi-lo)*s.rng.Float64() }

// scene is what a cell is sampled from: three glyphs side by side under one distortion.
type scene struct {
	glyphs     [3][]float32 // nil is blank
	threshold  float32      // where ink begins in the softened master: the weight of the stroke
	a, b, c, d float64      // from picture to glyph plane, in pitches and cap heights
	dx, dy     float64
}

// next draws one normalised cell and its class.
func (s *sampler) next(cell *glyph.Cell) int {
	class := s.class()
	sc := s.scene(class)
	if class == glyph.Reject {
		s.spoil(&sc)
	}
	contrast := s.uniform(.12, 1)
	s.render(&sc, cell, contrast)
	cell.Normalise(float32(s.uniform(.04, .09) * contrast))
	return class
}

func (s *sampler) class() int {
	switch p := s.rng.Float64(); {
	case p < .12:
		return glyph.Reject
	case p < .18:
		return glyph.Class('<')
	case p < .24:
		return glyph.Class("0O0I18"[s.rng.IntN(6)])
	case p < .36:
		return s.rng.IntN(10)
	}
	return s.rng.IntN(glyph.Reject)
}

func (s *sampler) face() *face {
	n := s.rng.IntN(s.total)
	for _, f := range s.faces {
		if n -= f.share; n < 0 {
			return f
		}
	}
	return s.faces[0]
}

// glyph returns a character's master, from another face where the chosen one lacks it.
func (s *sampler) glyph(f *face, class int) []float32 {
	if f.glyphs[class] == nil {
		f = s.faces[1]
	}
	return f.glyphs[class]
}

func (s *sampler) scene(class int) scene {
	f := s.face()
	sc := scene{threshold: float32(s.uniform(.22, .72))}
	for i := range sc.glyphs {
		switch p := s.rng.Float64(); {
		case i == 1 && class != glyph.Reject:
			sc.glyphs[i] = s.glyph(f, class)
		case i == 1 || p < .08:
		case p < .35:
			sc.glyphs[i] = s.glyph(f, glyph.Class('<'))
		default:
			sc.glyphs[i] = s.glyph(f, s.rng.IntN(glyph.Reject))
		}
	}
	turn, shear := s.rng.NormFloat64()*.03, s.rng.NormFloat64()*.06
	sx, sy := 1/s.uniform(.86, 1.12), 1/s.uniform(.86, 1.14)
	sc.a, sc.b = sx*math.Cos(turn), sx*(math.Sin(turn)+shear)
	sc.c, sc.d = -sy*math.Sin(turn), sy*math.Cos(turn)
	sc.dx, sc.dy = clamp(s.rng.NormFloat64()*.055, .15), clamp(s.rng.NormFloat64()*.055, .15)
	return sc
}

func clamp(v, top float64) float64 { return max(-top, min(top, v)) }

// asymmetric holds the characters that are none of the alphabet when they stand on their head.
const asymmetric = "ABCDEFGJKLPQRTUVY123457<"

// spoil turns a scene into something that must be refused: nothing, the gap between two glyphs, a glyph turned over or
// on its side, a line that runs too high, or letters of quite another size.
func (s *sampler) spoil(sc *scene) {
	f := s.face()
	pick := func() []float32 { return s.glyph(f, s.rng.IntN(glyph.Reject)) }
	sign := float64(1 - 2*s.rng.IntN(2))
	switch s.rng.IntN(8) {
	case 0, 1:
	case 2:
		sc.glyphs = [3][]float32{pick(), pick(), pick()}
		sc.dx = sign * s.uniform(.4, .5)
	case 3:
		sc.glyphs[1] = pick()
		sc.dy = sign * s.uniform(.5, .9)
	case 4, 5:
		sc.glyphs[1] = s.glyph(f, glyph.Class(asymmetric[s.rng.IntN(len(asymmetric))]))
		sc.a, sc.b, sc.c, sc.d = -sc.a, -sc.b, -sc.c, -sc.d
	case 6:
		sc.glyphs[1] = s.glyph(f, glyph.Class("ABCDEFGJKLPQRTUVY234567<"[s.rng.IntN(24)]))
		sc.a, sc.b, sc.c, sc.d = sign*sc.c, sign*sc.d, -sign*sc.a, -sign*sc.b
	case 7:
		sc.glyphs = [3][]float32{pick(), pick(), pick()}
		k := []float64{.45, .55, 1.7, 2.2}[s.rng.IntN(4)]
		sc.a, sc.b, sc.c, sc.d = sc.a*k, sc.b*k, sc.c*k, sc.d*k
		sc.dx = s.uniform(-.5, .5)
	}
}

// ink returns the ink at (u, v): pitches and cap heights from the middle of the cell.
func (sc *scene) ink(u, v float64) float32 {
	x, y := sc.a*u+sc.b*v+sc.dx, sc.c*u+sc.d*v+sc.dy
	i := int(math.Floor(x + 1.5))
	if i < 0 || i > 2 || sc.glyphs[i] == nil {
		return 0
	}
	px, py := (x+1.5-float64(i))*masterPitch-.5, (y+1)*masterPitch-.5
	m := bilinear(sc.glyphs[i], masterW, masterH, px, py)
	return max(0, min(1, (m-sc.threshold)*3+.5))
}

func bilinear(p []float32, w, h int, x, y float64) float32 {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if x0 < 0 || y0 < 0 || x0+1 >= w || y0+1 >= h {
		return 0
	}
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	i := y0*w + x0
	return (p[i]*(1-fx)+p[i+1]*fx)*(1-fy) + (p[i+w]*(1-fx)+p[i+w+1]*fx)*fy
}

// render photographs a scene at a resolution of its own and samples the cell from that picture.
func (s *sampler) render(sc *scene, cell *glyph.Cell, contrast float64) {
	pitch := math.Exp(s.uniform(math.Log(5.5), math.Log(20)))
	capHeight := pitch * s.uniform(.55, 1.2)
	w, h := int(pitch*1.5)+4, int(capHeight*1.9)+4
	cx, cy := float64(w)/2+s.uniform(-.5, .5), float64(h)/2+s.uniform(-.5, .5)
	picture := make([]float32, w*h)
	paper := s.paper(contrast)
	for y := range h {
		for x := range w {
			var ink float32
			for _, o := range [4][2]float64{{.25, .25}, {.75, .25}, {.25, .75}, {.75, .75}} {
				ink += sc.ink((float64(x)+o[0]-cx)/pitch, (float64(y)+o[1]-cy)/capHeight)
			}
			picture[y*w+x] = paper((float64(x)-cx)/pitch, (float64(y)-cy)/pitch) - ink/4*float32(contrast)
		}
	}
	if s.rng.IntN(3) == 0 {
		blur(picture, w, h, s.uniform(.3, .13*pitch))
	}
	if sigma := s.uniform(-.1, .14) * contrast; sigma > 0 {
		for i := range picture {
			picture[i] += float32(s.rng.NormFloat64() * sigma)
		}
	}
	s.process(picture, w, h, contrast)
	if s.rng.IntN(4) == 0 {
		picture = squeeze(picture, w, h, 15+s.rng.IntN(50))
	}
	for j := range glyph.Height {
		for i := range glyph.Width {
			u := ((float64(i)+.5)/glyph.Width - .5) * glyph.SpanX * pitch
			v := ((float64(j)+.5)/glyph.Height - .5) * glyph.SpanY * capHeight
			cell[j*glyph.Width+i] = bilinear(picture, w, h, cx+u-.5, cy+v-.5)
		}
	}
}

// process applies what cameras and scanners sometimes do to print: halos of sharpening, bright blots and scratches,
// hard black and white.
func (s *sampler) process(p []float32, w, h int, contrast float64) {
	switch s.rng.IntN(9) {
	case 0:
		soft := append([]float32(nil), p...)
		blur(soft, w, h, s.uniform(.7, 1.6))
		k := float32(s.uniform(.5, 1.8))
		for i := range p {
			p[i] += k * (p[i] - soft[i])
		}
	case 1, 2:
		s.blot(p, w, h, contrast)
	case 3:
		edge := float32(1 - contrast*s.uniform(.35, .65))
		for i, v := range p {
			if p[i] = 1; v < edge {
				p[i] = 1 - float32(contrast)
			}
		}
	}
}

// blot draws a soft streak over the picture, lighter or darker than the paper, at any angle.
func (s *sampler) blot(p []float32, w, h int, contrast float64) {
	turn, width := s.uniform(0, math.Pi), s.uniform(.03, .2)*float64(h)
	cx, cy := s.uniform(0, float64(w)), s.uniform(0, float64(h))
	shade := float32(s.uniform(-.7, .8) * contrast)
	for y := range h {
		for x := range w {
			d := (float64(x)-cx)*math.Sin(turn) - (float64(y)-cy)*math.Cos(turn)
			p[y*w+x] += shade * float32(math.Exp(-d*d/width/width))
		}
	}
}

// paper draws a background: a gradient and, often, the waves of security printing.
func (s *sampler) paper(contrast float64) func(u, v float64) float32 {
	gx, gy := s.rng.NormFloat64()*.15*contrast, s.rng.NormFloat64()*.15*contrast
	type wave struct{ kx, ky, phase, amplitude float64 }
	waves := make([]wave, max(0, s.rng.IntN(5)-1))
	for i := range waves {
		turn, k := s.uniform(0, math.Pi), s.uniform(2, 16)
		waves[i] = wave{k * math.Cos(turn), k * math.Sin(turn), s.uniform(0, 6.3), s.uniform(0, .2) * contrast}
	}
	return func(u, v float64) float32 {
		b := 1 + gx*u + gy*v
		for _, w := range waves {
			b += w.amplitude * math.Sin(w.kx*u+w.ky*v+w.phase)
		}
		return float32(b)
	}
}

// blur is a box of three taps, repeated until the wanted spread is near.
func blur(p []float32, w, h int, sigma float64) {
	k := float32(min(1./3, sigma*sigma/2))
	for n := max(1, int(sigma*sigma*1.5+.5)); n > 0; n-- {
		pass(p, w, h, 1, w, k)
		pass(p, h, w, w, 1, k)
	}
}

func pass(p []float32, n, lines, step, next int, k float32) {
	for l := range lines {
		prev := p[l*next]
		for i := range n {
			at := l*next + i*step
			here := p[at]
			after := here
			if i+1 < n {
				after = p[at+step]
			}
			p[at] = here + k*(prev+after-2*here)
			prev = here
		}
	}
}

// squeeze encodes a picture as JPEG of the given quality and decodes it.
func squeeze(p []float32, w, h, quality int) []float32 {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i, v := range p {
		img.Pix[i] = uint8(max(0, min(255, 30+v*190)))
	}
	var b bytes.Buffer
	if jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}) != nil {
		return p
	}
	back, err := jpeg.Decode(&b)
	if err != nil {
		return p
	}
	for y := range h {
		for x := range w {
			r, _, _, _ := back.At(x, y).RGBA()
			p[y*w+x] = (float32(r>>8) - 30) / 190
		}
	}
	return p
}
