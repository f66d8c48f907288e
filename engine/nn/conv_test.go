package nn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"proofdesk/engine/nn"
)

// plain is a convolution as its definition says, without any trick.
func plain(kernel nn.Tensor, bias []float32, src *nn.Map, y, x, o, stride, pad int) float64 {
	sum := float64(bias[o])
	for ky := range kernel.Shape[0] {
		for kx := range kernel.Shape[1] {
			sy, sx := y*stride+ky-pad, x*stride+kx-pad
			if sy < 0 || sx < 0 || sy >= src.H || sx >= src.W {
				continue
			}
			for c := range src.C {
				k := kernel.Data[((ky*kernel.Shape[1]+kx)*src.C+c)*kernel.Shape[3]+o]
				sum += float64(k) * float64(src.Data[src.At(sy, sx)+c])
			}
		}
	}
	return sum
}

func TestConvolutionsMatchTheirDefinitionOnBothKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct{ h, w, in, out, k, stride, pad int }{
		{9, 11, 3, 5, 3, 1, 1},
		{8, 8, 16, 16, 3, 1, 1},
		{17, 17, 5, 33, 3, 1, 1},
		{10, 13, 4, 7, 3, 1, 0},
		{9, 9, 3, 4, 3, 2, 0},
		{12, 7, 2, 17, 5, 1, 2},
		{4, 4, 8, 20, 1, 1, 0},
		{3, 3, 6, 16, 3, 3, 0},
	} {
		kernel := nn.Tensor{Shape: []int{c.k, c.k, c.in, c.out}, Data: make([]float32, c.k*c.k*c.in*c.out)}
		for i := range kernel.Data {
			kernel.Data[i] = rng.Float32()*2 - 1
		}
		bias := make([]float32, c.out)
		for i := range bias {
			bias[i] = rng.Float32()
		}
		src := nn.NewMap(c.h, c.w, c.in, c.pad)
		for y := range c.h {
			for i := range c.w * c.in {
				src.Data[src.At(y, 0)+i] = rng.Float32()*2 - 1
			}
		}
		conv, err := nn.NewConv(kernel, nil, bias, c.stride)
		if err != nil {
			t.Fatal(err)
		}
		h, w := (c.h+2*c.pad-c.k)/c.stride+1, (c.w+2*c.pad-c.k)/c.stride+1
		for _, portable := range []bool{true, false} {
			dst := nn.NewMap(h, w, c.out, 1)
			conv.Run(nn.NewRunner(portable), dst, src, h, w, c.pad, c.pad, nil, nn.Linear)
			for y := range h {
				for x := range w {
					for o := range c.out {
						want := plain(kernel, bias, src, y, x, o, c.stride, c.pad)
						if got := dst.Data[dst.At(y, x)+o]; math.Abs(float64(got)-want) > 1e-3 {
							t.Fatalf("%+v, portable %v: pixel %d, %d channel %d is %v, want %v",
								c, portable, y, x, o, got, want)
						}
					}
				}
			}
			if dst.Data[0] != 0 || dst.Data[len(dst.Data)-1] != 0 {
				t.Errorf("%+v: the border was written to", c)
			}
		}
	}
}

func TestMisshapenKernelsAreRefused(t *testing.T) {
	kernel := nn.Tensor{Shape: []int{1, 1, 1, 2}, Data: make([]float32, 2)}
	if _, err := nn.NewConv(kernel, nil, make([]float32, 3), 1); err == nil {
		t.Error("three biases for two channels")
	}
	if _, err := nn.NewConv(nn.Tensor{Shape: []int{2}}, nil, nil, 1); err == nil {
		t.Error("a kernel of one dimension")
	}
	if _, err := nn.NewConv(kernel, nil, nil, 0); err == nil {
		t.Error("a stride of 0")
	}
}
