package nn

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// Graph is a network read from a graph-model file of tensorflow.js, ready to run. It supports the operations that the
// face landmark models use and refuses others by name.
type Graph struct {
	steps   []step
	shapes  []shape // of every slot
	pads    []int
	outputs map[string]int
}

type shape struct{ h, w, c int }

// step computes one slot from others.
type step struct {
	op       string
	in       []int
	out      int
	conv     *Conv
	kernel   []float32 // of a depthwise convolution: rows, columns, channels
	alpha    []float32 // of a prelu behind the step
	rows     int
	cols     int
	stride   int
	top      int
	left     int
	channels int // first channel that a pad writes
}

type graphFile struct {
	Topology struct {
		Nodes []graphNode `json:"node"`
	} `json:"modelTopology"`
	Manifest json.RawMessage `json:"weightsManifest"`
}

type graphNode struct {
	Name   string          `json:"name"`
	Op     string          `json:"op"`
	Inputs []string        `json:"input"`
	Attr   map[string]attr `json:"attr"`
}

type attr struct {
	S    string `json:"s"`
	List struct {
		I []string `json:"i"`
		S []string `json:"s"`
	} `json:"list"`
	Shape struct {
		Dim []struct {
			Size string `json:"size"`
		} `json:"dim"`
	} `json:"shape"`
}

// text decodes a string attribute.
func (a attr) text() string {
	b, err := base64.StdEncoding.DecodeString(a.S)
	if err != nil {
		return ""
	}
	return string(b)
}

// The limits of a graph, far above those of the models that are used: a damaged file must not exhaust memory or stack.
const (
	maxNodes  = 4096
	maxDepth  = 512     // of nodes that need each other
	maxPixels = 1 << 20 // of a map
	maxValues = 1 << 24 // of a map with all its channels
	maxSide   = 1024    // of the picture, and of a border around one
)

// ReadGraph reads a graph model and its binary weights.
func ReadGraph(model, data []byte) (*Graph, error) {
	var file graphFile
	if err := json.Unmarshal(model, &file); err != nil {
		return nil, fmt.Errorf("%w: graph: %w", ErrWeights, err)
	}
	weights, err := ReadWeights(file.Manifest, data)
	if err != nil {
		return nil, err
	}
	if len(file.Topology.Nodes) > maxNodes {
		return nil, fmt.Errorf("%w: %d nodes", ErrWeights, len(file.Topology.Nodes))
	}
	c := compiler{
		graph:   &Graph{outputs: map[string]int{}},
		weights: weights,
		nodes:   map[string]graphNode{},
		slots:   map[string]int{},
	}
	for _, n := range file.Topology.Nodes {
		c.nodes[n.Name] = n
	}
	for _, n := range file.Topology.Nodes {
		if n.Op != "Identity" {
			continue
		}
		slot, err := c.slot(n.Name)
		if err != nil {
			return nil, err
		}
		c.graph.outputs[n.Name] = slot
	}
	if len(c.graph.outputs) == 0 || len(c.graph.steps) == 0 {
		return nil, fmt.Errorf("%w: a graph without outputs", ErrWeights)
	}
	c.graph.fuse()
	return c.graph, nil
}

// compiler turns nodes into steps, each after what it needs.
type compiler struct {
	graph   *Graph
	weights Weights
	nodes   map[string]graphNode
	slots   map[string]int
	open    []string
}

func (c *compiler) refuse(n graphNode, what string) error {
	return fmt.Errorf("%w: node %q (%s): %s", ErrWeights, n.Name, n.Op, what)
}

// slot returns the place of a node's result, and compiles the node first if that was not done.
func (c *compiler) slot(name string) (int, error) {
	if at, ok := c.slots[name]; ok {
		return at, nil
	}
	n, ok := c.nodes[name]
	if !ok {
		return 0, fmt.Errorf("%w: no node %q", ErrWeights, name)
	}
	if slices.Contains(c.open, name) || len(c.open) > maxDepth {
		return 0, c.refuse(n, "needs itself")
	}
	c.open = append(c.open, name)
	at, err := c.compile(n)
	c.open = c.open[:len(c.open)-1]
	if err == nil {
		c.slots[name] = at
	}
	return at, err
}

// tensor returns the constant that is a node's i-th input.
func (c *compiler) tensor(n graphNode, i int) (Tensor, error) {
	if i < len(n.Inputs) {
		if t, ok := c.weights[n.Inputs[i]]; ok {
			return t, nil
		}
	}
	return Tensor{}, c.refuse(n, "needs a constant")
}

