package nn

import "math"

// GraphScratch is the memory of one run of a graph. It must not be shared between goroutines.
type GraphScratch struct {
	runner *Runner
	maps   []*Map
}

// NewScratch makes the memory for one run at a time; a portable one never uses assembly.
func (g *Graph) NewScratch(portable bool) *GraphScratch {
	s := &GraphScratch{runner: NewRunner(portable)}
	for i, d := range g.shapes {
		s.maps = append(s.maps, NewMap(d.h, d.w, d.c, g.pads[i]))
	}
	return s
}

// Input returns the input of the next Run, for the caller to fill.
func (s *GraphScratch) Input() *Map { return s.maps[0] }

// Output is the named result of the last Run, nil if the graph has none of that name. It is overwritten by the next.
func (g *Graph) Output(s *GraphScratch, name string) []float32 {
	at, ok := g.outputs[name]
	if !ok {
		return nil
	}
	m := s.maps[at]
	if m.Pad != 0 {
		return nil
	}
	return m.Data
}

// fuse merges a prelu into the addition or depthwise convolution that only it uses.
func (g *Graph) fuse() {
	users := make([]int, len(g.shapes))
	for _, s := range g.steps {
		for _, in := range s.in {
			users[in]++
		}
	}
	for _, out := range g.outputs {
		users[out]++
	}
	var kept []step
	for _, s := range g.steps {
		if s.op == "Prelu" && len(kept) > 0 {
			last := &kept[len(kept)-1]
			if last.out == s.in[0] && users[last.out] == 1 && last.op == "AddV2" && last.alpha == nil {
				last.alpha, last.out = s.alpha, s.out
				continue
			}
		}
		kept = append(kept, s)
	}
	g.steps = kept
	used := make([]bool, len(g.shapes)) // slots that nothing writes any more take no memory
	for _, s := range kept {
		used[s.out] = true
	}
	for i := range used {
		if !used[i] {
			g.shapes[i], g.pads[i] = shape{}, 0
		}
	}
}

// Run computes all outputs from the input.
func (g *Graph) Run(s *GraphScratch) {
	for i := range g.steps {
		st := &g.steps[i]
		if st.op == "Placeholder" {
			continue
		}
		out, in := s.maps[st.out], s.maps[st.in[0]]
		switch st.op {
		case "Conv2D":
			st.conv.Run(s.runner, out, in, out.H, out.W, st.top, st.left, nil, Linear)
			out.prelu(st.alpha)
		case "DepthwiseConv2dNative":
			depthwise(out, in, st)
		case "MaxPool":
			maxPool(out, in, st.rows, st.stride, st.top, st.left)
		case "AddV2":
			add(out, in, s.maps[st.in[1]], st.alpha)
		case "Prelu":
			for y := range in.H {
				copy(out.row(y), in.row(y))
			}
			out.prelu(st.alpha)
		case "Sigmoid":
			for y := range in.H {
				for x, v := range in.row(y) {
					out.row(y)[x] = float32(1 / (1 + math.Exp(-float64(v))))
				}
			}
		default:
			rearrange(out, in, s, st)
		}
	}
}

// row is one row's values without the border.
func (m *Map) row(y int) []float32 { return m.Data[m.At(y, 0):][:m.W*m.C] }

// prelu multiplies negative values by their channel's slope.
func (m *Map) prelu(alpha []float32) {
	if alpha == nil {
		return
	}
	for y := range m.H {
		for row := m.row(y); len(row) > 0; row = row[m.C:] {
			slope(row[:m.C], alpha)
		}
	}
}

// slope has no branch: which sign comes next can't be foretold, and a wrong guess costs more than the arithmetic.
func slope(v, alpha []float32) {
	alpha = alpha[:len(v)]
	for i, x := range v {
		v[i] = max(x, 0) + min(x, 0)*alpha[i]
	}
}

func add(out, a, b *Map, alpha []float32) {
	for y := range out.H {
		to, u, v := out.row(y), a.row(y), b.row(y)
		for i := range to {
			to[i] = u[i] + v[i]
		}
	}
	out.prelu(alpha)
}

// depthwise convolves every channel with its own kernel.
func depthwise(out, in *Map, st *step) {
	c := in.C
	for y := range out.H {
		for x := range out.W {
			to := out.pixel(y, x)
			clear(to)
			for ky := range st.rows {
				from, k := in.Data[in.At(y*st.stride-st.top+ky, x*st.stride-st.left):], st.kernel[ky*st.cols*c:]
				if st.cols == 3 {
					weigh3(to, from, k)
					continue
				}
				for kx := range st.cols {
					weigh(to, from[kx*c:], k[kx*c:])
				}
			}
		}
	}
}

// weigh adds the values of a pixel, each times its channel's weight.
func weigh(to, from, k []float32) {
	from, k = from[:len(to)], k[:len(to)]
	for i := range to {
		to[i] += from[i] * k[i]
	}
}

// weigh3 is weigh for three pixels side by side, in the same order, and reads and writes the sums only once.
func weigh3(to, from, k []float32) {
	c := len(to)
	a, b, d := from[:c], from[c:][:c], from[2*c:][:c]
	u, v, w := k[:c], k[c:][:c], k[2*c:][:c]
	for i, sum := range to {
		sum += a[i] * u[i]
		sum += b[i] * v[i]
		to[i] = sum + d[i]*w[i]
	}
}

// rearrange copies without computing: Pad, ConcatV2, Reshape.
func rearrange(out, in *Map, s *GraphScratch, st *step) {
	switch st.op {
	case "Pad":
		for y := range in.H {
			for x := range in.W {
				copy(out.pixel(y+st.top, x+st.left)[st.channels:], in.pixel(y, x))
			}
		}
	case "ConcatV2":
		second := s.maps[st.in[1]]
		for y := range in.H {
			for x := range in.W {
				to := out.pixel(y, x)
				copy(to[copy(to, in.pixel(y, x)):], second.pixel(y, x))
			}
		}
	case "Reshape":
		to := out.pixel(0, 0)
		for y := range in.H {
			to = to[copy(to, in.row(y)):]
		}
	}
}
