package voice

import "fmt"

type flacHeader struct {
	size int // samples per channel
	mode int // channel assignment: one less than the number of channels, or leftSide, sideRight or midSide
}

// header reads a frame header (RFC 9639, section 9.1) with its CRC-8.
func (d *flacDecoder) header() (flacHeader, error) {
	in := &d.in
	start := in.byteAt()
	if in.bits(15) != 0x7ffc {
		if in.short {
			return flacHeader{}, Truncated
		}
		return flacHeader{}, fmt.Errorf("no frame where one should start: %w", Corrupt)
	}
	in.bits(1)
	sizeCode, rateCode, mode, bitsCode := in.bits(4), in.bits(4), int(in.bits(4)), in.bits(3)
	in.bits(1)
	in.codedNumber()
	size := d.blockSize(sizeCode)
	switch rateCode {
	case 12:
		in.bits(8)
	case 13, 14:
		in.bits(16)
	}
	sum := crc8(in.data[start:in.byteAt()])
	want := in.bits(8)
	if in.short {
		return flacHeader{}, Truncated
	}
	if uint64(sum) != want {
		return flacHeader{}, fmt.Errorf("a frame header's checksum: %w", Corrupt)
	}
	channels := mode + 1
	if mode >= leftSide {
		channels = 2
	}
	if size == 0 || size > d.info.maxBlock || mode > midSide || channels != d.info.channels ||
		!d.sameBits(bitsCode) {
		return flacHeader{}, fmt.Errorf("a frame contradicts its stream: %w", Corrupt)
	}
	return flacHeader{size: size, mode: mode}, nil
}

func (d *flacDecoder) sameBits(code uint64) bool {
	table := [8]int{0, 8, 12, -1, 16, 20, 24, 32}
	return table[code] == 0 || table[code] == d.info.bits
}

func (d *flacDecoder) blockSize(code uint64) int {
	switch {
	case code == 1:
		return 192
	case code >= 2 && code <= 5:
		return 576 << (code - 2)
	case code == 6:
		return int(d.in.bits(8)) + 1
	case code == 7:
		return int(d.in.bits(16)) + 1
	case code >= 8:
		return 256 << (code - 8)
	}
	return 0
}

// How a channel of a frame is coded (RFC 9639, section 9.2.1).
const (
	codedConstant = 0
	codedVerbatim = 1
	codedFixed    = 8  // plus the order
	mostFixed     = 4  // the highest order of a fixed prediction
	codedLinear   = 32 // plus the order, less one
)

// The bounds of what a hostile file may contain.
const (
	farthestSample = 1 << 40 // far beyond any legal sample, so that a prediction can't overflow
	longestUnary   = 1 << 20 // zeros of a residual; an encoder writes a few
	mostWasted     = 32      // bits of a sample that are always zero
)

// subframe decodes one channel of a frame (RFC 9639, section 9.2).
func (d *flacDecoder) subframe(out []int64, bits int) error {
	in := &d.in
	head := in.bits(8)
	if head>>7 != 0 {
		return fmt.Errorf("a channel's header: %w", Corrupt)
	}
	kind, wasted := int(head>>1&63), 0
	if head&1 == 1 {
		wasted = in.zeros(mostWasted) + 1
	}
	bits -= wasted
	if bits < 1 {
		return fmt.Errorf("%d wasted bits: %w", wasted, Corrupt)
	}
	var err error
	switch {
	case kind == codedConstant:
		v := in.signed(bits)
		for i := range out {
			out[i] = v
		}
	case kind == codedVerbatim:
		for i := range out {
			out[i] = in.signed(bits)
		}
	case kind >= codedFixed && kind <= codedFixed+mostFixed:
		err = d.fixed(out, bits, kind-codedFixed)
	case kind >= codedLinear:
		err = d.linear(out, bits, kind-codedLinear+1)
	default:
		err = fmt.Errorf("channel coding %d: %w", kind, Corrupt)
	}
	if err == nil && in.short {
		err = Truncated
	}
	if wasted > 0 {
		for i := range out {
			out[i] <<= wasted
		}
	}
	return err
}

func (d *flacDecoder) fixed(out []int64, bits, order int) error {
	coefficients := [5][]int64{{}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}}[order]
	return d.predict(out, bits, coefficients, 0)
}

func (d *flacDecoder) linear(out []int64, bits, order int) error {
	if order > len(out) {
		return fmt.Errorf("prediction of order %d: %w", order, Corrupt)
	}
	for i := range order {
		out[i] = d.in.signed(bits)
	}
	precision, shift := int(d.in.bits(4))+1, d.in.signed(5)
	if precision == 16 || shift < 0 {
		return fmt.Errorf("prediction coefficients: %w", Corrupt)
	}
	coefficients := make([]int64, order)
	for i := range coefficients {
		coefficients[i] = d.in.signed(precision)
	}
	return d.restore(out, coefficients, uint(shift))
}

func (d *flacDecoder) predict(out []int64, bits int, coefficients []int64, shift uint) error {
	if len(coefficients) > len(out) {
		return fmt.Errorf("prediction of order %d: %w", len(coefficients), Corrupt)
	}
	for i := range coefficients {
		out[i] = d.in.signed(bits)
	}
	return d.restore(out, coefficients, shift)
}

// restore reads the residual behind the warm-up samples and adds the prediction.
func (d *flacDecoder) restore(out, coefficients []int64, shift uint) error {
	order := len(coefficients)
	if err := d.residual(out, order); err != nil {
		return err
	}
	for i := order; i < len(out); i++ {
		var sum int64
		for j, c := range coefficients {
			sum += c * out[i-1-j]
		}
		v := out[i] + sum>>shift
		if v > farthestSample || v < -farthestSample {
			return fmt.Errorf("a sample out of range: %w", Corrupt)
		}
		out[i] = v
	}
	return nil
}

// residual reads the Rice-coded residual (RFC 9639, section 9.2.7) into out[order:].
func (d *flacDecoder) residual(out []int64, order int) error {
	in := &d.in
	method, split := in.bits(2), uint(in.bits(4))
	if method > 1 {
		return fmt.Errorf("residual coding %d: %w", method, Corrupt)
	}
	width, escape := 4+int(method), 15+16*method
	size := len(out) >> split
	if size<<split != len(out) || size < order {
		return fmt.Errorf("residual of %d parts: %w", 1<<split, Corrupt)
	}
	at := order
	for part := range 1 << split {
		end := (part + 1) * size
		parameter := in.bits(width)
		raw := 0
		if parameter == escape {
			raw = int(in.bits(5))
		}
		for ; at < end; at++ {
			if in.short {
				return Truncated
			}
			if parameter == escape {
				out[at] = in.signed(raw)
				continue
			}
			v := uint64(in.zeros(longestUnary))<<parameter | in.bits(int(parameter))
			out[at] = int64(v>>1) ^ -int64(v&1)
		}
	}
	return nil
}