func (c *compiler) add(s step, out shape) (int, error) {
	if out.h < 1 || out.w < 1 || out.c < 1 || out.h*out.w > maxPixels || out.h*out.w*out.c > maxValues {
		return 0, fmt.Errorf("%w: a map of %v", ErrWeights, out)
	}
	s.out = len(c.graph.shapes)
	c.graph.shapes = append(c.graph.shapes, out)
	c.graph.pads = append(c.graph.pads, 0)
	c.graph.steps = append(c.graph.steps, s)
	return s.out, nil
}

// inputs returns the slots of a node's first k inputs.
func (c *compiler) inputs(n graphNode, k int) ([]int, error) {
	if len(n.Inputs) < k {
		return nil, c.refuse(n, "has too few inputs")
	}
	slots := make([]int, k)
	for i := range slots {
		var err error
		if slots[i], err = c.slot(n.Inputs[i]); err != nil {
			return nil, err
		}
	}
	return slots, nil
}

func (c *compiler) compile(n graphNode) (int, error) {
	switch n.Op {
	case "Placeholder":
		return c.placeholder(n)
	case "AddV2", "ConcatV2":
		return c.pair(n)
	}
	in, err := c.inputs(n, 1)
	if err != nil {
		return 0, err
	}
	from := c.graph.shapes[in[0]]
	switch n.Op {
	case "Identity":
		return in[0], nil
	case "_FusedConv2D", "Conv2D", "DepthwiseConv2dNative", "MaxPool":
		return c.window(n, in, from)
	case "Prelu", "Relu":
		alpha := make([]float32, from.c)
		if n.Op == "Prelu" {
			if alpha, err = c.alpha(n, 1, from.c); err != nil {
				return 0, err
			}
		}
		return c.add(step{op: "Prelu", in: in, alpha: alpha}, from)
	case "Sigmoid":
		return c.add(step{op: n.Op, in: in}, from)
	case "Reshape":
		return c.add(step{op: n.Op, in: in}, shape{1, 1, from.h * from.w * from.c})
	case "Pad":
		return c.pad(n, in, from)
	}
	return 0, c.refuse(n, "is not known")
}

func (c *compiler) placeholder(n graphNode) (int, error) {
	dims := n.Attr["shape"].Shape.Dim
	if len(dims) != 4 || len(c.graph.steps) != 0 {
		return 0, c.refuse(n, "is no picture, or a second one")
	}
	var d [3]int
	for i := range d {
		size, err := strconv.Atoi(dims[i+1].Size)
		if err != nil || size < 1 || size > maxSide {
			return 0, c.refuse(n, "has no usable size")
		}
		d[i] = size
	}
	return c.add(step{op: n.Op}, shape{d[0], d[1], d[2]})
}

// pair adds two maps of one shape or puts their channels side by side.
func (c *compiler) pair(n graphNode) (int, error) {
	in, err := c.inputs(n, 2)
	if err != nil {
		return 0, err
	}
	a, b := c.graph.shapes[in[0]], c.graph.shapes[in[1]]
	if n.Op == "AddV2" {
		if a != b {
			return 0, c.refuse(n, "adds different shapes")
		}
		return c.add(step{op: n.Op, in: in}, a)
	}
	axis, err := c.tensor(n, 2)
	if err != nil || len(axis.Data) != 1 || (axis.Data[0] != 3 && axis.Data[0] != -1) || a.h != b.h || a.w != b.w ||
		len(n.Inputs) != 3 {
		return 0, c.refuse(n, "joins something else than channels")
	}
	return c.add(step{op: n.Op, in: in}, shape{a.h, a.w, a.c + b.c})
}

func (c *compiler) pad(n graphNode, in []int, from shape) (int, error) {
	t, err := c.tensor(n, 1)
	if err != nil || len(t.Data) != 8 || t.Data[0] != 0 || t.Data[1] != 0 {
		return 0, c.refuse(n, "pads something else than a picture")
	}
	var p [8]int
	for i, v := range t.Data {
		if v < 0 || v > maxSide {
			return 0, c.refuse(n, "pads too much")
		}
		p[i] = int(v)
	}
	to := shape{from.h + p[2] + p[3], from.w + p[4] + p[5], from.c + p[6] + p[7]}
	return c.add(step{op: n.Op, in: in, top: p[2], left: p[4], channels: p[6]}, to)
}

// alpha returns the slopes of a prelu, one per channel.
func (c *compiler) alpha(n graphNode, i, channels int) ([]float32, error) {
	t, err := c.tensor(n, i)
	if err != nil || len(t.Data) != channels {
		return nil, c.refuse(n, "has no slope per channel")
	}
	return t.Data, nil
}
