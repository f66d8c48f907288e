package engine_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/document"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

// small is a good picture of few pixels.
func small() []byte { return sized(160) }

// sized is a good picture of a width.
func sized(width int) []byte {
	d := specimen.ApplicantWith(specimen.Passport, 1, specimen.Good, today).Document
	d.Detail = .4
	return specimen.JPEG(specimen.Photograph(d.Front(), specimen.Conditions{Width: width, Height: width * 7 / 10}), 80, 1)
}

// named tells whether a report says of its only capture either that it was readable or what is wrong with it.
func named(r engine.Report) bool {
	c := checkOf(r, engine.CodeReadable)
	return len(r.Captures) == 1 && (c.Outcome == engine.Pass) == (r.Captures[0].Fault == "") && (c.Outcome == engine.Pass || len(c.Reasons) > 0)
}

// flips is how many damaged copies are inspected wholly; PROOFDESK_FLIPS asks for more (see make flips).
func flips(t *testing.T) int {
	asked := os.Getenv("PROOFDESK_FLIPS")
	if asked == "" {
		return len(few(make([]struct{}, 100)))
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// longest is what one inspection may take, as the program's children are given.
const longest = 20 * time.Second

// flipped changes one to four bytes.
func flipped(b []byte, rng *rand.Rand) []byte {
	b = slices.Clone(b)
	for range 1 + rng.IntN(4) {
		b[rng.IntN(len(b))] ^= byte(1 + rng.IntN(255))
	}
	return b
}

func TestFlippedBytesGetANamedOutcome(t *testing.T) {
	good := small()
	rng := rand.New(rand.NewPCG(1, 9))
	for i := range flips(t) {
		b, began := flipped(good, rng), time.Now()
		if r := engine.Inspect(context.Background(), one([]string{"passport", "id_front", "id_back"}[i%3], b)); !named(r) {
			t.Fatalf("copy %d: no named outcome: %+v", i, r)
		}
		if took := time.Since(began); took > longest {
			t.Fatalf("copy %d took %v", i, took)
		}
	}
}

func TestTenThousandFlippedCopiesAreReadOrRefusedByName(t *testing.T) {
	good := sized(80)
	rng := rand.New(rand.NewPCG(2, 9))
	refused := 0
	for i := range len(few(make([]struct{}, 10000))) {
		img, _, err := raster.Decode(flipped(good, rng), raster.DefaultLimits())
		if err != nil {
			if refused++; engine.FaultCode(err) == "" {
				t.Fatalf("copy %d is refused without a name: %v", i, err)
			}
			continue
		}
		w, h := img.Size()
		if o, ok := document.Detect(img.Gray(), nil); ok && (o.Quad.Area() <= 0 || o.Confidence < 0 || o.Confidence > 1) {
			t.Fatalf("copy %d of %d x %d: %+v", i, w, h, o)
		}
	}
	if refused == 0 {
		t.Error("none of them was refused: the pictures are not damaged")
	}
}

func TestCutFilesGetANamedOutcome(t *testing.T) {
	good := small()
	for n := 0; n < len(good); n += max(1, len(good)/60) {
		if r := engine.Inspect(context.Background(), one("id_front", good[:n])); !named(r) {
			t.Fatalf("no named outcome for %d bytes: %+v", n, r)
		}
	}
}

func TestHostileFilesGetANamedOutcomeAsAnyKind(t *testing.T) {
	for _, name := range specimen.HostileNames() {
		for _, kind := range few([]string{"id_back", "selfie", "document", "voice", "signature", "fingerprints", "nfc"}) {
			r := engine.Inspect(context.Background(), one(kind, specimen.Hostile(name)))
			if len(r.Captures) != 1 || len(r.Checks) == 0 {
				t.Errorf("%s as %s: %d captures, %d checks", name, kind, len(r.Captures), len(r.Checks))
			}
		}
	}
}

func FuzzInspect(f *testing.F) {
	f.Add(small(), uint8(0))
	for i, name := range specimen.HostileNames() {
		if b := specimen.Hostile(name); len(b) < 4096 {
			f.Add(b, uint8(i))
		}
	}
	kinds := []string{"id_front", "id_back", "passport", "selfie", "document", "voice", "signature", "fingerprints", "nfc", "video", "other"}
	f.Fuzz(func(t *testing.T, b []byte, kind uint8) {
		if len(b) > 1<<16 {
			return
		}
		r := engine.Inspect(context.Background(), one(kinds[int(kind)%len(kinds)], b))
		for _, c := range r.Captures {
			if c.Width < 0 || c.Height < 0 || c.Turned%90 != 0 {
				t.Fatalf("%+v", c)
			}
		}
	})
}
