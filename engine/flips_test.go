package engine_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
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

// drawn is a good picture of a side of a document, as small as it can still be read.
func drawn(kind specimen.Kind, back bool, width int) *image.RGBA {
	d := specimen.ApplicantWith(kind, 1, specimen.Good, today).Document
	side := d.Front()
	if back {
		side = d.Back()
	}
	return specimen.Photograph(side, specimen.Conditions{Width: width, Height: width * 5 / 8})
}

// victim is a good file, and the check that says that it is read.
type victim struct {
	kind, check string
	file        []byte
}

// victims go through the whole engine: pages and cards with zones, a portrait, a barcode, as JPEG and as PNG.
func victims() []victim {
	return []victim{
		{"passport", engine.CodeMRZ, specimen.JPEG(drawn(specimen.Passport, false, 320), 80, 1)},
		{"id_back", engine.CodeMRZ, specimen.PNG(drawn(specimen.CardTD1, true, 320))},
		{"id_front", engine.CodePortrait, specimen.JPEG(drawn(specimen.CardTD1, false, 320), 80, 6)},
		{"id_back", engine.CodeBarcode, specimen.JPEG(drawn(specimen.Licence, true, 640), 80, 1)},
	}
}

// flipped changes one to four bytes. The sums of a PNG's chunks are made right again: its decoder would look no
// further.
func flipped(b []byte, rng *rand.Rand) []byte {
	b = slices.Clone(b)
	for range 1 + rng.IntN(4) {
		b[rng.IntN(len(b))] ^= byte(1 + rng.IntN(255))
	}
	const signature, around = 8, 12 // bytes before the chunks; of length, name and sum of each
	for at := signature; string(b[:4]) == "\x89PNG" && at+around <= len(b); {
		n := int(binary.BigEndian.Uint32(b[at:]))
		if n > len(b)-at-around {
			break
		}
		binary.BigEndian.PutUint32(b[at+8+n:], crc32.ChecksumIEEE(b[at+4:at+8+n]))
		at += around + n
	}
	return b
}

// flips is how many damaged copies are inspected wholly; PROOFDESK_FLIPS asks for more (see make flips).
func flips(t *testing.T) int {
	asked := os.Getenv("PROOFDESK_FLIPS")
	if asked == "" {
		return len(sampled(make([]struct{}, 100)))
	}
	n, err := strconv.Atoi(asked)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// longest is what one inspection may take. The program's children are given 20 s; the machine may be busy with other
// work.
const longest = 2 * time.Minute

// named reports whether a report says of its only capture either that it was readable or what is wrong with it.
func named(r engine.Report) bool {
	c := checkOf(r, engine.CodeReadable)
	return len(r.Captures) == 1 && (c.Outcome == engine.Pass) == (r.Captures[0].Fault == "") &&
		(c.Outcome == engine.Pass || len(c.Reasons) > 0)
}

// unsound reports what is wrong with a report of one capture: an outcome or a score that is none, a place outside of
// the picture, or a value without a source. It is empty for a sound report.
func unsound(r engine.Report) string {
	outside := func(b *engine.Box) bool {
		c := r.Captures[0]
		return b != nil && (b.X < 0 || b.Y < 0 || b.W < 0 || b.H < 0 || b.X+b.W > c.Width || b.Y+b.H > c.Height)
	}
	for _, c := range r.Checks {
		if c.Score != nil && !(*c.Score >= -1e6 && *c.Score <= 1e6) {
			return fmt.Sprintf("%s scores %v", c.Code, *c.Score)
		}
		switch c.Outcome {
		case engine.Pass, engine.Warn, engine.Fail, engine.Inconclusive, engine.NotRun:
		default:
			return fmt.Sprintf("%s ends in %q", c.Code, c.Outcome)
		}
		for _, e := range c.Evidence {
			if outside(e.Box) {
				return fmt.Sprintf("%s shows %s at %+v of %+v", c.Code, e.Label, *e.Box, r.Captures[0])
			}
		}
	}
	for _, v := range r.Readings {
		if v.Source == "" || outside(v.Box) || !(v.Confidence >= 0 && v.Confidence <= 1) {
			return fmt.Sprintf("reading %+v", v)
		}
	}
	return ""
}

func TestFlippedBytesGetANamedOutcome(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	all := victims()
	for _, v := range all {
		if c := checkOf(engine.Inspect(context.Background(), one(v.kind, v.file)), v.check); c.Outcome != engine.Pass {
			t.Errorf("%s is not read undamaged: %s is %s", v.kind, v.check, c.Outcome)
		}
	}
	refused, worst := 0, time.Duration(0)
	for i := range flips(t) {
		v := all[i%len(all)]
		b, began := flipped(v.file, rng), time.Now()
		r := engine.Inspect(context.Background(), one(v.kind, b))
		if wrong := unsound(r); wrong != "" || !named(r) {
			t.Fatalf("copy %d, %s: %s, %+v", i, v.kind, wrong, r.Captures)
		}
		if r.Captures[0].Fault != "" {
			refused++
		}
		took := time.Since(began)
		if worst = max(worst, took); took > longest {
			t.Fatalf("copy %d took %v", i, took)
		}
	}
	t.Logf("%d of %d copies refused, the others inspected; the longest took %v", refused, flips(t), worst)
}

func TestTenThousandFlippedCopiesAreReadOrRefusedByName(t *testing.T) {
	good := sized(80)
	rng := rand.New(rand.NewPCG(2, 9))
	refused := 0
	for i := range len(sampled(make([]struct{}, 10000))) {
		img, _, err := raster.Decode(flipped(good, rng), raster.DefaultLimits())
		if err != nil {
			if refused++; engine.FaultCode(err) == "" {
				t.Fatalf("copy %d is refused without a name: %v", i, err)
			}
			continue
		}
		w, h := img.Size()
		if o, ok := document.Detect(img.Gray(), nil); ok &&
			(o.Quad.Area() <= 0 || o.Confidence < 0 || o.Confidence > 1) {
			t.Fatalf("copy %d of %d x %d: %+v", i, w, h, o)
		}
	}
	if refused == 0 {
		t.Error("none of them was refused: the pictures are not damaged")
	}
}
