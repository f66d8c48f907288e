package nn

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// ErrWeights is returned where a weights file and its manifest don't match or hold something unknown.
var ErrWeights = errors.New("nn: unusable weights")

// Tensor is one named array of weights, last dimension fastest. Integer tensors are stored as float32 too.
type Tensor struct {
	Shape []int
	Data  []float32
}

// Weights are a network's tensors by name.
type Weights map[string]Tensor

// entry is one line of a manifest: tensorflow.js, "Weights manifest" format.
type entry struct {
	Name         string `json:"name"`
	Shape        []int  `json:"shape"`
	DType        string `json:"dtype"`
	Quantization *struct {
		DType string  `json:"dtype"`
		Scale float64 `json:"scale"`
		Min   float64 `json:"min"`
	} `json:"quantization"`
}

type group struct {
	Weights []entry `json:"weights"`
}

const maxElements = 1 << 26

// ReadWeights reads all tensors of a manifest (a JSON array of weight groups) out of the binary file. Values that are
// stored as uint8, uint16 or float16 are widened to float32.
func ReadWeights(manifest, data []byte) (Weights, error) {
	var groups []group
	if err := json.Unmarshal(manifest, &groups); err != nil {
		return nil, fmt.Errorf("%w: manifest: %w", ErrWeights, err)
	}
	w := Weights{}
	for _, g := range groups {
		for _, e := range g.Weights {
			n, err := e.elements()
			if err != nil {
				return nil, err
			}
			size := e.size()
			if size == 0 || len(data) < n*size {
				return nil, fmt.Errorf("%w: %q of type %s has no %d values", ErrWeights, e.Name, e.DType, n)
			}
			w[e.Name] = Tensor{Shape: e.Shape, Data: e.read(data, n)}
			data = data[n*size:]
		}
	}
	if len(data) != 0 {
		return nil, fmt.Errorf("%w: %d bytes left over", ErrWeights, len(data))
	}
	return w, nil
}

func (e entry) elements() (int, error) {
	n := 1
	for _, d := range e.Shape {
		if d < 0 || d > maxElements || n*max(d, 1) > maxElements {
			return 0, fmt.Errorf("%w: %q is too large", ErrWeights, e.Name)
		}
		n *= d
	}
	return n, nil
}

// stored is the type that the binary file holds.
func (e entry) stored() string {
	if e.Quantization != nil {
		return e.Quantization.DType
	}
	return e.DType
}

// size is the number of bytes of one stored value, 0 if the type is unknown.
func (e entry) size() int {
	switch e.stored() {
	case "float32", "int32":
		return 4
	case "uint16", "float16":
		return 2
	case "uint8", "bool":
		return 1
	}
	return 0
}

func (e entry) read(data []byte, n int) []float32 {
	out := make([]float32, n)
	scale, low := 1., 0.
	if q := e.Quantization; q != nil && q.Scale != 0 {
		scale, low = q.Scale, q.Min
	}
	for i := range out {
		switch e.stored() {
		case "float32":
			out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		case "int32":
			out[i] = float32(int32(binary.LittleEndian.Uint32(data[4*i:])))
		case "float16":
			out[i] = half(binary.LittleEndian.Uint16(data[2*i:]))
		case "uint16":
			out[i] = float32(float64(binary.LittleEndian.Uint16(data[2*i:]))*scale + low)
		default:
			out[i] = float32(float64(data[i])*scale + low)
		}
	}
	return out
}

// half converts an IEEE 754 binary16 number.
func half(h uint16) float32 {
	sign, exp, frac := uint32(h>>15)<<31, uint32(h>>10)&31, uint32(h)&1023
	switch {
	case exp == 31:
		return math.Float32frombits(sign | 255<<23 | frac<<13)
	case exp != 0:
		return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
	}
	v := float32(frac) / (1 << 24)
	if sign != 0 {
		v = -v
	}
	return v
}

// get is a tensor that must exist with exactly these dimensions; -1 takes any.
func (w Weights) get(name string, shape ...int) (Tensor, error) {
	t, ok := w[name]
	if !ok || len(t.Shape) != len(shape) {
		return t, fmt.Errorf("%w: %q is missing or misshapen", ErrWeights, name)
	}
	for i, d := range shape {
		if d >= 0 && t.Shape[i] != d {
			return t, fmt.Errorf("%w: %q has shape %v", ErrWeights, name, t.Shape)
		}
	}
	return t, nil
}
