package glyph

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
)

// The shape of the network: two 3x3 convolutions with ReLU and 2x2 maximum pooling, one hidden layer, one output per
// class.
const (
	Conv1  = 8
	Conv2  = 20
	Hidden = 64

	kernel = 3 * 3 // weights of a convolution for one plane
	tiny   = 1e-9  // scale of a tensor of zeros

	w2, h2 = Width / 2, Height / 2
	w4, h4 = Width / 4, Height / 4

	// Flat is the length of what enters the hidden layer.
	Flat = Conv2 * w4 * h4
)

// Net holds the weights: per output the weights of its inputs in order, biases apart.
type Net struct {
	C1, B1 []float32 // Conv1 x 9
	C2, B2 []float32 // Conv2 x Conv1 x 9
	F1, D1 []float32 // Hidden x Flat
	F2, D2 []float32 // Classes x Hidden
}

// NewNet makes a network of zeros.
func NewNet() *Net {
	return &Net{
		make([]float32, Conv1*kernel), make([]float32, Conv1),
		make([]float32, Conv2*Conv1*kernel), make([]float32, Conv2),
		make([]float32, Hidden*Flat), make([]float32, Hidden),
		make([]float32, Classes*Hidden), make([]float32, Classes),
	}
}

// Tensors lists the weights in the order of the file.
func (n *Net) Tensors() [][]float32 {
	return [][]float32{n.C1, n.B1, n.C2, n.B2, n.F1, n.D1, n.F2, n.D2}
}

// ErrWeights is returned for bytes that are no weights of this shape.
var ErrWeights = errors.New("glyph: weights do not fit the network")

// MarshalBinary writes each tensor as a scale (float32) and 16-bit integers, little endian.
func (n *Net) MarshalBinary() ([]byte, error) {
	var out []byte
	for _, t := range n.Tensors() {
		var top float32
		for _, v := range t {
			top = max(top, v, -v)
		}
		scale := max(top, tiny) / math.MaxInt16
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(scale))
		for _, v := range t {
			out = binary.LittleEndian.AppendUint16(out, uint16(int16(math.Round(float64(v/scale)))))
		}
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (n *Net) UnmarshalBinary(b []byte) error {
	*n = *NewNet()
	for _, t := range n.Tensors() {
		if len(b) < 4+2*len(t) {
			return ErrWeights
		}
		scale := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		for i := range t {
			t[i] = float32(int16(binary.LittleEndian.Uint16(b[2*i:]))) * scale
		}
		b = b[2*len(t):]
	}
	if len(b) != 0 {
		return ErrWeights
	}
	return nil
}

//go:embed weights.bin
var weights []byte

// Load returns the trained network.
func Load() (*Net, error) {
	n := NewNet()
	return n, n.UnmarshalBinary(weights)
}

// Work holds the layers of one run; reuse it, one per goroutine.
type Work struct {
	A1     [Conv1 * Size]float32    // after the first convolution, ReLU applied
	P1     [Conv1 * w2 * h2]float32 // pooled
	A2     [Conv2 * w2 * h2]float32
	P2     [Flat]float32
	H      [Hidden]float32
	Logits [Classes]float32
	padded [(w2 + 2) * (h2 + 2) * Conv1]float32
	edge   [(Width + 2) * (Height + 2)]float32
}

// Classify runs the network on a normalised cell and returns the natural logarithm of each class's probability.
func (n *Net) Classify(c *Cell, w *Work) [Classes]float32 {
	n.Forward(c, w)
	out := w.Logits
	top := out[0]
	for _, v := range out {
		top = max(top, v)
	}
	var sum float64
	for _, v := range out {
		sum += math.Exp(float64(v - top))
	}
	norm := top + float32(math.Log(sum))
	for i := range out {
		out[i] -= norm
	}
	return out
}

// Forward fills w with all layers up to the logits.
func (n *Net) Forward(c *Cell, w *Work) {
	Pad(w.edge[:], c[:], Width, Height)
	for o := range Conv1 {
		a := w.A1[o*Size : (o+1)*Size]
		fill(a, n.B1[o])
		convolve(a, w.edge[:], n.C1[o*kernel:(o+1)*kernel], Width, Height)
		relu(a)
	}
	pool(w.P1[:], w.A1[:], Conv1, Width, Height)
	const plane = (w2 + 2) * (h2 + 2)
	for i := range Conv1 {
		Pad(w.padded[i*plane:], w.P1[i*w2*h2:(i+1)*w2*h2], w2, h2)
	}
	for o := range Conv2 {
		a := w.A2[o*w2*h2 : (o+1)*w2*h2]
		fill(a, n.B2[o])
		for i := range Conv1 {
			convolve(a, w.padded[i*plane:], n.C2[(o*Conv1+i)*kernel:][:kernel], w2, h2)
		}
		relu(a)
	}
	pool(w.P2[:], w.A2[:], Conv2, w2, h2)
	dense(w.H[:], w.P2[:], n.F1, n.D1)
	relu(w.H[:])
	dense(w.Logits[:], w.H[:], n.F2, n.D2)
}

// Pad copies a plane into one with a border of one zero all round.
func Pad(dst, src []float32, w, h int) {
	for y := range h {
		copy(dst[(y+1)*(w+2)+1:], src[y*w:(y+1)*w])
	}
}

// convolve adds a 3x3 correlation of the padded plane src to dst. Rows are cut to one length so that the compiler needs
// no bounds checks inside.
func convolve(dst, src, k []float32, w, h int) {
	k0, k1, k2, k3, k4, k5, k6, k7, k8 := k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7], k[8]
	for y := range h {
		d := dst[y*w:][:w]
		n := len(d)
		a, b, c := src[y*(w+2):][:n+2], src[(y+1)*(w+2):][:n+2], src[(y+2)*(w+2):][:n+2]
		a1, a2, b1, b2, c1, c2 := a[1:][:n], a[2:][:n], b[1:][:n], b[2:][:n], c[1:][:n], c[2:][:n]
		a, b, c = a[:n], b[:n], c[:n]
		for x := range d {
			top := a[x]*k0 + a1[x]*k1 + a2[x]*k2
			mid := b[x]*k3 + b1[x]*k4 + b2[x]*k5
			low := c[x]*k6 + c1[x]*k7 + c2[x]*k8
			d[x] += top + mid + low
		}
	}
}

func pool(dst, src []float32, planes, w, h int) {
	for p := range planes {
		s, d := src[p*w*h:], dst[p*w*h/4:]
		for y := 0; y < h; y += 2 {
			for x := 0; x < w; x += 2 {
				i := y*w + x
				d[y/2*(w/2)+x/2] = max(s[i], s[i+1], s[i+w], s[i+w+1])
			}
		}
	}
}

func dense(dst, src, weights, bias []float32) {
	n := len(src)
	for o := range dst {
		row := weights[o*n : (o+1)*n]
		var s0, s1, s2, s3 float32
		for i := 0; i+3 < n; i += 4 {
			s0 += row[i] * src[i]
			s1 += row[i+1] * src[i+1]
			s2 += row[i+2] * src[i+2]
			s3 += row[i+3] * src[i+3]
		}
		dst[o] = bias[o] + s0 + s1 + s2 + s3
	}
}

func fill(a []float32, v float32) {
	for i := range a {
		a[i] = v
	}
}

func relu(a []float32) {
	for i, v := range a {
		a[i] = max(v, 0)
	}
}
