package voice

import (
	"encoding/binary"
	"fmt"
	"math"
)

// The format tags of RIFF WAVE (Multimedia Programming Interface 1.0 and WAVEFORMATEXTENSIBLE).
const (
	tagPCM        = 1
	tagFloat      = 3
	tagExtensible = 0xFFFE
)

// The lengths of the format's parts, in bytes.
const (
	riffHead         = 12 // RIFF, size, WAVE
	chunkHead        = 8  // name, size
	shortFormat      = 16 // of the shortest format chunk
	extensibleTagEnd = 26 // up to the tag within WAVEFORMATEXTENSIBLE
)

type waveFormat struct {
	tag, channels, rate, align, bits int
}

func decodeWAV(data []byte) (*Recording, error) {
	if len(data) < riffHead {
		return nil, Truncated
	}
	if string(data[8:12]) != "WAVE" {
		return nil, fmt.Errorf("RIFF but not WAVE: %w", Unsupported)
	}
	var format *waveFormat
	for at := riffHead; ; {
		if at+chunkHead > len(data) {
			return nil, fmt.Errorf("no sample data: %w", Truncated)
		}
		name, size := string(data[at:at+4]), int64(binary.LittleEndian.Uint32(data[at+4:]))
		body := data[at+chunkHead:]
		switch name {
		case "fmt ":
			f, err := parseFormat(body, size)
			if err != nil {
				return nil, err
			}
			format = &f
		case "data":
			return wavSamples(format, body, size)
		}
		next := int64(at) + chunkHead + size + size&1
		if next > int64(len(data)) {
			return nil, Truncated
		}
		at = int(next)
	}
}

func parseFormat(body []byte, size int64) (waveFormat, error) {
	if int64(len(body)) < size {
		return waveFormat{}, Truncated
	}
	if size < shortFormat {
		return waveFormat{}, fmt.Errorf("format chunk of %d bytes: %w", size, Corrupt)
	}
	le := binary.LittleEndian
	f := waveFormat{
		tag:      int(le.Uint16(body)),
		channels: int(le.Uint16(body[2:])),
		rate:     int(le.Uint32(body[4:])),
		align:    int(le.Uint16(body[12:])),
		bits:     int(le.Uint16(body[14:])),
	}
	if f.tag == tagExtensible && size >= extensibleTagEnd {
		f.tag = int(le.Uint16(body[24:]))
	}
	if err := checkLayout(f.rate, f.channels); err != nil {
		return f, err
	}
	if !f.readable() {
		return f, fmt.Errorf("format %d of %d bits: %w", f.tag, f.bits, Unsupported)
	}
	if f.align != f.channels*f.bits/8 {
		return f, fmt.Errorf("blocks of %d bytes: %w", f.align, Corrupt)
	}
	return f, nil
}

func (f waveFormat) readable() bool {
	switch f.tag {
	case tagPCM:
		return f.bits == 8 || f.bits == 16 || f.bits == 24 || f.bits == 32
	case tagFloat:
		return f.bits == 32 || f.bits == 64
	}
	return false
}

// wavSamples reads the data chunk. A size of zero or of all ones is written by programs that could not seek back: then
// the samples continue to the end of the file.
func wavSamples(f *waveFormat, body []byte, size int64) (*Recording, error) {
	if f == nil {
		return nil, fmt.Errorf("sample data before its format: %w", Corrupt)
	}
	switch {
	case size == 0 || size == math.MaxUint32:
	case size > int64(len(body)):
		return nil, Truncated
	default:
		body = body[:size]
	}
	n := len(body) / f.align
	if err := checkLength(n, f.rate); err != nil {
		return nil, err
	}
	r := &Recording{Format: "WAV", Rate: f.rate, Channels: f.channels, Bits: f.bits, Samples: make([]float32, n)}
	width := f.bits / 8
	for i := range r.Samples {
		sum := 0.0
		for c := range f.channels {
			sum += f.sample(body[i*f.align+c*width:])
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			return nil, fmt.Errorf("a sample is no number: %w", Corrupt)
		}
		r.Samples[i] = float32(max(-1, min(1, sum/float64(f.channels))))
	}
	return r, nil
}

func (f *waveFormat) sample(b []byte) float64 {
	le := binary.LittleEndian
	switch {
	case f.tag == tagFloat && f.bits == 32:
		return float64(math.Float32frombits(le.Uint32(b)))
	case f.tag == tagFloat:
		return math.Float64frombits(le.Uint64(b))
	case f.bits == 8:
		return (float64(b[0]) - 128) / 128
	case f.bits == 16:
		return float64(int16(le.Uint16(b))) / (1 << 15)
	case f.bits == 24:
		return float64(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)) / (1 << 31)
	}
	return float64(int32(le.Uint32(b))) / (1 << 31)
}
