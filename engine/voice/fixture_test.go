package voice_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// wav writes mono samples as PCM of the given width, or float when bits is negative.
func wav(samples []float64, rate, bits int) []byte {
	tag := uint16(1)
	if bits < 0 {
		tag, bits = 3, -bits
	}
	var data bytes.Buffer
	for _, v := range samples {
		v = max(-1, min(1, v))
		switch {
		case tag == 3:
			binary.Write(&data, binary.LittleEndian, float32(v))
		case bits == 8:
			data.WriteByte(byte(v*127 + 128))
		case bits == 16:
			binary.Write(&data, binary.LittleEndian, int16(v*32767))
		case bits == 24:
			n := int32(v * 8388607)
			data.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16)})
		default:
			binary.Write(&data, binary.LittleEndian, int32(v*2147483520))
		}
	}
	var out bytes.Buffer
	out.WriteString("RIFF")
	binary.Write(&out, binary.LittleEndian, uint32(36+data.Len()))
	out.WriteString("WAVEfmt ")
	binary.Write(&out, binary.LittleEndian, uint32(16))
	binary.Write(&out, binary.LittleEndian, []uint16{tag, 1})
	binary.Write(&out, binary.LittleEndian, []uint32{uint32(rate), uint32(rate * bits / 8)})
	binary.Write(&out, binary.LittleEndian, []uint16{uint16(bits / 8), uint16(bits)})
	out.WriteString("data")
	binary.Write(&out, binary.LittleEndian, uint32(data.Len()))
	out.Write(data.Bytes())
	return out.Bytes()
}

// speechLike is syllables: harmonics of a falling pitch under an envelope, with pauses.
func speechLike(rate int, seconds float64) []float64 {
	out := make([]float64, int(float64(rate)*seconds))
	phase := 0.0
	for i := range out {
		t := float64(i) / float64(rate)
		phase += 2 * math.Pi * (140 - 20*math.Mod(t, 1)) / float64(rate)
		envelope := math.Pow(max(0, math.Sin(2*math.Pi*2.5*t)), 2)
		for h := 1.0; h < 8; h++ {
			out[i] += .3 * envelope * math.Sin(h*phase) / h
		}
	}
	return out
}

func noise(rate int, seconds, level float64) []float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]float64, int(float64(rate)*seconds))
	for i := range out {
		out[i] = level * rng.NormFloat64()
	}
	return out
}

func scaled(s []float64, by float64) []float64 {
	out := make([]float64, len(s))
	for i, v := range s {
		out[i] = v * by
	}
	return out
}

func mixed(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

// flacWriter packs bits; the fixture encoder below writes 16-bit mono frames of 4096 samples in the fixed prediction
// of order 2 with one Rice partition.
type flacWriter struct {
	out  []byte
	bits int
}

func (w *flacWriter) put(v uint64, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.bits%8 == 0 {
			w.out = append(w.out, 0)
		}
		w.out[w.bits/8] |= byte(v>>i&1) << (7 - w.bits%8)
		w.bits++
	}
}

func flac(samples []float64, rate int) []byte {
	w := &flacWriter{}
	w.out, w.bits = append(w.out, "fLaC"...), 32
	w.put(1, 1)
	w.put(0, 7)
	w.put(34, 24)
	w.put(16, 16)
	w.put(4096, 16)
	w.put(0, 48)
	w.put(uint64(rate), 20)
	w.put(0, 3)
	w.put(15, 5)
	w.put(uint64(len(samples)), 36)
	w.put(0, 64)
	w.put(0, 64)
	for at, frame := 0, 0; at < len(samples); at, frame = at+4096, frame+1 {
		flacFrame(w, samples[at:min(len(samples), at+4096)], frame)
	}
	return w.out
}

func flacFrame(w *flacWriter, s []float64, frame int) {
	start := len(w.out)
	w.put(0xfff8, 16)
	w.put(7, 4)
	w.put(0, 4)
	w.put(0, 4)
	w.put(4, 3)
	w.put(0, 1)
	w.put(uint64(frame), 8)
	w.put(uint64(len(s)-1), 16)
	w.put(checksum(w.out[start:], 8, 0x07), 8)
	pcm := make([]int64, len(s))
	for i, v := range s {
		pcm[i] = int64(max(-1, min(1, v)) * 32767)
	}
	w.put(10<<1, 8)
	w.put(uint64(pcm[0])&0xffff, 16)
	w.put(uint64(pcm[1])&0xffff, 16)
	const rice = 8
	w.put(0, 6)
	w.put(rice, 4)
	for i := 2; i < len(pcm); i++ {
		r := pcm[i] - 2*pcm[i-1] + pcm[i-2]
		folded := uint64(r<<1 ^ r>>63)
		w.put(0, int(folded>>rice))
		w.put(1, 1)
		w.put(folded, rice)
	}
	w.bits = len(w.out) * 8
	w.put(checksum(w.out[start:], 16, 0x8005), 16)
}

func checksum(b []byte, width int, polynomial uint64) uint64 {
	var sum uint64
	for _, v := range b {
		sum ^= uint64(v) << (width - 8)
		for range 8 {
			top := sum >> (width - 1) & 1
			sum = sum<<1 ^ top*polynomial
		}
		sum &= 1<<width - 1
	}
	return sum
}
