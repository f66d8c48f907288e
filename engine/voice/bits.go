package voice

// bitReader reads big-endian bits. Past the end it returns zeros and sets short.
type bitReader struct {
	data  []byte
	at    int // next bit
	short bool
}

func (r *bitReader) left() int   { return len(r.data)*8 - r.at }
func (r *bitReader) byteAt() int { return min(len(r.data), (r.at+7)/8) }
func (r *bitReader) align()      { r.at = (r.at + 7) / 8 * 8 }

func (r *bitReader) bits(n int) uint64 {
	if n > r.left() {
		r.short, r.at = true, len(r.data)*8
		return 0
	}
	var v uint64
	for n > 0 {
		rest := 8 - r.at&7
		take := min(rest, n)
		v = v<<take | uint64(r.data[r.at>>3]>>(rest-take))&(1<<take-1)
		r.at += take
		n -= take
	}
	return v
}

func (r *bitReader) signed(n int) int64 {
	if n == 0 {
		return 0
	}
	return int64(r.bits(n)<<(64-n)) >> (64 - n)
}

// zeros counts zero bits up to the next one, which it consumes too.
func (r *bitReader) zeros(limit int) int {
	for n := range limit {
		if r.left() == 0 {
			break
		}
		if r.bits(1) == 1 {
			return n
		}
	}
	r.short = true
	return 0
}

// codedNumber skips a frame or sample number in the extended UTF-8 form.
func (r *bitReader) codedNumber() {
	first := r.bits(8)
	for mask := uint64(0x40); first&0x80 != 0 && mask > 1 && first&mask != 0; mask >>= 1 {
		r.bits(8)
	}
}

// crc8 is the frame header's checksum, polynomial x^8+x^2+x+1.
func crc8(b []byte) byte {
	var sum byte
	for _, v := range b {
		sum ^= v
		for range 8 {
			sum = sum<<1 ^ sum>>7*0x07
		}
	}
	return sum
}

// crc16 is the frame's checksum, polynomial x^16+x^15+x^2+1.
func crc16(b []byte) uint16 {
	var sum uint16
	for _, v := range b {
		sum = sum<<8 ^ crc16Table[byte(sum>>8)^v]
	}
	return sum
}

var crc16Table = makeCRC16Table()

func makeCRC16Table() (t [256]uint16) {
	for i := range t {
		v := uint16(i) << 8
		for range 8 {
			v = v<<1 ^ v>>15*0x8005
		}
		t[i] = v
	}
	return t
}
