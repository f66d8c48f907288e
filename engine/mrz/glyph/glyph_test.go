package glyph_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"proofdesk/engine/mrz"
	"proofdesk/engine/mrz/glyph"
)

// cellOf samples a character that package mrz draws.
func cellOf(c byte) *glyph.Cell {
	const capHeight = 40.0
	img := mrz.DrawLines([]string{string(c)}, capHeight)
	var cell glyph.Cell
	for y := range glyph.Height {
		for x := range glyph.Width {
			px := capHeight + ((float64(x)+.5)/glyph.Width-.5)*glyph.SpanX*capHeight
			py := capHeight + ((float64(y)+.5)/glyph.Height-.5)*glyph.SpanY*capHeight
			cell[y*glyph.Width+x] = float32(img.GrayAt(int(px), int(py)).Y)
		}
	}
	cell.Normalise(10)
	return &cell
}

// O and 0 differ by a hair in OCR-B: the layout tells them apart, not the cell.
func TestEveryDrawnCharacterIsToldRight(t *testing.T) {
	net, err := glyph.Load()
	if err != nil {
		t.Fatal(err)
	}
	var work glyph.Work
	for i := range len(glyph.Alphabet) {
		p := net.Classify(cellOf(glyph.Alphabet[i]), &work)
		var sum float64
		best := 0
		for k, v := range p {
			sum += math.Exp(float64(v))
			if v > p[best] {
				best = k
			}
		}
		if pair := string([]byte{glyph.Alphabet[best], glyph.Alphabet[i]}); best != i && pair != "0O" && pair != "O0" {
			t.Errorf("%c is taken for class %d", glyph.Alphabet[i], best)
		}
		if math.Abs(sum-1) > 1e-3 {
			t.Errorf("%c: probabilities add up to %f", glyph.Alphabet[i], sum)
		}
		if glyph.Class(glyph.Alphabet[i]) != i {
			t.Errorf("class of %c is %d", glyph.Alphabet[i], glyph.Class(glyph.Alphabet[i]))
		}
	}
}

func TestAnEmptyCellIsRejected(t *testing.T) {
	net, err := glyph.Load()
	if err != nil {
		t.Fatal(err)
	}
	var cell glyph.Cell
	cell.Normalise(10)
	p := net.Classify(&cell, &glyph.Work{})
	for i, v := range p[:glyph.Reject] {
		if v > p[glyph.Reject] {
			t.Errorf("an empty cell is taken for %c", glyph.Alphabet[i])
		}
	}
}

func TestWeightsOfAnotherShapeAreRefused(t *testing.T) {
	net, err := glyph.Load()
	if err != nil {
		t.Fatal(err)
	}
	b, err := net.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again := glyph.NewNet()
	if err := again.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	if c, _ := again.MarshalBinary(); !bytes.Equal(b, c) {
		t.Error("weights change on their way through a file")
	}
	for _, bad := range [][]byte{nil, b[:len(b)-1], append(b, 0)} {
		if err := glyph.NewNet().UnmarshalBinary(bad); !errors.Is(err, glyph.ErrWeights) {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	net, err := glyph.Load()
	if err != nil {
		b.Fatal(err)
	}
	cell, work := cellOf('R'), &glyph.Work{}
	for b.Loop() {
		net.Classify(cell, work)
	}
}
