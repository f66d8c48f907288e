package specimen

import (
	"bytes"
	"encoding/binary"
	"image"
	"math"
)

// How coarsely a film is drawn: the steps of the quantiser at index 24 of RFC 6386, 14.1, and how strongly its blocks'
// edges are smoothed.
const (
	vp8Index   = 24
	vp8DC      = 23
	vp8AC      = 28
	vp8Y2AC    = vp8AC * 155 / 100
	vp8Smooth  = 14
	vp8Default = 128 // a probability of one half
)

// The kinds of blocks, as they choose their probabilities.
const (
	lumaRest = iota // without its mean
	lumaMeans
	chroma
)

// choice is one yes or no of a stream: coded with a given probability of no, or, where slot is not negative, with the
// one that the frame's own statistics give that slot.
type choice struct {
	slot int
	prob uint8
	yes  bool
}

// vp8Frame codes one picture as a key frame of VP8 (RFC 6386): whole blocks predicted from their mean, the row above or
// the column on the left, and what is left of them transformed, quantised and coded with probabilities that fit the
// frame.
type vp8Frame struct {
	wide, high int // in blocks of 16 x 16
	plane      [3]vp8Plane
	modes      []choice
	tokens     []choice
	above      [][9]bool // whether the lowest blocks of the row above have anything: 4 luma, 2 and 2 chroma, means
	left       [9]bool
}

// vp8Plane is one of a picture's planes, as it is and as a player will show it.
type vp8Plane struct {
	stride   int
	old, out []uint8
}

// vp8 codes a picture. Its right and lower edges are repeated to whole blocks.
func vp8(img *image.RGBA) []byte {
	size := img.Rect.Size()
	f := &vp8Frame{wide: (size.X + 15) / 16, high: (size.Y + 15) / 16}
	full := image.NewRGBA(image.Rect(0, 0, 16*f.wide, 16*f.high))
	for y := range full.Rect.Dy() {
		for x := range full.Rect.Dx() {
			full.SetRGBA(x, y, img.RGBAAt(img.Rect.Min.X+min(x, size.X-1), img.Rect.Min.Y+min(y, size.Y-1)))
		}
	}
	var yuv bytes.Buffer
	planes(&yuv, full, 16*f.wide, 16*f.high)
	luma, chroma := 256*f.wide*f.high, 64*f.wide*f.high
	all := yuv.Bytes()
	for i, part := range [][]byte{all[:luma], all[luma : luma+chroma], all[luma+chroma:]} {
		f.plane[i] = vp8Plane{stride: []int{16, 8, 8}[i] * f.wide, old: part, out: make([]uint8, len(part))}
	}
	f.above = make([][9]bool, f.wide)
	for y := range f.high {
		f.left = [9]bool{}
		for x := range f.wide {
			f.block(x, y)
		}
	}
	return f.bytes(size)
}

// bytes writes the frame: its tag, its header with the modes, and the tokens.
func (f *vp8Frame) bytes(size image.Point) []byte {
	var first, second boolWriter
	first.number(0, 3) // colour space, clamping, no segments
	first.number(0, 1) // the normal filter
	first.number(vp8Smooth, 6)
	first.number(0, 3+1+2) // sharpness, no adjustments, one partition of tokens
	first.number(vp8Index, 7)
	first.number(0, 5) // no other steps of the quantiser
	first.number(1, 1) // probabilities stay
	probs := f.probabilities(&first)
	first.number(0, 1) // no block is left out
	for _, c := range f.modes {
		first.put(c.prob, c.yes)
	}
	for _, c := range f.tokens {
		if c.slot >= 0 {
			c.prob = probs[c.slot]
		}
		second.put(c.prob, c.yes)
	}
	head := first.end()
	tag := uint32(len(head))<<5 | 1<<4 // a key frame that is shown
	out := []byte{byte(tag), byte(tag >> 8), byte(tag >> 16), 0x9d, 1, 0x2a}
	out = binary.LittleEndian.AppendUint16(out, uint16(size.X))
	out = binary.LittleEndian.AppendUint16(out, uint16(size.Y))
	return append(append(out, head...), second.end()...)
}

