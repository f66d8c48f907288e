package main

import (
	"log"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"proofdesk/engine/mrz/glyph"
)

const batch = 64

// newNet draws weights by He's rule: normal, variance two over the number of inputs.
func newNet(seed uint64) *glyph.Net {
	rng := rand.New(rand.NewPCG(seed, 3))
	n := glyph.NewNet()
	for t, inputs := range []int{9, glyph.Conv1 * 9, glyph.Flat, glyph.Hidden} {
		w := n.Tensors()[2*t] // biases between them stay 0
		for i := range w {
			w[i] = float32(rng.NormFloat64() * math.Sqrt(2/float64(inputs)))
		}
	}
	return n
}

// train runs Adam with a cosine schedule over freshly drawn batches.
func train(net *glyph.Net, faces []*face, steps int, peak float64, seed uint64) {
	workers := runtime.GOMAXPROCS(0)
	pool := make([]*worker, workers)
	for i := range pool {
		pool[i] = &worker{sampler: newSampler(faces, seed+uint64(i)*7919), grad: glyph.NewNet()}
	}
	opt := &adam{m: glyph.NewNet(), v: glyph.NewNet()}
	var loss float64
	for step := range steps {
		var wg sync.WaitGroup
		for _, w := range pool {
			wg.Go(func() { w.run(net, batch/workers) })
		}
		wg.Wait()
		for _, w := range pool {
			loss += w.loss
		}
		rate := peak * (.02 + .98*(1+math.Cos(math.Pi*float64(step)/float64(steps)))/2)
		opt.step(net, pool, rate)
		if step%500 == 499 {
			log.Printf("batch %d: loss %.4f", step+1, loss/500/float64(batch/workers*workers))
			loss = 0
		}
	}
}

// branch trains copies of a network further and returns the mean of the network and all of them.
func branch(net *glyph.Net, faces []*face, n, steps int, peak float64, seed uint64) *glyph.Net {
	total := copied(net)
	for i := range n {
		b := copied(net)
		train(b, faces, steps, peak, seed+uint64(i+1)*104729)
		for k, t := range b.Tensors() {
			for j, v := range t {
				total.Tensors()[k][j] += v
			}
		}
	}
	for _, t := range total.Tensors() {
		for j := range t {
			t[j] /= float32(n + 1)
		}
	}
	return total
}

func copied(net *glyph.Net) *glyph.Net {
	out := glyph.NewNet()
	for k, t := range net.Tensors() {
		copy(out.Tensors()[k], t)
	}
	return out
}

type adam struct {
	m, v *glyph.Net
	t    int
}

// step applies the summed gradients of all workers and clears them (Kingma and Ba, 2015, algorithm 1).
func (a *adam) step(net *glyph.Net, pool []*worker, rate float64) {
	const b1, b2 = .9, .999
	a.t++
	c1, c2 := 1-math.Pow(b1, float64(a.t)), 1-math.Pow(b2, float64(a.t))
	weights, ms, vs := net.Tensors(), a.m.Tensors(), a.v.Tensors()
	for k, w := range weights {
		for i := range w {
			var g float32
			for _, p := range pool {
				g += p.grad.Tensors()[k][i]
				p.grad.Tensors()[k][i] = 0
			}
			g /= batch
			ms[k][i] = b1*ms[k][i] + (1-b1)*g
			vs[k][i] = b2*vs[k][i] + (1-b2)*g*g
			w[i] -= float32(rate * float64(ms[k][i]) / c1 / (math.Sqrt(float64(vs[k][i])/c2) + 1e-8))
		}
	}
}

// worker sums gradients over its share of a batch.
type worker struct {
	sampler *sampler
	grad    *glyph.Net
	loss    float64
	work    glyph.Work
	cell    glyph.Cell
	// gradients of the layers
	dP2   [glyph.Flat]float32
	dA2   [glyph.Flat * 4]float32
	dP1   [glyph.Conv1 * glyph.Size / 4]float32
	dA1   [glyph.Conv1 * glyph.Size]float32
	edge  [(glyph.Width + 2) * (glyph.Height + 2)]float32
	inner [glyph.Conv1][(glyph.Width/2 + 2) * (glyph.Height/2 + 2)]float32
	back  [(glyph.Width/2 + 2) * (glyph.Height/2 + 2)]float32
}

func (w *worker) run(net *glyph.Net, n int) {
	w.loss = 0
	for range n {
		class := w.sampler.next(&w.cell)
		p := net.Classify(&w.cell, &w.work)
		w.loss -= float64(p[class])
		var d [glyph.Classes]float32
		for i, v := range p {
			d[i] = float32(math.Exp(float64(v)))
		}
		d[class]--
		w.backward(net, d[:])
	}
}

