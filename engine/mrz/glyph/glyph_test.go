package glyph_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/golden"
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

// Each drawn character, what it is taken for and how surely, and the runner-up: what a new training changes shows here.
func TestDrawnCharactersAreToldAsSurelyAsBefore(t *testing.T) {
	net, err := glyph.Load()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for i := range len(glyph.Alphabet) {
		p := net.Classify(cellOf(glyph.Alphabet[i]), &glyph.Work{})
		order := make([]int, len(p))
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
		name := func(class int) string { return (glyph.Alphabet + "?")[class : class+1] }
		fmt.Fprintf(&out, "%c: %s %.2f, %s %.2f\n", glyph.Alphabet[i], name(order[0]), math.Exp(float64(p[order[0]])),
			name(order[1]), math.Exp(float64(p[order[1]])))
	}
	golden.Check(t, "classes.golden", out.String())
}

// FuzzClassify makes a cell of any bytes: its probabilities add up to one, and neither brighter light nor more contrast
// changes them.
func FuzzClassify(f *testing.F) {
	net, err := glyph.Load()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{0, 255}, uint8(3), uint8(40))
	f.Add([]byte("any bytes make a cell"), uint8(1), uint8(0))
	f.Fuzz(func(t *testing.T, b []byte, gain, lift uint8) {
		if len(b) == 0 {
			return
		}
		var cell, brighter glyph.Cell
		for i := range cell {
			cell[i] = float32(b[i%len(b)])
			brighter[i] = cell[i]*float32(1+gain%8) + float32(lift)
		}
		floor := max(cell.Spread()/4, 1)
		cell.Normalise(floor)
		brighter.Normalise(floor * float32(1+gain%8))
		p, q := net.Classify(&cell, &glyph.Work{}), net.Classify(&brighter, &glyph.Work{})
		var sum float64
		for i := range p {
			sum += math.Exp(float64(p[i]))
			if !(math.Abs(math.Exp(float64(p[i]))-math.Exp(float64(q[i]))) < .01) {
				t.Errorf("class %d: %f, in another light %f", i, p[i], q[i])
			}
		}
		if !(math.Abs(sum-1) < 1e-3) {
			t.Errorf("probabilities add up to %f", sum)
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	net, err := glyph.Load()
	if err != nil {
		b.Fatal(err)
	}
	cell, work := cellOf('R'), &glyph.Work{}
	b.ReportAllocs()
	for b.Loop() {
		net.Classify(cell, work)
	}
}
