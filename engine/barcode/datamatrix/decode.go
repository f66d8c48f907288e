package datamatrix

import (
	"errors"

	"proofdesk/engine/barcode/eci"
	"proofdesk/engine/barcode/galois"
)

// ErrUnreadable is returned where error correction could not correct the codewords, or where they are no message.
var ErrUnreadable = errors.New("datamatrix: unreadable")

var field = galois.New(8, 0x12d)

// Message is what a symbol holds.
type Message struct {
	eci.Content
	Wrong int  // codewords that were corrected
	Check int  // codewords for error correction
	GS1   bool // the message is in GS1 elements, of which the GS character separates those of variable length
}

// Decode reads the modules of a symbol of a size; dark is asked for each by column and row.
func Decode(s Size, dark func(column, row int) bool) (Message, error) {
	m := Message{Check: s.Check}
	words := s.codewords(dark)
	data, wrong, ok := s.correct(words)
	if !ok {
		return Message{}, ErrUnreadable
	}
	m.Wrong = wrong
	d := decoder{words: data, m: &m}
	if !d.run() {
		return Message{}, ErrUnreadable
	}
	return m, nil
}

func (s *Size) codewords(dark func(column, row int) bool) []int {
	words := make([]int, s.Data+s.Check)
	down, across := s.regions()
	for i, b := range place(down*s.tall, across*s.wide) {
		if b < 0 || b>>3 >= len(words) {
			continue
		}
		r, c := i/(across*s.wide), i%(across*s.wide)
		if dark(c+1+c/s.wide*2, r+1+r/s.tall*2) {
			words[b>>3] |= 0x80 >> (b & 7)
		}
	}
	return words
}

// correct corrects the blocks, whose codewords are interleaved, and returns the data in order.
func (s *Size) correct(words []int) (data []int, wrong int, ok bool) {
	data = make([]int, s.Data)
	each := s.Check / s.blocks
	for b := range s.blocks {
		var block []int
		for i := b; i < len(words); i += s.blocks {
			block = append(block, words[i])
		}
		n, ok := field.Correct(block, each, 1)
		if !ok {
			return nil, 0, false
		}
		wrong += n
		for i := range len(block) - each {
			data[b+i*s.blocks] = block[i]
		}
	}
	return data, wrong, true
}
