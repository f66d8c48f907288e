package aztec

import (
	"errors"
	"fmt"

	"proofdesk/engine/barcode/eci"
	"proofdesk/engine/barcode/galois"
)

// ErrUnreadable is returned where error correction could not correct the codewords, or where they are no message.
var ErrUnreadable = errors.New("aztec: unreadable")

var fields = map[int]*galois.Field{
	6:  galois.New(6, 0x43),
	8:  galois.New(8, 0x12d),
	10: galois.New(10, 0x409),
	12: galois.New(12, 0x1069),
}

// Message is what a symbol holds.
type Message struct {
	eci.Content
	Wrong int  // codewords that were corrected
	Check int  // codewords for error correction
	GS1   bool // the message is in GS1 elements, of which the GS character separates those of variable length
}

// Decode reads the modules of a symbol; dark is asked by the place from the middle module.
func Decode(mode Mode, dark func(x, y int) bool) (Message, error) {
	if mode.Layers == 0 {
		m := Message{Wrong: mode.Wrong, Check: 5}
		m.Add(fmt.Appendf(nil, "%03d", mode.Rune)...)
		return m, nil
	}
	size := mode.wordBits()
	n := mode.bits() / size
	skip, words := mode.bits()%size, make([]int, n)
	i := -skip
	mode.places(func(x, y int) {
		if i >= 0 && dark(x, y) {
			words[i/size] |= 1 << (size - 1 - i%size)
		}
		i++
	})
	m := Message{Check: n - mode.Words}
	var ok bool
	if m.Wrong, ok = fields[size].Correct(words, m.Check, 1); !ok {
		return Message{}, ErrUnreadable
	}
	bits, ok := unstuffed(words[:mode.Words], size)
	if !ok {
		return Message{}, ErrUnreadable
	}
	r := reader{bits: bits, m: &m}
	if !r.run() {
		return Message{}, ErrUnreadable
	}
	return m, nil
}

// unstuffed removes the bits that keep codewords from being all dark or all light; such codewords are no message.
func unstuffed(words []int, size int) ([]bool, bool) {
	var bits []bool
	full := 1<<size - 1
	for _, w := range words {
		n := size
		switch w {
		case 0, full:
			return nil, false
		case 1, full - 1:
			n--
		}
		for k := range n {
			bits = append(bits, w>>(size-1-k)&1 == 1)
		}
	}
	return bits, true
}
