package pdf417_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/barcode/pdf417"
	"proofdesk/engine/golden"
)

const licence = "@\n\x1e\rANSI 636000080002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\n" +
	"DBB06061986\nDAU068 in\nDAG2300 WEST BROAD STREET\nDCF2424244747474786102204\nDCGUSA\r"

func TestEveryPatternHasItsClusterAndNoTwin(t *testing.T) {
	seen := map[int]bool{}
	for cluster := range 3 {
		for word := range 929 {
			p := pdf417.Pattern(cluster, word)
			widths := widthsOf(p)
			if len(widths) != 8 || seen[p] || bits.Len(uint(p)) != 17 {
				t.Fatalf("pattern %05x of %d", p, word)
			}
			seen[p] = true
			for _, w := range widths {
				if w < 1 || w > 6 {
					t.Fatalf("pattern %05x has an element of %d modules", p, w)
				}
			}
			if c := (widths[0] - widths[2] + widths[4] - widths[6] + 9) % 9; c != 3*cluster {
				t.Fatalf("pattern %05x is of cluster %d, not %d", p, c, 3*cluster)
			}
		}
	}
}

func widthsOf(p int) []int {
	var w []int
	last := -1
	for i := 16; i >= 0; i-- {
		b := p >> i & 1
		if b != last {
			w = append(w, 0)
			last = b
		}
		w[len(w)-1]++
	}
	return w
}

// wordsOf reads a drawn symbol's codewords back from its modules.
func wordsOf(t testing.TB, m *pdf417.Matrix) []int {
	t.Helper()
	byPattern := map[int]int{}
	for c := range 3 {
		for w := range 929 {
			byPattern[pdf417.Pattern(c, w)] = w
		}
	}
	var out []int
	for r := range m.Rows {
		for c := range m.Columns {
			p := 0
			for i := range 17 {
				p <<= 1
				if m.At(r, 34+17*c+i) {
					p |= 1
				}
			}
			w, ok := byPattern[p]
			if !ok {
				t.Fatalf("row %d column %d has pattern %05x", r, c, p)
			}
			out = append(out, w)
		}
	}
	return out
}

func TestWhatIsEncodedIsWhatIsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	texts := []string{
		licence, "A", "a", ";", "0", "12345678901234567890", "aB;c D1e\tF", strings.Repeat("9", 90), "\x00\xff\x80",
		"PDF417 \x1e middle \xe9 end",
	}
	alphabet := []string{"ABC XYZ", "abc", "0123456789", "&\r\t,:#-", ";<>@\n{}", "\x00\x1e\xff\x90"}
	for range 400 {
		var b strings.Builder
		for range rng.IntN(60) + 1 {
			set := alphabet[rng.IntN(len(alphabet))]
			for range rng.IntN(9) {
				b.WriteByte(set[rng.IntN(len(set))])
			}
		}
		if b.Len() > 0 {
			texts = append(texts, b.String())
		}
	}
	for _, text := range texts {
		m, err := pdf417.Encode([]byte(text), pdf417.Options{Level: rng.IntN(6) - 1})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		words := wordsOf(t, m)
		k := 2 << m.Level
		if n, err := pdf417.Correct(append([]int(nil), words...), k, nil); n != 0 || err != nil {
			t.Fatalf("%q: a fresh symbol has %d errors, %v", text, n, err)
		}
		if words[0] != len(words)-k {
			t.Fatalf("%q: length %d of %d", text, words[0], len(words))
		}
		got, err := pdf417.Read(words[1:words[0]], false)
		if err != nil || string(got.Bytes) != text {
			t.Fatalf("%q read as %q, %v", text, got.Bytes, err)
		}
	}
}

func TestErrorsAndErasuresAreMendedUpToTheLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	m, err := pdf417.Encode([]byte(licence), pdf417.Options{Level: 4})
	if err != nil {
		t.Fatal(err)
	}
	clean := wordsOf(t, m)
	const k = 32
	for range 300 {
		erased := rng.IntN(k + 1)
		errs := rng.IntN((k-erased)/2 + 1)
		words := append([]int(nil), clean...)
		places := rng.Perm(len(words))[:erased+errs]
		for _, p := range places {
			words[p] = (words[p] + 1 + rng.IntN(927)) % 929
		}
		n, err := pdf417.Correct(words, k, places[:erased])
		if err != nil || n != erased+errs {
			t.Fatalf("%d erasures and %d errors: %d mended, %v", erased, errs, n, err)
		}
		for i := range words {
			if words[i] != clean[i] {
				t.Fatalf("codeword %d is %d, not %d", i, words[i], clean[i])
			}
		}
	}
}

