package nn

// Map is a feature map of H × W pixels with C channels each, inside a border of Pad zero pixels on every side.
type Map struct {
	H, W, C, Pad int
	Data         []float32
}

// NewMap allocates a map of zeros.
func NewMap(h, w, c, pad int) *Map {
	return &Map{H: h, W: w, C: c, Pad: pad, Data: make([]float32, (h+2*pad)*(w+2*pad)*c)}
}

// At is the index in Data of a pixel's first channel. Coordinates from -Pad on are in the border.
func (m *Map) At(y, x int) int { return ((y+m.Pad)*(m.W+2*m.Pad) + x + m.Pad) * m.C }

// stride is the distance in Data between two rows.
func (m *Map) stride() int { return (m.W + 2*m.Pad) * m.C }

// pixel is one pixel's channels.
func (m *Map) pixel(y, x int) []float32 { return m.Data[m.At(y, x):][:m.C] }

// pixelOrZero is one pixel's channels, or the given zeros beyond the border.
func (m *Map) pixelOrZero(y, x int, zeros []float32) []float32 {
	if y < -m.Pad || x < -m.Pad || y >= m.H+m.Pad || x >= m.W+m.Pad {
		return zeros
	}
	return m.pixel(y, x)
}

// maxPool writes the greatest value of every size × size window. The windows must lie within src; a window that
// starts before it sees only what is inside.
func maxPool(dst, src *Map, size, stride, top, left int) {
	for y := range dst.H {
		for x := range dst.W {
			out := dst.pixel(y, x)
			first := true
			for sy := max(y*stride-top, 0); sy < min(y*stride-top+size, src.H); sy++ {
				for sx := max(x*stride-left, 0); sx < min(x*stride-left+size, src.W); sx++ {
					in := src.pixel(sy, sx)
					if first {
						copy(out, in)
						first = false
						continue
					}
					for i, v := range in {
						out[i] = max(out[i], v)
					}
				}
			}
		}
	}
}

// halve writes the mean of every 2 × 2 window; channels that only dst has become 0.
func halve(dst, src *Map) {
	row := src.stride()
	for y := range dst.H {
		for x := range dst.W {
			out := dst.pixel(y, x)
			clear(out[min(src.C, dst.C):])
			at := src.At(2*y, 2*x)
			a, b := src.Data[at:at+2*src.C], src.Data[at+row:at+row+2*src.C]
			for i := range src.C {
				out[i] = (a[i] + a[i+src.C] + b[i] + b[i+src.C]) / 4
			}
		}
	}
}
