package aztec_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	peerdecoder "github.com/makiuchi-d/gozxing/aztec/decoder"
	peer "github.com/makiuchi-d/gozxing/aztec/detector"

	"proofdesk/engine/barcode/aztec"
	"proofdesk/engine/golden"
)

var texts = []string{
	"A", "Aztec", "lower and UPPER, 1234567890. Signs: {!?} and @^_`|~", "http://example.com/a?b=c#d",
	"bytes \xff\xfe\x80 and \x00", "1,2.3 4", "caf\u00e9",
	strings.Repeat("0", 300), strings.Repeat("Mixed 42! ", 60), strings.Repeat("A long text of many words. ", 50),
}

func TestWhatIsEncodedIsReadByUsAndByAnotherReader(t *testing.T) {
	for _, text := range texts {
		m, err := aztec.Encode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		mode, ok := aztec.ReadMode(m.Mode.Compact, m.At)
		if !ok || mode.Layers != m.Mode.Layers || mode.Words != m.Mode.Words {
			t.Fatalf("%q: mode %+v, not %+v", text, mode, m.Mode)
		}
		got, err := aztec.Decode(mode, m.At)
		if err != nil || string(got.Bytes) != text || got.Wrong != 0 {
			t.Errorf("%q: %q %v", text, got.Bytes, err)
		}
		if strings.ContainsRune(text, 0xe9) || strings.Contains(text, "\xff") {
			continue // the other reader takes bytes for another character set
		}
		theirs, err := peerdecoder.NewDecoder().Decode(peer.NewAztecDetectorResult(bitsOf(t, m), nil, mode.Compact,
			mode.Words, mode.Layers))
		if err != nil || theirs.GetText() != text {
			t.Errorf("%q with %d layers: another reader says %v", text, mode.Layers, err)
		}
	}
}

func bitsOf(t *testing.T, m *aztec.Matrix) *gozxing.BitMatrix {
	bits, err := gozxing.NewSquareBitMatrix(m.Side())
	if err != nil {
		t.Fatal(err)
	}
	half := m.Side() / 2
	for i := range m.Side() * m.Side() {
		if x, y := i%m.Side(), i/m.Side(); m.At(x-half, y-half) {
			bits.Set(x, y)
		}
	}
	return bits
}

func TestEveryRuneIsReadBack(t *testing.T) {
	for value := range 256 {
		m := aztec.EncodeRune(value)
		mode, ok := aztec.ReadMode(true, m.At)
		if !ok || mode.Layers != 0 || mode.Rune != value || aztec.Marks(true, m.At) != 12 {
			t.Fatalf("%d: %+v %v", value, mode, ok)
		}
	}
	got, err := aztec.Decode(aztec.Mode{Compact: true, Rune: 7}, nil)
	if err != nil || got.Text() != "007" {
		t.Errorf("%q %v", got.Text(), err)
	}
}

func TestDamageIsMended(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		data := make([]byte, 1+rng.IntN(200))
		for i := range data {
			data[i] = byte(rng.IntN(256))
		}
		m, err := aztec.Encode(data)
		if err != nil {
			t.Fatal(err)
		}
		half := m.Side() / 2
		hurt := map[[2]int]bool{}
		for range rng.IntN(4) {
			hurt[[2]int{rng.IntN(2*half+1) - half, rng.IntN(2*half+1) - half}] = true
		}
		dark := func(x, y int) bool { return m.At(x, y) != hurt[[2]int{x, y}] }
		mode, ok := aztec.ReadMode(m.Mode.Compact, dark)
		if !ok {
			t.Fatal("no mode")
		}
		got, err := aztec.Decode(mode, dark)
		if err != nil || !bytes.Equal(got.Bytes, data) {
			t.Fatalf("%d bytes, %d layers: %v", len(data), mode.Layers, err)
		}
	}
}

func TestNoDataAndTooMuchAreRefused(t *testing.T) {
	if _, err := aztec.Encode(nil); err == nil {
		t.Error("nothing was taken")
	}
	if _, err := aztec.Encode(make([]byte, 3000)); err == nil {
		t.Error("3000 bytes were taken")
	}
}

// Messages and the symbols that they become, a row a line.
func TestSymbolsKeepTheirModules(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{"Aztec", "Mixed 42: {a, B}", "\x00\xff caf\u00e9"} {
		m, err := aztec.Encode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%q %+v\n", text, m.Mode)
		half := m.Side() / 2
		for y := -half; y <= half; y++ {
			for x := -half; x <= half; x++ {
				out.WriteByte(" #"[map[bool]int{true: 1}[m.At(x, y)]])
			}
			out.WriteString("|\n")
		}
	}
	golden.Check(t, "symbols.golden", out.String())
}

func FuzzEncode(f *testing.F) {
	for _, text := range texts[:7] {
		f.Add([]byte(text), uint16(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint16) {
		m, err := aztec.Encode(data)
		if err != nil {
			if len(data) > 0 && len(data) < 1000 {
				t.Fatalf("%d bytes: %v", len(data), err)
			}
			return
		}
		half := m.Side() / 2
		x, y := int(at)%m.Side()-half, int(at)/m.Side()%m.Side()-half
		dark := func(i, j int) bool { return m.At(i, j) != (i == x && j == y) } // one module is wrong
		mode, ok := aztec.ReadMode(m.Mode.Compact, dark)
		if !ok || mode.Layers != m.Mode.Layers || mode.Words != m.Mode.Words {
			t.Fatalf("mode %+v, not %+v", mode, m.Mode)
		}
		got, err := aztec.Decode(mode, dark)
		if err != nil || !bytes.Equal(got.Bytes, data) {
			t.Errorf("%q with a wrong module at %d, %d read as %q, %v", data, x, y, got.Bytes, err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(uint8(1), uint16(5), true, []byte("some bits of a symbol"))
	f.Add(uint8(32), uint16(1000), false, []byte{0xff, 0, 0x55})
	f.Fuzz(func(t *testing.T, layers uint8, words uint16, compact bool, b []byte) {
		dark := func(x, y int) bool {
			i := (y+80)*160 + x + 80
			return i >= 0 && i>>3 < len(b) && b[i>>3]>>(i&7)&1 == 1
		}
		aztec.ReadMode(compact, dark)
		mode := aztec.Mode{Compact: compact, Layers: 1 + int(layers)%32, Words: 1 + int(words)}
		if compact {
			mode.Layers = 1 + int(layers)%4
		}
		m, err := aztec.Decode(mode, dark)
		if err == nil && 2*m.Wrong > m.Check {
			t.Error("more mended than can be")
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	m, err := aztec.Encode([]byte(strings.Repeat("0123456789 abc ", 6)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := aztec.Decode(m.Mode, m.At); err != nil {
			b.Fatal(err)
		}
	}
}