func TestRandomCodewordsAreNotMended(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		words := make([]int, 60)
		for i := range words {
			words[i] = rng.IntN(929)
		}
		if _, err := pdf417.Correct(words, 16, nil); !errors.Is(err, pdf417.ErrUncorrectable) {
			t.Fatal("random codewords were taken for a symbol")
		}
	}
}

func TestOptionsAndSizeAreRefusedByName(t *testing.T) {
	for _, o := range []pdf417.Options{{Columns: 31}, {Rows: 2}, {Level: 9}, {Rows: 91}, {Level: -2}} {
		if _, err := pdf417.Encode([]byte("A"), o); !errors.Is(err, pdf417.ErrOptions) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := pdf417.Encode(bytes.Repeat([]byte{200}, 1200),
		pdf417.Options{}); !errors.Is(err, pdf417.ErrTooMuchData) {
		t.Errorf("1200 bytes: %v", err)
	}
}

func TestMacroBlockAndCharacterSetsAreRead(t *testing.T) {
	got, err := pdf417.Read([]int{927, 26, 901, 0xc3, 0xa9, 928, 111, 104, 17, 53, 923, 1, 111, 104, 922}, false)
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Bytes) != "é" || len(got.Segments) != 1 || got.Segments[0].ECI != 26 {
		t.Errorf("%q %v", got.Bytes, got.Segments)
	}
	if got.Macro == nil || got.Macro.Index != 4 || !got.Macro.Last || got.Macro.Count != 4 ||
		len(got.Macro.FileID) != 2 {
		t.Errorf("macro block %+v", got.Macro)
	}
}

// Messages and the codewords that they are packed into, in every mode of compaction.
func TestCodewordsKeepTheirMeaning(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{
		"PDF417", "Mixed 42: a, B; c!", strings.Repeat("0123456789", 5), "\x00\x01\xfe\xff binary", "caf\u00e9",
		licence,
	} {
		m, err := pdf417.Encode([]byte(text), pdf417.Options{Level: 2})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%q\n%d rows, %d columns, level %d: %d\n\n", text, m.Rows, m.Columns, m.Level, wordsOf(t, m))
	}
	golden.Check(t, "codewords.golden", out.String())
}

func FuzzCorrect(f *testing.F) {
	f.Add([]byte("codewords"), uint8(4), []byte{0, 1, 3, 200})
	f.Add([]byte(licence), uint8(16), []byte{9, 9, 8, 8, 7, 7, 6, 6, 5, 5})
	f.Fuzz(func(t *testing.T, data []byte, columns uint8, spoil []byte) {
		m, err := pdf417.Encode(data, pdf417.Options{Level: 3, Columns: int(columns % 31)})
		if err != nil || len(data) == 0 {
			return
		}
		const checks = 16
		clean := wordsOf(t, m)
		words, hurt := slices.Clone(clean), map[int]bool{}
		for i := 0; i+1 < len(spoil) && len(hurt) < checks/2-1; i += 2 { // pairs of place and change
			at := int(spoil[i]) % len(words)
			words[at] = (words[at] + int(spoil[i+1])) % 929
			hurt[at] = true
		}
		if _, err := pdf417.Correct(words, checks, nil); err != nil || !slices.Equal(words, clean) {
			t.Errorf("%d errors are not mended: %v", len(hurt), err)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pdf417.Encode([]byte(licence), pdf417.Options{Level: 4}); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte{3, 132, 0, 1, 3, 134, 0, 111}, false)
	f.Fuzz(func(t *testing.T, b []byte, micro bool) {
		var words []int
		for i := 0; i+1 < len(b); i += 2 {
			words = append(words, (int(b[i])<<8|int(b[i+1]))%929)
		}
		m, err := pdf417.Read(words, micro)
		for _, s := range m.Segments {
			if err == nil && (s.From >= s.To || s.To > len(m.Bytes)) {
				t.Errorf("segment %+v of %d bytes", s, len(m.Bytes))
			}
		}
	})
}

func FuzzEncode(f *testing.F) {
	f.Add([]byte(licence))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := pdf417.Encode(data, pdf417.Options{Level: 1})
		if err != nil || len(data) == 0 {
			return
		}
		words := wordsOf(t, m)
		got, err := pdf417.Read(words[1:words[0]], false)
		if err != nil || !bytes.Equal(got.Bytes, data) {
			t.Errorf("%q read as %q, %v", data, got.Bytes, err)
		}
	})
}

func BenchmarkCorrect(b *testing.B) {
	m, err := pdf417.Encode([]byte(licence), pdf417.Options{Level: 5})
	if err != nil {
		b.Fatal(err)
	}
	words := make([]int, m.Rows*m.Columns)
	for i := range words {
		words[i] = i % 929
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pdf417.Correct(words, 64, nil); err == nil {
			b.Fatal("random codewords were mended")
		}
	}
}
