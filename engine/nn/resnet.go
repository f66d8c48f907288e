package nn

import (
	"fmt"
	"strings"
)

// ChipSide is the width and height in pixels of the picture that a ResNet describes.
const ChipSide = 150

// Descriptor is a face as a point in 128 dimensions; two pictures of one person lie close to each other.
type Descriptor = [128]float32

// ResNet is the 29-layer residual network of dlib's face recognition (King, 2017, after He et al., "Deep Residual
// Learning for Image Recognition", 2015) with the weights as face-api publishes them.
type ResNet struct {
	stem   *Conv
	blocks []block
	fc     []float32 // 256 × 128
}

// block is two convolutions with a short cut past them; a down block halves the map on both ways.
type block struct {
	first, second *Conv
	down          bool
}

// blockNames are the blocks in order, by the names of their tensors.
var blockNames = []string{
	"conv32_1", "conv32_2", "conv32_3", "conv64_down", "conv64_1", "conv64_2", "conv64_3", "conv128_down",
	"conv128_1", "conv128_2",
	"conv256_down", "conv256_1", "conv256_2", "conv256_down_out",
}

// NewResNet builds the network out of the tensors of face_recognition_model.
func NewResNet(w Weights) (*ResNet, error) {
	n := &ResNet{}
	var err error
	if n.stem, err = w.scaled("conv32_down", 2); err != nil {
		return nil, err
	}
	if n.stem.In != 3 || n.stem.KH != 7 || n.stem.KW != 7 {
		return nil, fmt.Errorf("%w: the first kernel doesn't fit", ErrWeights)
	}
	channels := n.stem.Out
	for _, name := range blockNames {
		b := block{down: strings.Contains(name, "_down")}
		stride := 1
		if b.down {
			stride = 2
		}
		if b.first, err = w.scaled(name+"/conv1", stride); err != nil {
			return nil, err
		}
		if b.second, err = w.scaled(name+"/conv2", 1); err != nil {
			return nil, err
		}
		if b.first.In != channels || b.second.In != b.first.Out || b.first.KH != 3 || b.second.KH != 3 ||
			b.first.KW != 3 || b.second.KW != 3 {
			return nil, fmt.Errorf("%w: block %s doesn't fit", ErrWeights, name)
		}
		channels = b.second.Out
		n.blocks = append(n.blocks, b)
	}
	fc, err := w.get("fc", channels, len(Descriptor{}))
	n.fc = fc.Data
	return n, err
}

// scaled is a convolution with its bias and the scale layer behind it folded into one.
func (w Weights) scaled(name string, stride int) (*Conv, error) {
	kernel, err := w.get(name+"/conv/filters", -1, -1, -1, -1)
	if err != nil {
		return nil, err
	}
	out := kernel.Shape[3]
	bias, err := w.get(name+"/conv/bias", out)
	if err != nil {
		return nil, err
	}
	scale, err := w.get(name+"/scale/weights", out)
	if err != nil {
		return nil, err
	}
	shift, err := w.get(name+"/scale/biases", out)
	if err != nil {
		return nil, err
	}
	folded := make([]float32, out)
	for i := range folded {
		folded[i] = bias.Data[i]*scale.Data[i] + shift.Data[i]
	}
	return NewConv(kernel, scale.Data, folded, stride)
}

// Scratch is the memory of one run of a network, made once and used again. It must not be shared between goroutines.
type Scratch struct {
	runner      *Runner
	input, stem *Map
	pooled      *Map
	middle, out []*Map // per block
}

// NewScratch makes the memory for one run at a time; a portable one never uses assembly.
func (n *ResNet) NewScratch(portable bool) *Scratch {
	s := &Scratch{runner: NewRunner(portable), input: NewMap(ChipSide, ChipSide, 3, 0)}
	side := (ChipSide-n.stem.KH)/2 + 1
	s.stem = NewMap(side, side, n.stem.Out, 0)
	side = (side-3)/2 + 1
	s.pooled = NewMap(side, side, n.stem.Out, 1)
	for _, b := range n.blocks {
		inner := side
		if b.down {
			inner, side = (side-3)/2+1, side/2
		}
		s.middle = append(s.middle, NewMap(inner, inner, b.first.Out, 1))
		s.out = append(s.out, NewMap(side, side, b.second.Out, 1))
	}
	return s
}

// Describe runs the network on a face chip: 150 × 150 pixels of red, green, blue, row by row. A chip of another length
// answers the zero descriptor.
func (n *ResNet) Describe(s *Scratch, chip []uint8) Descriptor {
	if len(chip) != ChipSide*ChipSide*3 {
		return Descriptor{}
	}
	mean := [3]float32{122.782, 117.001, 104.298}
	for i, v := range chip {
		s.input.Data[i] = (float32(v) - mean[i%3]) / 255
	}
	n.stem.Run(s.runner, s.stem, s.input, s.stem.H, s.stem.W, 0, 0, nil, ReLU)
	maxPool(s.pooled, s.stem, 3, 2, 0, 0)
	x := s.pooled
	for i, b := range n.blocks {
		mid, out := s.middle[i], s.out[i]
		short, pad := x, 1
		if b.down { // the short cut's halved map waits in out, where the second convolution adds to it
			halve(out, x)
			short, pad = out, 0
		}
		b.first.Run(s.runner, mid, x, mid.H, mid.W, pad, pad, nil, ReLU)
		b.second.Run(s.runner, out, mid, mid.H, mid.W, 1, 1, short, ReLU)
		x = out
	}
	return n.project(x)
}

// project averages the last map and multiplies with the final matrix.
func (n *ResNet) project(x *Map) (d Descriptor) {
	for c := range x.C {
		var sum float32
		for y := range x.H {
			for px := range x.W {
				sum += x.Data[x.At(y, px)+c]
			}
		}
		sum /= float32(x.H * x.W)
		for i, w := range n.fc[c*len(d):][:len(d)] {
			d[i] += sum * w
		}
	}
	return d
}
