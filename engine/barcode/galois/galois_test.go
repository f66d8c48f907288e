package galois_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/barcode/galois"
	"proofdesk/engine/golden"
)

var fields = []struct{ bits, polynomial, first int }{
	{4, 0x13, 1}, {6, 0x43, 1}, {8, 0x12d, 1}, {8, 0x11d, 0}, {10, 0x409, 1}, {12, 0x1069, 1},
}

func TestAsManyErrorsAsHalfTheChecksAreMended(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range fields {
		f := galois.New(p.bits, p.polynomial)
		for range 300 {
			size := 1 << p.bits
			checks := 2 + rng.IntN(min(size/2, 40))
			data := make([]int, 1+rng.IntN(min(size-1-checks, 200)))
			for i := range data {
				data[i] = rng.IntN(size)
			}
			whole := append(slices.Clone(data), f.Checks(data, checks, p.first)...)
			hurt, errs := slices.Clone(whole), rng.IntN(checks/2+1)
			for _, at := range rng.Perm(len(hurt))[:min(errs, len(hurt))] {
				hurt[at] ^= 1 + rng.IntN(size-1)
			}
			errs = min(errs, len(hurt))
			if wrong, ok := f.Correct(hurt, checks, p.first); !ok || wrong != errs || !slices.Equal(hurt, whole) {
				t.Fatalf("%+v: %d of %d errors with %d checks: %d %v", p, errs, len(hurt), checks, wrong, ok)
			}
		}
	}
}

func TestMoreErrorsAreRefusedOrMakeAnotherWholeWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	f := galois.New(8, 0x12d)
	refused := 0
	for range 500 {
		words := make([]int, 40)
		for i := range words {
			words[i] = rng.IntN(256)
		}
		if _, ok := f.Correct(words, 18, 1); !ok {
			refused++
		} else if again, ok := f.Correct(words, 18, 1); !ok || again != 0 {
			t.Fatal("corrected words are not whole")
		}
	}
	if refused < 495 {
		t.Errorf("only %d of 500 random words refused", refused)
	}
}

// The check words of every field in use. The first line of Data Matrix's field is the example of ISO/IEC 16022, annex
// O: 114 25 5 88 102.
func TestCheckWordsStayWhatTheyAre(t *testing.T) {
	var out strings.Builder
	for _, p := range fields {
		f := galois.New(p.bits, p.polynomial)
		for _, data := range [][]int{{142, 164, 186}, {1}, {0, 0, 7}, {5, 4, 3, 2, 1}} {
			for i := range data {
				data[i] %= 1 << p.bits
			}
			fmt.Fprintf(&out, "%d bits, %#x, root %d: %d has %d\n", p.bits, p.polynomial, p.first, data,
				f.Checks(data, 5, p.first))
		}
	}
	golden.Check(t, "checks.golden", out.String())
}

func FuzzCorrect(f *testing.F) {
	field := galois.New(8, 0x12d)
	f.Add([]byte("some words"), 4, []byte{1, 7})
	f.Add([]byte("as many as can be mended"), 8, []byte{0, 1, 5, 2, 9, 3, 20, 4})
	f.Fuzz(func(t *testing.T, b []byte, checks int, spoil []byte) {
		words := make([]int, len(b))
		for i, c := range b {
			words[i] = int(c)
		}
		if _, ok := field.Correct(slices.Clone(words), checks, 1); ok && (checks < 0 || checks > len(words)) {
			t.Fatalf("%d check words of %d", checks, len(words))
		}
		if checks < 1 || len(words) == 0 || len(words)+checks > 255 {
			return
		}
		whole := append(slices.Clone(words), field.Checks(words, checks, 1)...)
		hurt := slices.Clone(whole)
		for i := 0; i+1 < len(spoil) && i < checks-1; i += 2 { // pairs of place and change, as many as can be mended
			hurt[int(spoil[i])%len(hurt)] ^= int(spoil[i+1])
		}
		if _, ok := field.Correct(hurt, checks, 1); !ok || !slices.Equal(hurt, whole) {
			t.Errorf("%d words with %d check words are not mended", len(words), checks)
		}
	})
}

func BenchmarkCorrect(b *testing.B) {
	f := galois.New(8, 0x12d)
	data := make([]int, 100)
	whole := append(data, f.Checks(data, 50, 1)...)
	b.ReportAllocs()
	for b.Loop() {
		hurt := slices.Clone(whole)
		for i := range 20 {
			hurt[3*i] ^= 7
		}
		if _, ok := f.Correct(hurt, 50, 1); !ok {
			b.Fatal("not mended")
		}
	}
}
