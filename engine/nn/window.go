package nn

import "strconv"

// The limits of what a window may be, far above those of the models that are used: a damaged file must not ask for
// more memory or time than a picture does.
const (
	maxWindow = 64 // rows and columns of a kernel or of pooling
	maxStride = 64
)

// window compiles the operations that slide over a picture: convolutions and pooling.
func (c *compiler) window(n graphNode, in []int, from shape) (int, error) {
	s := step{op: n.Op, in: in}
	var err error
	if s.stride, err = c.stride(n); err != nil {
		return 0, err
	}
	out := from.c
	switch n.Op {
	case "MaxPool":
		err = c.pool(n, &s)
	case "DepthwiseConv2dNative":
		err = c.depthwise(n, &s, from.c)
	default:
		s.op = "Conv2D"
		if err = c.convolution(n, &s, from.c); err == nil {
			s.rows, s.cols, out = s.conv.KH, s.conv.KW, s.conv.Out
		}
	}
	if err != nil {
		return 0, err
	}
	to, pad, err := c.place(n, &s, from)
	if err != nil {
		return 0, err
	}
	if n.Op != "MaxPool" {
		c.graph.pads[in[0]] = max(c.graph.pads[in[0]], pad)
	}
	to.c = out
	return c.add(s, to)
}

// pool reads the size of the window of a maximum pooling.
func (c *compiler) pool(n graphNode, s *step) error {
	size := n.Attr["ksize"].List.I
	if len(size) != 4 || size[1] != size[2] {
		return c.refuse(n, "has no square window")
	}
	side, err := strconv.Atoi(size[1])
	if err != nil || side < 1 || side > maxWindow {
		return c.refuse(n, "has no usable window")
	}
	s.rows, s.cols = side, side
	return nil
}

// depthwise reads the kernel of a convolution of each channel by itself.
func (c *compiler) depthwise(n graphNode, s *step, channels int) error {
	t, err := c.tensor(n, 1)
	if err != nil || len(t.Shape) != 4 || t.Shape[2] != channels || t.Shape[3] != 1 {
		return c.refuse(n, "has a kernel that doesn't fit")
	}
	s.kernel, s.rows, s.cols = t.Data, t.Shape[0], t.Shape[1]
	return nil
}

// convolution packs the kernel with its bias and prelu.
func (c *compiler) convolution(n graphNode, s *step, channels int) error {
	kernel, err := c.tensor(n, 1)
	if err != nil || len(kernel.Shape) != 4 || kernel.Shape[2] != channels {
		return c.refuse(n, "has a kernel that doesn't fit")
	}
	var bias []float32
	for i, fused := range n.Attr["fused_ops"].List.S {
		switch op := (attr{S: fused}).text(); {
		case op == "BiasAdd" && i == 0:
			t, err := c.tensor(n, 2)
			if err != nil {
				return err
			}
			bias = t.Data
		case op == "Relu" && i == 1:
			s.alpha = make([]float32, kernel.Shape[3])
		case op == "Prelu" && i == 1:
			if s.alpha, err = c.alpha(n, 3, kernel.Shape[3]); err != nil {
				return err
			}
		default:
			return c.refuse(n, "is fused with "+op)
		}
	}
	s.conv, err = NewConv(kernel, nil, bias, s.stride)
	return err
}

func (c *compiler) stride(n graphNode) (int, error) {
	list := n.Attr["strides"].List.I
	for _, d := range n.Attr["dilations"].List.I {
		if d != "1" {
			return 0, c.refuse(n, "is dilated")
		}
	}
	if len(list) != 4 || list[1] != list[2] {
		return 0, c.refuse(n, "has uneven strides")
	}
	s, err := strconv.Atoi(list[1])
	if err != nil || s < 1 || s > maxStride {
		return 0, c.refuse(n, "has no usable stride")
	}
	return s, nil
}

// place works out the size of the result, where its windows start and the border that the source needs for them.
func (c *compiler) place(n graphNode, s *step, from shape) (shape, int, error) {
	if s.rows < 1 || s.cols < 1 || s.rows > maxWindow || s.cols > maxWindow {
		return shape{}, 0, c.refuse(n, "has no usable kernel")
	}
	switch n.Attr["padding"].text() {
	case "VALID":
		if from.h < s.rows || from.w < s.cols {
			return shape{}, 0, c.refuse(n, "is larger than its picture")
		}
		return shape{h: (from.h-s.rows)/s.stride + 1, w: (from.w-s.cols)/s.stride + 1}, 0, nil
	case "SAME":
		to := shape{h: (from.h + s.stride - 1) / s.stride, w: (from.w + s.stride - 1) / s.stride}
		high := max((to.h-1)*s.stride+s.rows-from.h, 0)
		wide := max((to.w-1)*s.stride+s.cols-from.w, 0)
		s.top, s.left = high/2, wide/2
		return to, max(high-s.top, wide-s.left), nil
	}
	return shape{}, 0, c.refuse(n, "has an unknown padding")
}
