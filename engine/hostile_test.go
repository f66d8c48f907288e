package engine_test

import (
	"context"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// small is a good picture of few pixels.
func small() []byte { return sized(160) }

// sized is a good picture of a width.
func sized(width int) []byte {
	d := specimen.ApplicantWith(specimen.Passport, 1, specimen.Good, today).Document
	d.Detail = .4
	return specimen.JPEG(specimen.Photograph(d.Front(), specimen.Conditions{Width: width, Height: width * 7 / 10}),
		80, 1)
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
		for _, kind := range sampledForWasm([]string{
			"id_back", "selfie", "document", "voice", "signature", "fingerprints", "nfc",
		}) {
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
	kinds := []string{
		"id_front", "id_back", "passport", "selfie", "document", "voice", "signature", "fingerprints", "nfc", "video",
		"other",
	}
	f.Fuzz(func(t *testing.T, b []byte, kind uint8) {
		if len(b) > 1<<16 {
			return
		}
		r := engine.Inspect(context.Background(), one(kinds[int(kind)%len(kinds)], b))
		if wrong := unsound(r); wrong != "" || r.Captures[0].Turned%90 != 0 {
			t.Fatalf("%s: %+v", wrong, r.Captures[0])
		}
	})
}
