package pdf417

import (
	"strconv"
	"strings"
)

// decimal is a number of up to 45 digits, as large as fifteen codewords get: limbs of nine digits, the least first.
type decimal [5]uint64

const limb = 1_000_000_000

// push multiplies by base and adds digit; both are at most 928.
func (d *decimal) push(base, digit int) {
	carry := uint64(digit)
	for i := range d {
		v := d[i]*uint64(base) + carry
		d[i], carry = v%limb, v/limb
	}
}

// pop divides by base and returns the remainder.
func (d *decimal) pop(base int) int {
	rest := uint64(0)
	for i := len(d) - 1; i >= 0; i-- {
		v := rest*limb + d[i]
		d[i], rest = v/uint64(base), v%uint64(base)
	}
	return int(rest)
}

// String writes the number without leading zeros.
func (d *decimal) String() string {
	var b strings.Builder
	for i := len(d) - 1; i >= 0; i-- {
		s := strconv.FormatUint(d[i], 10)
		if b.Len() > 0 {
			b.WriteString("000000000"[len(s):])
		} else if d[i] == 0 && i > 0 {
			continue
		}
		b.WriteString(s)
	}
	return b.String()
}