func (w *worker) backward(net *glyph.Net, d []float32) {
	var dH [glyph.Hidden]float32
	dense(d, w.work.H[:], net.F2, w.grad.F2, w.grad.D2, dH[:])
	gate(dH[:], w.work.H[:])
	clear(w.dP2[:])
	dense(dH[:], w.work.P2[:], net.F1, w.grad.F1, w.grad.D1, w.dP2[:])
	const w1, h1, w2, h2 = glyph.Width, glyph.Height, glyph.Width / 2, glyph.Height / 2
	unpool(w.dA2[:], w.dP2[:], w.work.A2[:], glyph.Conv2, w2, h2)
	for i := range w.inner {
		glyph.Pad(w.inner[i][:], w.work.P1[i*w2*h2:(i+1)*w2*h2], w2, h2)
	}
	clear(w.dP1[:])
	for o := range glyph.Conv2 {
		g := w.dA2[o*w2*h2 : (o+1)*w2*h2]
		w.grad.B2[o] += sum(g)
		glyph.Pad(w.back[:], g, w2, h2)
		for i := range glyph.Conv1 {
			k := (o*glyph.Conv1 + i) * 9
			kernelGrad(w.grad.C2[k:k+9], g, w.inner[i][:], w2, h2)
			spread(w.dP1[i*w2*h2:(i+1)*w2*h2], w.back[:], net.C2[k:k+9], w2, h2)
		}
	}
	unpool(w.dA1[:], w.dP1[:], w.work.A1[:], glyph.Conv1, w1, h1)
	glyph.Pad(w.edge[:], w.cell[:], w1, h1)
	for o := range glyph.Conv1 {
		g := w.dA1[o*w1*h1 : (o+1)*w1*h1]
		w.grad.B1[o] += sum(g)
		kernelGrad(w.grad.C1[o*9:o*9+9], g, w.edge[:], w1, h1)
	}
}

// dense propagates d back through a dense layer: weight and bias gradients added, input gradients added to dIn.
func dense(d, in, weights, gradW, gradB, dIn []float32) {
	n := len(in)
	for o, g := range d {
		if g == 0 {
			continue
		}
		gradB[o] += g
		row, grow := weights[o*n:(o+1)*n], gradW[o*n:(o+1)*n]
		for i, x := range in {
			grow[i] += g * x
			dIn[i] += g * row[i]
		}
	}
}

func gate(d, activation []float32) {
	for i, a := range activation {
		if a <= 0 {
			d[i] = 0
		}
	}
}

// unpool moves each gradient to the place of its maximum, unless ReLU had closed it.
func unpool(dst, src, activation []float32, planes, w, h int) {
	clear(dst)
	for p := range planes {
		a, d := activation[p*w*h:], dst[p*w*h:]
		for y := 0; y < h; y += 2 {
			for x := 0; x < w; x += 2 {
				best := y*w + x
				for _, i := range [3]int{best + 1, best + w, best + w + 1} {
					if a[i] > a[best] {
						best = i
					}
				}
				if a[best] > 0 {
					d[best] = src[p*w*h/4+y/2*(w/2)+x/2]
				}
			}
		}
	}
}

func kernelGrad(grad, d, padded []float32, w, h int) {
	var k [9]float32
	for y := range h {
		r0, r1, r2 := padded[y*(w+2):][:w+2], padded[(y+1)*(w+2):][:w+2], padded[(y+2)*(w+2):][:w+2]
		for x, g := range d[y*w : (y+1)*w] {
			if g == 0 {
				continue
			}
			k[0] += g * r0[x]
			k[1] += g * r0[x+1]
			k[2] += g * r0[x+2]
			k[3] += g * r1[x]
			k[4] += g * r1[x+1]
			k[5] += g * r1[x+2]
			k[6] += g * r2[x]
			k[7] += g * r2[x+1]
			k[8] += g * r2[x+2]
		}
	}
	for i, v := range k {
		grad[i] += v
	}
}

// spread adds the gradient of a convolution's input: the padded output gradient correlated with the turned kernel.
func spread(dst, padded, k []float32, w, h int) {
	for y := range h {
		r0, r1, r2 := padded[y*(w+2):][:w+2], padded[(y+1)*(w+2):][:w+2], padded[(y+2)*(w+2):][:w+2]
		d := dst[y*w : (y+1)*w]
		for x := range d {
			d[x] += r0[x]*k[8] + r0[x+1]*k[7] + r0[x+2]*k[6] +
				r1[x]*k[5] + r1[x+1]*k[4] + r1[x+2]*k[3] +
				r2[x]*k[2] + r2[x+1]*k[1] + r2[x+2]*k[0]
		}
	}
}

func sum(a []float32) float32 {
	var s float32
	for _, v := range a {
		s += v
	}
	return s
}

// evaluate draws new cells and returns the share that is classified correctly.
func evaluate(net *glyph.Net, faces []*face, seed uint64) float64 {
	s := newSampler(faces, seed)
	var work glyph.Work
	var cell glyph.Cell
	right := 0
	const n = 5000
	for range n {
		class := s.next(&cell)
		p := net.Classify(&cell, &work)
		best := 0
		for i, v := range p {
			if v > p[best] {
				best = i
			}
		}
		if best == class {
			right++
		}
	}
	return float64(right) / n
}
