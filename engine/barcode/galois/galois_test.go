package galois_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"proofdesk/engine/barcode/galois"
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

func FuzzCorrect(f *testing.F) {
	field := galois.New(8, 0x12d)
	f.Add([]byte("some words"), 4)
	f.Fuzz(func(t *testing.T, b []byte, checks int) {
		words := make([]int, len(b))
		for i, c := range b {
			words[i] = int(c)
		}
		if _, ok := field.Correct(words, checks, 1); !ok {
			return
		}
		if again, ok := field.Correct(words, checks, 1); !ok || again != 0 {
			t.Error("corrected words are not whole")
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
