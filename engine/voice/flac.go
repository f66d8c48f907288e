package voice

import (
	"encoding/binary"
	"fmt"
)

// The numbers of the format (RFC 9639, sections 8 and 9).
const (
	flacBlockHead  = 4  // bytes in front of a metadata block
	flacStreamInfo = 34 // bytes of STREAMINFO
	flacLeastBlock = 16 // samples of a block, but for the last one
	flacLeastBits  = 4  // bits per sample
)

// The channel assignments of a frame above independent channels (RFC 9639, section 9.1.3).
const (
	leftSide  = 8
	sideRight = 9
	midSide   = 10
)

// flacStream is the content of STREAMINFO (RFC 9639, section 8.2).
type flacStream struct {
	minBlock, maxBlock, rate, channels, bits int
	total                                    int64
}

func decodeFLAC(data []byte) (*Recording, error) {
	info, frames, err := flacMetadata(data)
	if err != nil {
		return nil, err
	}
	if err := checkLayout(info.rate, info.channels); err != nil {
		return nil, err
	}
	if info.total > 0 {
		if err := checkLength(int(min(info.total, 1<<31)), info.rate); err != nil {
			return nil, err
		}
	}
	r := &Recording{Format: "FLAC", Rate: info.rate, Channels: info.channels, Bits: info.bits}
	d := flacDecoder{info: info, in: bitReader{data: frames}}
	for d.in.left() > 0 {
		block, err := d.frame()
		if err != nil {
			return nil, err
		}
		r.Samples = append(r.Samples, block...)
		if err := checkLength(len(r.Samples), r.Rate); err != nil {
			return nil, err
		}
	}
	if err := checkLength(len(r.Samples), r.Rate); err != nil {
		return nil, err
	}
	if info.total > int64(len(r.Samples)) {
		return nil, Truncated
	}
	return r, nil
}

// flacMetadata reads the metadata blocks and returns the stream's description and the bytes of its frames.
func flacMetadata(data []byte) (flacStream, []byte, error) {
	var info flacStream
	seen := false
	for at := len("fLaC"); ; {
		if at+flacBlockHead > len(data) {
			return info, nil, Truncated
		}
		head := binary.BigEndian.Uint32(data[at:])
		kind, size := int(head>>24&0x7f), int(head&0xffffff)
		at += flacBlockHead
		if at+size > len(data) {
			return info, nil, Truncated
		}
		if kind == 0 {
			if size < flacStreamInfo {
				return info, nil, fmt.Errorf("stream description of %d bytes: %w", size, Corrupt)
			}
			info, seen = parseStreamInfo(data[at:]), true
		}
		at += size
		if head>>31 == 1 {
			if !seen || info.maxBlock < flacLeastBlock || info.bits < flacLeastBits {
				return info, nil, fmt.Errorf("no stream description: %w", Corrupt)
			}
			return info, data[at:], nil
		}
	}
}

func parseStreamInfo(b []byte) flacStream {
	packed := binary.BigEndian.Uint64(b[10:])
	return flacStream{
		minBlock: int(binary.BigEndian.Uint16(b)),
		maxBlock: int(binary.BigEndian.Uint16(b[2:])),
		rate:     int(packed >> 44),
		channels: int(packed>>41&7) + 1,
		bits:     int(packed>>36&31) + 1,
		total:    int64(packed & (1<<36 - 1)),
	}
}

// flacDecoder reads frames one after the other; channel buffers are kept between frames.
type flacDecoder struct {
	info flacStream
	in   bitReader
	pcm  [2][]int64
	out  []float32
}

// frame decodes one frame (RFC 9639, section 9) into the mean of its channels. The slice is valid until the next call.
func (d *flacDecoder) frame() ([]float32, error) {
	start := d.in.byteAt()
	h, err := d.header()
	if err != nil {
		return nil, err
	}
	for c := range d.info.channels {
		bits := d.info.bits
		if h.mode == leftSide && c == 1 || h.mode == sideRight && c == 0 || h.mode == midSide && c == 1 {
			bits++ // the side channel is one bit wider
		}
		if cap(d.pcm[c]) < h.size {
			d.pcm[c] = make([]int64, h.size)
		}
		d.pcm[c] = d.pcm[c][:h.size]
		if err := d.subframe(d.pcm[c], bits); err != nil {
			return nil, err
		}
	}
	d.in.align()
	sum := crc16(d.in.data[start:d.in.byteAt()])
	want := d.in.bits(16)
	if d.in.short {
		return nil, Truncated
	}
	if uint64(sum) != want {
		return nil, fmt.Errorf("a frame's checksum: %w", Corrupt)
	}
	return d.mix(h), nil
}

// mix undoes the stereo coding and averages the channels.
func (d *flacDecoder) mix(h flacHeader) []float32 {
	if cap(d.out) < h.size {
		d.out = make([]float32, h.size)
	}
	d.out = d.out[:h.size]
	scale := 1 / float32(int64(1)<<(d.info.bits-1))
	for i := range d.out {
		a := d.pcm[0][i]
		if d.info.channels == 1 {
			d.out[i] = max(-1, min(1, float32(a)*scale))
			continue
		}
		b := d.pcm[1][i]
		var left, right int64
		switch h.mode {
		case leftSide:
			left, right = a, a-b
		case sideRight:
			left, right = a+b, b
		case midSide:
			mid := a<<1 | b&1
			left, right = (mid+b)>>1, (mid-b)>>1
		default:
			left, right = a, b
		}
		d.out[i] = max(-1, min(1, float32(left+right)*scale/2))
	}
	return d.out
}
