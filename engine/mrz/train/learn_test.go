package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"proofdesk/engine/mrz/glyph"
)

// lossOf is the cross entropy of one cell.
func lossOf(net *glyph.Net, cell *glyph.Cell, class int) float64 {
	p := net.Classify(cell, &glyph.Work{})
	return -float64(p[class])
}

func TestGradientsAgreeWithDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	net := newNet(3)
	w := worker{grad: glyph.NewNet()}
	for i := range w.cell {
		w.cell[i] = float32(rng.NormFloat64())
	}
	const class = 5
	p := net.Classify(&w.cell, &w.work)
	d := make([]float32, glyph.Classes)
	for i, v := range p {
		d[i] = float32(math.Exp(float64(v)))
	}
	d[class]--
	w.backward(net, d)
	for k, tensor := range net.Tensors() {
		for range 12 {
			i := rng.IntN(len(tensor))
			was, got := tensor[i], float64(w.grad.Tensors()[k][i])
			const step = 2e-3
			tensor[i] = was + step
			up := lossOf(net, &w.cell, class)
			tensor[i] = was - step
			down := lossOf(net, &w.cell, class)
			tensor[i] = was
			if want := (up - down) / (2 * step); math.Abs(want-got) > .02+.05*math.Abs(want) {
				t.Errorf("tensor %d, weight %d: gradient %.4f, difference %.4f", k, i, got, want)
			}
		}
	}
}

func TestTheMeanOfBranchesKeepsAnUntrainedNetwork(t *testing.T) {
	net := newNet(1)
	same := branch(net, []*face{strokesFace()}, 0, 0, 0, 1)
	for k, tensor := range net.Tensors() {
		for i, v := range tensor {
			if same.Tensors()[k][i] != v {
				t.Fatalf("tensor %d changed", k)
			}
		}
	}
}

func TestEverySampleIsNormalisedAndOfAKnownClass(t *testing.T) {
	own := strokesFace()
	own.share = 1
	s := newSampler([]*face{own, own}, 2)
	var cell glyph.Cell
	for range 300 {
		class := s.next(&cell)
		if class < 0 || class > glyph.Reject {
			t.Fatalf("class %d", class)
		}
		for _, v := range cell {
			if math.IsNaN(float64(v)) || v > 4 || v < -4 {
				t.Fatalf("sample %v of class %d", v, class)
			}
		}
	}
}
