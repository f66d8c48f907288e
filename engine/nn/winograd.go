package nn

// winograd computes a 3 × 3 convolution of stride 1 in blocks of 4 × 4 output pixels with a quarter of the
// multiplications (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016, F(4×4, 3×3)). Only the
// portable kernel uses it: the assembly is faster without the transforms.
type winograd struct {
	panels []float32 // per output panel, per frequency: input channels × 16
}

const (
	blockSide   = 4
	freqSide    = 6
	frequencies = freqSide * freqSide
	leastPixels = 64 // smaller maps have too few blocks to fill a tile
)

// kernelTransform is G of the paper.
var kernelTransform = [freqSide][3]float32{
	{1. / 4, 0, 0},
	{-1. / 6, -1. / 6, -1. / 6},
	{-1. / 6, 1. / 6, -1. / 6},
	{1. / 24, 1. / 12, 1. / 6},
	{1. / 24, -1. / 12, 1. / 6},
	{0, 0, 1},
}

// newWinograd transforms the packed kernel of a 3 × 3 convolution.
func newWinograd(c *Conv) *winograd {
	count := len(c.bias) / panelWide
	w := &winograd{panels: make([]float32, count*frequencies*c.In*panelWide)}
	for p := range count {
		from := c.panels[p*9*c.In*panelWide:]
		for i := range c.In * panelWide {
			var half [freqSide][3]float32
			for u, g := range kernelTransform {
				for x := range 3 {
					for y := range 3 {
						half[u][x] += g[y] * from[(y*3+x)*c.In*panelWide+i]
					}
				}
			}
			for f := range frequencies {
				h, g := half[f/freqSide], kernelTransform[f%freqSide]
				w.panels[(p*frequencies+f)*c.In*panelWide+i] = h[0]*g[0] + h[1]*g[1] + h[2]*g[2]
			}
		}
	}
	return w
}

// blocks is the memory of one transformed convolution.
type blocks struct {
	source  []float32 // per frequency, per block: input channels
	product []float32 // per frequency, per block: 16 output channels
	half    []float32 // one block, transformed along its columns
	zero    []float32
}

func (b *blocks) grow(n, channels int) {
	if need := frequencies * n * channels; len(b.source) < need {
		b.source = make([]float32, need)
	}
	if need := frequencies * n * panelWide; len(b.product) < need {
		b.product = make([]float32, need)
	}
	if need := frequencies * channels; len(b.half) < need {
		b.half, b.zero = make([]float32, need), make([]float32, channels)
	}
}

// run is Conv.Run by blocks.
func (w *winograd) run(c *Conv, r *Runner, dst, src *Map, height, width, top, left int, add *Map, act Activation) {
	high, wide := (height+blockSide-1)/blockSide, (width+blockSide-1)/blockSide
	n := high * wide
	r.blocks.grow(n, c.In)
	for i := range n {
		r.blocks.transform(src, i, n, i/wide*blockSide-top, i%wide*blockSide-left)
	}
	for at := 0; at < c.Out; at += panelWide {
		panels := w.panels[at*frequencies*c.In:]
		for f := range frequencies {
			r.multiply(f, n, c.In, panels[f*c.In*panelWide:][:c.In*panelWide])
		}
		for i := range n {
			r.collect(c, dst, add, i, n, at, i/wide*blockSide, i%wide*blockSide, height, width, act)
		}
	}
}

// transform converts one block's 6 × 6 source pixels to frequencies; pixels beyond the border are 0.
func (b *blocks) transform(src *Map, block, n, y, x int) {
	c := src.C
	for col := range freqSide {
		var d [freqSide][]float32
		for row := range freqSide {
			d[row] = src.pixelOrZero(y+row, x+col, b.zero[:c])
		}
		for k := range c {
			v := forward(d[0][k], d[1][k], d[2][k], d[3][k], d[4][k], d[5][k])
			for row := range freqSide {
				b.half[(row*freqSide+col)*c+k] = v[row]
			}
		}
	}
	for row := range freqSide {
		h := b.half[row*freqSide*c:][:freqSide*c]
		for k := range c {
			v := forward(h[k], h[c+k], h[2*c+k], h[3*c+k], h[4*c+k], h[5*c+k])
			for col := range freqSide {
				b.source[((row*freqSide+col)*n+block)*c+k] = v[col]
			}
		}
	}
}

// forward is the transform of the source, B of the paper.
func forward(a, b, c, d, e, f float32) [freqSide]float32 {
	return [freqSide]float32{
		4*a - 5*c + e, e + d - 4*(b+c), e - d + 4*(b-c), e - c + 2*(d-b), e - c - 2*(d-b), 4*b - 5*d + f,
	}
}

// multiply computes one frequency of all blocks for one output panel.
func (r *Runner) multiply(f, n, channels int, panel []float32) {
	source := r.blocks.source[f*n*channels:][:n*channels]
	for i := 0; i < n; i += tilePixels {
		for p := range tilePixels {
			r.offsets[p] = min(i+p, n-1) * channels
		}
		portableTile(&r.sums, source, &r.offsets, panel, channels, 1, 0)
		copy(r.blocks.product[(f*n+i)*panelWide:(f+1)*n*panelWide], r.sums[:])
	}
}

// collect converts one block back to pixels and stores those that are inside the map.
func (r *Runner) collect(c *Conv, dst, add *Map, block, n, at, y, x, height, width int, act Activation) {
	var half [blockSide][freqSide][panelWide]float32
	for col := range freqSide {
		for j := range panelWide {
			var m [freqSide]float32
			for row := range freqSide {
				m[row] = r.blocks.product[((row*freqSide+col)*n+block)*panelWide+j]
			}
			for i, v := range backward(m) {
				half[i][col][j] = v
			}
		}
	}
	for i := range min(blockSide, height-y) {
		for j := range panelWide {
			h := &half[i]
			v := backward([freqSide]float32{h[0][j], h[1][j], h[2][j], h[3][j], h[4][j], h[5][j]})
			for k := range v {
				r.sums[k*panelWide+j] = v[k]
			}
		}
		pixels := min(blockSide, width-x)
		for k := range pixels {
			r.targets[k] = dst.At(y+i, x+k) + at
		}
		c.finish(r, dst, add, c.bias[at:at+panelWide], pixels, min(panelWide, c.Out-at), act)
	}
}

// backward is the transform of the product, A of the paper.
func backward(m [freqSide]float32) [blockSide]float32 {
	s, d, t, e := m[1]+m[2], m[1]-m[2], m[3]+m[4], m[3]-m[4]
	return [blockSide]float32{m[0] + s + t, d + 2*e, s + 4*t, d + 8*e + m[5]}
}
