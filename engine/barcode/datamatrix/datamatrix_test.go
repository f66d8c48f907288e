package datamatrix_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	peer "github.com/makiuchi-d/gozxing/datamatrix"
	peerdecoder "github.com/makiuchi-d/gozxing/datamatrix/decoder"

	"proofdesk/engine/barcode/datamatrix"
	"proofdesk/engine/golden"
)

func TestMessagesOfAnotherWriterAreRead(t *testing.T) {
	for _, text := range []string{
		"A", "123456", "Data Matrix 42", "UPPER CASE TEXT WITH 12 DIGITS",
		"lower case text goes into its own encodation",
		"MIXED*X12>DATA*123456789*ABC>", "EDIFACT+DATA:1234'NEXT+SEG'ABCDEFGH", "caf\u00e9 na\u00efve \u00fcber",
		strings.Repeat("\u00e9\u00fc\u00e4", 90),
		strings.Repeat("long text, ", 100), "control \t and \x1d chars", "a", "0", strings.Repeat("9", 400),
		strings.Repeat("Ab1", 400),
	} {
		m, err := peer.NewDataMatrixWriter().Encode(text, gozxing.BarcodeFormat_DATA_MATRIX, 0, 0, nil)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		s, ok := datamatrix.SizeOf(m.GetHeight(), m.GetWidth())
		if !ok {
			t.Fatalf("%q: no size %d x %d", text, m.GetWidth(), m.GetHeight())
		}
		got, err := datamatrix.Decode(s, m.Get)
		if err != nil || got.Text() != text || got.Wrong != 0 {
			t.Errorf("%q in %d x %d: %q %d %v", text, m.GetWidth(), m.GetHeight(), got.Text(), got.Wrong, err)
		}
	}
}

func TestEverySizeIsReadBackAndByAnotherReader(t *testing.T) {
	seen := map[[2]int]bool{}
	for _, oblong := range []bool{false, true} {
		for _, n := range lengths() {
			data := []byte(strings.Repeat("Az-", n))[:n]
			m, err := datamatrix.Encode(data, oblong)
			if err != nil {
				continue
			}
			shape := [2]int{m.Size.Rows, m.Size.Columns}
			got, err := datamatrix.Decode(m.Size, m.At)
			if err != nil || !bytes.Equal(got.Bytes, data) {
				t.Fatalf("%v: %v", shape, err)
			}
			if seen[shape] {
				continue
			}
			seen[shape] = true
			bits, err := gozxing.NewBitMatrix(shape[1], shape[0])
			if err != nil {
				t.Fatal(err)
			}
			for i := range shape[0] * shape[1] {
				if m.At(i%shape[1], i/shape[1]) {
					bits.Set(i%shape[1], i/shape[1])
				}
			}
			theirs, err := peerdecoder.NewDecoder().Decode(bits)
			if err != nil || theirs.GetText() != string(data) {
				t.Errorf("%v: another reader says %v", shape, err)
			}
		}
	}
	if len(seen) < 38 {
		t.Errorf("only %d sizes", len(seen))
	}
}

// lengths are of messages that fill every size between them.
func lengths() []int {
	all := []int{1558}
	for n := 1; n < 1558; n += 1 + n/12 {
		all = append(all, n)
	}
	return all
}

func TestDamageUpToHalfTheCheckWordsIsMended(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		data := make([]byte, 1+rng.IntN(150))
		for i := range data {
			data[i] = byte(rng.IntN(256))
		}
		m, err := datamatrix.Encode(data, false)
		if err != nil {
			t.Fatal(err)
		}
		hurt := map[[2]int]bool{}
		for range rng.IntN(m.Size.Check/8 + 1) { // one module is one codeword at most
			hurt[[2]int{1 + rng.IntN(m.Size.Columns-2), 1 + rng.IntN(m.Size.Rows-2)}] = true
		}
		got, err := datamatrix.Decode(m.Size, func(c, r int) bool { return m.At(c, r) != hurt[[2]int{c, r}] })
		if err != nil || !bytes.Equal(got.Bytes, data) {
			t.Fatalf("%d bytes, %d modules: %v", len(data), len(hurt), err)
		}
	}
}

func TestRandomModulesHoldNoMessage(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	s, _ := datamatrix.SizeOf(18, 18)
	for range 2000 {
		if m, err := datamatrix.Decode(s, func(int, int) bool { return rng.IntN(2) == 1 }); err == nil &&
			m.Wrong < s.Check/4 {
			t.Fatalf("read %q", m.Bytes)
		}
	}
}

// Messages and the symbols that they become, a row a line.
func TestSymbolsKeepTheirModules(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{"A1B2C3D4E5F6G7H8", "123456", "caf\u00e9 \x00\xff"} {
		for _, oblong := range []bool{false, true} {
			m, err := datamatrix.Encode([]byte(text), oblong)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%q\n", text)
			for row := range m.Size.Rows {
				for column := range m.Size.Columns {
					out.WriteByte(" #"[map[bool]int{true: 1}[m.At(column, row)]])
				}
				out.WriteString("|\n")
			}
		}
	}
	golden.Check(t, "symbols.golden", out.String())
}

func FuzzEncode(f *testing.F) {
	f.Add([]byte("123456"), false, []byte{1, 2})
	f.Add([]byte("caf\xc3\xa9 \x00\xff"), true, []byte{})
	f.Fuzz(func(t *testing.T, data []byte, oblong bool, spoil []byte) {
		m, err := datamatrix.Encode(data, oblong)
		if err != nil || len(data) == 0 {
			return
		}
		hurt := map[[2]int]bool{}
		// a module spoils one codeword at most
		for i := 0; i+1 < len(spoil) && 8*(len(hurt)+1) <= m.Size.Check; i += 2 {
			hurt[[2]int{1 + int(spoil[i])%(m.Size.Columns-2), 1 + int(spoil[i+1])%(m.Size.Rows-2)}] = true
		}
		got, err := datamatrix.Decode(m.Size, func(c, r int) bool { return m.At(c, r) != hurt[[2]int{c, r}] })
		if err != nil || !bytes.Equal(got.Bytes, data) {
			t.Errorf("%q with %d wrong modules read as %q, %v", data, len(hurt), got.Bytes, err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(uint8(0), []byte("some bits of a symbol"))
	f.Add(uint8(20), []byte{0, 1, 2, 3})
	f.Fuzz(func(t *testing.T, shape uint8, b []byte) {
		shapes := [][2]int{{10, 10}, {12, 12}, {24, 24}, {32, 32}, {52, 52}, {8, 18}, {16, 48}, {26, 64}, {144, 144}}
		at := shapes[int(shape)%len(shapes)]
		s, ok := datamatrix.SizeOf(at[0], at[1])
		if !ok {
			t.Fatal("no size")
		}
		m, err := datamatrix.Decode(s, func(c, r int) bool {
			i := r*s.Columns + c
			return i>>3 < len(b) && b[i>>3]>>(i&7)&1 == 1
		})
		if err == nil && 2*m.Wrong > m.Check {
			t.Error("more mended than can be")
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	m, err := datamatrix.Encode([]byte(strings.Repeat("0123456789 abc ", 6)), false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := datamatrix.Decode(m.Size, m.At); err != nil {
			b.Fatal(err)
		}
	}
}