const vp8Slots = 4 * 8 * 3 * 11

// probabilities returns each slot that is used its own, and tells them all.
func (f *vp8Frame) probabilities(w *boolWriter) [vp8Slots]uint8 {
	var no, all [vp8Slots]int
	for _, c := range f.tokens {
		if c.slot >= 0 {
			all[c.slot]++
			if !c.yes {
				no[c.slot]++
			}
		}
	}
	var probs [vp8Slots]uint8
	for i := range probs {
		told, rare := vp8Updates[i]
		if !rare {
			told = 255
		}
		w.put(told, all[i] > 0)
		if all[i] > 0 {
			probs[i] = uint8(max(1, min(255, 256*no[i]/all[i])))
			w.number(int(probs[i]), 8)
		}
	}
	return probs
}

// block codes the 16 x 16 pixels at a place, with its 8 x 8 of each colour.
func (f *vp8Frame) block(x, y int) {
	luma := f.plane[0].predict(x, y, 16)
	f.modes = append(f.modes, choice{prob: 145, yes: true})
	f.modes = append(f.modes, [][]choice{
		{{prob: 156}, {prob: 163}}, {{prob: 156}, {prob: 163, yes: true}}, {{prob: 156, yes: true}, {prob: vp8Default}},
	}[luma]...)
	blue := f.plane[1].predict(x, y, 8)
	f.plane[2].fill(x, y, 8, blue)
	f.modes = append(f.modes, [][]choice{
		{{prob: 142}},
		{{prob: 142, yes: true}, {prob: 114}},
		{{prob: 142, yes: true}, {prob: 114, yes: true}, {prob: 183}},
	}[blue]...)
	f.luma(x, y)
	f.colour(x, y, 1, 4)
	f.colour(x, y, 2, 6)
}

func (f *vp8Frame) luma(x, y int) {
	p := &f.plane[0]
	var parts [16][16]int
	var means [16]float64
	for i := range parts {
		c := p.residue(16*x+i%4*4, 16*y+i/4*4)
		means[i] = c[0]
		parts[i] = quantised(c, vp8DC, vp8AC)
	}
	mean := quantised(walsh(means), 2*vp8DC, vp8Y2AC)
	f.code(lumaMeans, mean, &f.above[x][8], &f.left[8])
	whole := unwalsh(mean)
	for i := range parts {
		f.code(lumaRest, parts[i], &f.above[x][i%4], &f.left[i/4])
		c := scaled(parts[i], vp8DC, vp8AC)
		c[0] = whole[i]
		p.restore(16*x+i%4*4, 16*y+i/4*4, c)
	}
}

func (f *vp8Frame) colour(x, y, plane, flag int) {
	p := &f.plane[plane]
	for i := range 4 {
		at, row := 8*x+i%2*4, 8*y+i/2*4
		part := quantised(p.residue(at, row), vp8DC, vp8AC)
		f.code(chroma, part, &f.above[x][flag+i%2], &f.left[flag+i/2])
		p.restore(at, row, scaled(part, vp8DC, vp8AC))
	}
}

// predict fills a block from what stands around it, in the way that comes nearest: 0 mean, 1 from above, 2 from the
// left.
func (p *vp8Plane) predict(x, y, n int) int {
	best, least := 0, math.MaxInt
	for mode := range 3 {
		p.fill(x, y, n, mode)
		off := 0
		for i := range n * n {
			at := (n*y+i/n)*p.stride + n*x + i%n
			d := int(p.old[at]) - int(p.out[at])
			off += d * d
		}
		if off < least {
			best, least = mode, off
		}
	}
	p.fill(x, y, n, best)
	return best
}

func (p *vp8Plane) fill(x, y, n, mode int) {
	top, left := n*y, n*x
	mean := p.mean(left, top, n)
	for i := range n * n {
		row, col := top+i/n, left+i%n
		v := mean
		switch {
		case mode == 1 && top == 0:
			v = 127
		case mode == 1:
			v = p.out[(top-1)*p.stride+col]
		case mode == 2 && left == 0:
			v = 129
		case mode == 2:
			v = p.out[row*p.stride+left-1]
		}
		p.out[row*p.stride+col] = v
	}
}

