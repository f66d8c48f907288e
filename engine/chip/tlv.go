package chip

import "errors"

// Faults of the chip's data. Errors of this package wrap one of them.
var (
	ErrCorrupt = errors.New("chip: the data contradicts its own format")
	ErrMissing = errors.New("chip: a part is missing")
)

// maxDepth is how deep tags may be nested.
const maxDepth = 8

// next parses the first tag-length-value of b (ISO/IEC 8825-1, definite lengths, tags of one or two bytes).
func next(b []byte) (tag int, value, rest []byte, err error) {
	if len(b) < 2 {
		return 0, nil, nil, ErrCorrupt
	}
	tag, b = int(b[0]), b[1:]
	if tag&0x1f == 0x1f {
		tag, b = tag<<8|int(b[0]), b[1:]
	}
	if len(b) == 0 {
		return 0, nil, nil, ErrCorrupt
	}
	n, b := int(b[0]), b[1:]
	if n >= 0x80 {
		size := n & 0x7f
		if size == 0 || size > 4 || len(b) < size {
			return 0, nil, nil, ErrCorrupt
		}
		n = 0
		for _, c := range b[:size] {
			n = n<<8 | int(c)
		}
		b = b[size:]
	}
	if n < 0 || n > len(b) {
		return 0, nil, nil, ErrCorrupt
	}
	return tag, b[:n], b[n:], nil
}

// find returns the value of the first tag of a path, each tag inside the one before.
func find(b []byte, path ...int) ([]byte, error) {
	if len(path) > maxDepth {
		return nil, ErrCorrupt
	}
	for _, want := range path {
		found := false
		for len(b) > 0 && !found {
			tag, value, rest, err := next(b)
			if err != nil {
				return nil, err
			}
			if tag == want {
				b, found = value, true
				break
			}
			b = rest
		}
		if !found {
			return nil, ErrMissing
		}
	}
	return b, nil
}
