package slim_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"proofdesk/engine/face/slim"
)

// cascade makes trees of a depth whose votes are what vote gives.
func cascade(depth, trees int, vote func() float32) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	b := append([]byte("version "), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[8:], uint32(depth))
	binary.LittleEndian.PutUint32(b[12:], uint32(trees))
	for range trees {
		for range 4<<depth - 4 {
			b = append(b, byte(rng.Uint32()))
		}
		for range 1 << depth {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(vote()))
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(rng.Float32()))
	}
	return b
}

func TestVotesInStepsComeBackAsTheyWere(t *testing.T) {
	n := -129
	b := cascade(3, 5, func() float32 { n++; return float32(n) / 128 })
	small, err := slim.Pack(b)
	if err != nil || len(small) >= len(b) {
		t.Fatalf("%d bytes became %d, %v", len(b), len(small), err)
	}
	if back, err := slim.Unpack(small); err != nil || !bytes.Equal(back, b) {
		t.Fatalf("not the same after packing and unpacking: %v", err)
	}
}

func TestOtherVotesMoveByHalfAStepAtMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	b := cascade(6, 4, func() float32 { return 1.9*rng.Float32() - 1 })
	small, _ := slim.Pack(b)
	back, err := slim.Unpack(small)
	if err != nil || len(back) != len(b) {
		t.Fatalf("%d bytes, %v", len(back), err)
	}
	for i := 16 + 252; i < 16+252+256; i += 4 {
		was, is := math.Float32frombits(binary.LittleEndian.Uint32(b[i:])),
			math.Float32frombits(binary.LittleEndian.Uint32(back[i:]))
		if math.Abs(float64(was-is)) > 1./256 {
			t.Errorf("vote at %d: %g became %g", i, was, is)
		}
	}
}

func TestWhatIsNoCascadeIsRefused(t *testing.T) {
	good := cascade(2, 2, func() float32 { return 0 })
	small, _ := slim.Pack(good)
	for name, b := range map[string][]byte{
		"empty":     nil,
		"head only": good[:16],
		"cut":       good[:len(good)-1],
		"longer":    append(good[:len(good):len(good)], 0),
		"text":      []byte("this is no cascade at all"),
	} {
		if _, err := slim.Pack(b); !errors.Is(err, slim.ErrLayout) {
			t.Errorf("%s packed: %v", name, err)
		}
	}
	if _, err := slim.Unpack(small[:len(small)-1]); !errors.Is(err, slim.ErrLayout) {
		t.Errorf("cut: %v", err)
	}
	if _, err := slim.Pack(cascade(1, 1, func() float32 { return float32(math.NaN()) })); !errors.Is(err,
		slim.ErrLayout) {
		t.Errorf("a vote that is no number: %v", err)
	}
}

func FuzzUnpack(f *testing.F) {
	small, _ := slim.Pack(cascade(2, 2, func() float32 { return .5 }))
	f.Add(small)
	f.Fuzz(func(t *testing.T, b []byte) {
		back, err := slim.Unpack(b)
		if err != nil {
			return
		}
		if again, err := slim.Pack(back); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("packed again: %v", err)
		}
	})
}

func BenchmarkUnpack(b *testing.B) {
	small, _ := slim.Pack(cascade(6, 468, func() float32 { return .5 }))
	for b.Loop() {
		if _, err := slim.Unpack(small); err != nil {
			b.Fatal(err)
		}
	}
}