// mean is that of the row above and the column on the left, as far as they are in the picture.
func (p *vp8Plane) mean(left, top, n int) uint8 {
	sum, count := 0, 0
	for i := range n {
		if top > 0 {
			sum += int(p.out[(top-1)*p.stride+left+i])
			count++
		}
		if left > 0 {
			sum += int(p.out[(top+i)*p.stride+left-1])
			count++
		}
	}
	if count == 0 {
		return 128
	}
	return uint8((sum + count/2) / count)
}

// residue transforms what the prediction of 4 x 4 pixels lacks.
func (p *vp8Plane) residue(x, y int) [16]float64 {
	var d [16]float64
	for i := range d {
		at := (y+i/4)*p.stride + x + i%4
		d[i] = float64(p.old[at]) - float64(p.out[at])
	}
	return transform(d, turns)
}

// restore adds to the prediction what a player will add (RFC 6386, 14.3).
func (p *vp8Plane) restore(x, y int, c [16]int) {
	for i := range 4 {
		c[i], c[4+i], c[8+i], c[12+i] = unturned(c[i], c[4+i], c[8+i], c[12+i])
	}
	for i := 0; i < 16; i += 4 {
		c[i], c[i+1], c[i+2], c[i+3] = unturned(c[i], c[i+1], c[i+2], c[i+3])
	}
	for i, v := range c {
		at := (y+i/4)*p.stride + x + i%4
		p.out[at] = uint8(max(0, min(255, int(p.out[at])+(v+4)>>3)))
	}
}

func unturned(i0, i1, i2, i3 int) (o0, o1, o2, o3 int) {
	a, b := i0+i2, i0-i2
	c := i1*35468>>16 - (i3 + i3*20091>>16)
	d := i1 + i1*20091>>16 + i3*35468>>16
	return a + d, b + c, b - c, a - d
}

// The bases of the two transforms: a column each, all of length two.
var (
	turns = [4][4]float64{
		{1, 1.30656296, 1, .54119610},
		{1, .54119610, -1, -1.30656296},
		{1, -.54119610, -1, 1.30656296},
		{1, -1.30656296, 1, -.54119610},
	}
	squares = [4][4]float64{{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, -1, 1}, {1, -1, 1, -1}}
)

// transform returns half of the products with a basis, along columns and rows.
func transform(d [16]float64, basis [4][4]float64) [16]float64 {
	var half, out [16]float64
	for i := range 16 {
		for k := range 4 {
			half[i] += d[k*4+i%4] * basis[k][i/4]
		}
	}
	for i := range 16 {
		for k := range 4 {
			out[i] += half[i/4*4+k] * basis[k][i%4] / 2
		}
	}
	return out
}

func walsh(means [16]float64) [16]float64 { return transform(means, squares) }

// unwalsh returns the means back (RFC 6386, 14.3).
func unwalsh(q [16]int) [16]int {
	var d [16]float64
	for i, v := range scaled(q, 2*vp8DC, vp8Y2AC) {
		d[i] = float64(v)
	}
	var out [16]int
	for i, v := range transform(d, squares) { // the basis is its own inverse but for the scale
		out[i] = (int(2*v) + 3) >> 3
	}
	return out
}

// quantised rounds coefficients to steps; small ones are left out.
func quantised(c [16]float64, dc, ac float64) [16]int {
	var q [16]int
	for i, v := range c {
		step, round := ac, .38
		if i == 0 {
			step, round = dc, .5
		}
		n := min(2048, math.Floor(math.Abs(v)/step+round))
		q[i] = int(math.Copysign(n, v))
	}
	return q
}

func scaled(q [16]int, dc, ac int) [16]int {
	for i := range q {
		if i == 0 {
			q[i] *= dc
		} else {
			q[i] *= ac
		}
	}
	return q
}
