package nn

import (
	"fmt"
	"sync"
)

const (
	tilePixels = 6  // output pixels that one step of a convolution makes
	panelWide  = 16 // output channels that it makes of each
	tileSize   = tilePixels * panelWide
)

// Activation is what follows a convolution's sum.
type Activation int

// The activations that a convolution can end with.
const (
	Linear Activation = iota
	ReLU
)

// Conv is a convolution with its weights packed in panels of 16 output channels: for every row and column of the
// kernel and every input channel the 16 weights side by side.
type Conv struct {
	In, Out, KH, KW, Stride int
	panels                  []float32
	bias                    []float32
	blocks                  func() *winograd // nil for kernels that it doesn't serve
}

// NewConv packs a kernel of shape rows, columns, input channels, output channels. scale and bias, of one value per
// output channel, may be nil; the result is scale × sum + bias.
func NewConv(kernel Tensor, scale, bias []float32, stride int) (*Conv, error) {
	if len(kernel.Shape) != 4 || stride < 1 {
		return nil, fmt.Errorf("%w: a kernel of shape %v", ErrWeights, kernel.Shape)
	}
	c := &Conv{KH: kernel.Shape[0], KW: kernel.Shape[1], In: kernel.Shape[2], Out: kernel.Shape[3], Stride: stride}
	if bias != nil && len(bias) != c.Out || scale != nil && len(scale) != c.Out {
		return nil, fmt.Errorf("%w: %d channels with %d scales and %d biases", ErrWeights, c.Out, len(scale), len(bias))
	}
	count := (c.Out + panelWide - 1) / panelWide
	depth := c.KH * c.KW * c.In
	c.panels, c.bias = make([]float32, count*depth*panelWide), make([]float32, count*panelWide)
	copy(c.bias, bias)
	for k := range depth {
		for o := range c.Out {
			v := kernel.Data[k*c.Out+o]
			if scale != nil {
				v *= scale[o]
			}
			c.panels[(o/panelWide*depth+k)*panelWide+o%panelWide] = v
		}
	}
	if c.KH == 3 && c.KW == 3 && stride == 1 {
		c.blocks = sync.OnceValue(func() *winograd { return newWinograd(c) })
	}
	return c, nil
}

// Runner holds what a convolution needs while it runs. It must not be shared between goroutines.
type Runner struct {
	kernel  tileKernel
	blocks  *blocks // of a portable runner
	sums    [tileSize]float32
	offsets [tilePixels]int // of the tile's pixels in the source, in values
	targets [tilePixels]int // and in the destination
}

// tileKernel adds up one tile: sums[p*16+j] = Σ src[offsets[p]+row*stride+t] × panel[(row*run+t)*16+j] over rows and
// t below run. Pixels at the end of a tile may repeat the last one; their sums are not used.
type tileKernel func(
	sums *[tileSize]float32, src []float32, offsets *[tilePixels]int, panel []float32, run, rows, stride int,
)

// NewRunner makes a runner. A portable one never uses assembly.
func NewRunner(portable bool) *Runner {
	if portable || nativeTile == nil {
		return &Runner{kernel: portableTile, blocks: &blocks{}}
	}
	return &Runner{kernel: nativeTile}
}

// Run computes the first h × w pixels of dst from src; output pixel 0, 0 sees the source from row -top and column
// -left on, which its border must cover. add, if not nil, is added before the activation; it may be dst itself.
func (c *Conv) Run(r *Runner, dst, src *Map, h, w, top, left int, add *Map, act Activation) {
	if r.blocks != nil && c.blocks != nil && h*w >= leastPixels {
		c.blocks().run(c, r, dst, src, h, w, top, left, add, act)
		return
	}
	depth := c.KH * c.KW * c.In
	for at := 0; at < c.Out; at += panelWide {
		panel := c.panels[at*depth:][:depth*panelWide]
		bias := c.bias[at : at+panelWide]
		y, x := 0, 0
		for left0 := h * w; left0 > 0; left0 -= tilePixels {
			n := min(left0, tilePixels)
			for p := range tilePixels {
				if p < n {
					r.offsets[p] = src.At(y*c.Stride-top, x*c.Stride-left)
					r.targets[p] = dst.At(y, x) + at
					if x++; x == w {
						x, y = 0, y+1
					}
				} else {
					r.offsets[p] = r.offsets[n-1]
				}
			}
			r.kernel(&r.sums, src.Data, &r.offsets, panel, c.KW*c.In, c.KH, src.stride())
			c.finish(r, dst, add, bias, n, min(panelWide, c.Out-at), act)
		}
	}
}

// finish adds the bias and the other summand, applies the activation and stores a tile.
func (c *Conv) finish(r *Runner, dst, add *Map, bias []float32, pixels, channels int, act Activation) {
	for p := range pixels {
		sums := r.sums[p*panelWide:][:channels]
		out := dst.Data[r.targets[p]:][:channels]
		for j, v := range sums {
			v += bias[j]
			if add != nil {
				v += add.Data[r.targets[p]+j]
			}
			if act == ReLU {
				v = max(v, 0)
			}
			out[j] = v
		}
	}
}
