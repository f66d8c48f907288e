//go:build !js

package drawn_test

import (
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func descriptor(t *testing.T, seed uint64, opts drawn.Options) face.Descriptor {
	t.Helper()
	img := drawn.Portrait(seed, opts)
	faces, err := face.Find(img, face.Options{})
	if err != nil || len(faces) != 1 {
		t.Fatalf("seed %d: %d faces, %v", seed, len(faces), err)
	}
	d, err := face.Describe(img, faces[0])
	if err != nil {
		t.Fatal(err)
	}
	return d.Descriptor
}

func TestIdentitiesLieApartAsPromised(t *testing.T) {
	people := drawn.Identities(99)
	if len(people) != 26 || len(drawn.Identities(3)) != 3 || len(drawn.Identities(-1)) != 0 {
		t.Fatalf("%d people", len(people))
	}
	portraits := make([]face.Descriptor, len(people))
	for i, seed := range people {
		portraits[i] = descriptor(t, seed, drawn.Options{Size: 180})
		for k := range i {
			least := .44
			if i < 8 {
				least = .56
			} else if i < 16 {
				least = face.DuplicateUpTo
			}
			if d := face.Distance(portraits[i], portraits[k]); d < least {
				t.Errorf("%d and %d: %.3f, want %.2f", people[k], seed, d, least)
			}
		}
	}
}

func TestAnotherCaptureOfAPersonMatchesThePortrait(t *testing.T) {
	for _, seed := range drawn.Identities(8) {
		a := descriptor(t, seed, drawn.Options{Size: 180})
		b := descriptor(t, seed, drawn.Options{Size: 200, Capture: seed + 9, Selfie: true})
		if d := face.Distance(a, b); d > .3 {
			t.Errorf("seed %d: %.3f", seed, d)
		}
	}
}

func TestStrangersFailTheComparison(t *testing.T) {
	for _, pair := range drawn.Strangers() {
		a := descriptor(t, pair[0], drawn.Options{Size: 180})
		b := descriptor(t, pair[1], drawn.Options{Size: 220, Capture: 77, Selfie: true})
		if d := face.Distance(a, b); d <= face.UnsureUpTo {
			t.Errorf("%d and %d: %.3f", pair[0], pair[1], d)
		}
	}
}

func TestPupilsAreWhereTheDetectorFindsThem(t *testing.T) {
	off := 0
	for seed := range uint64(20) {
		opts := drawn.Options{Size: 240, Roll: float64(seed%5)*4 - 8}
		faces, err := face.Detect(grey(drawn.Portrait(seed, opts)), face.Options{})
		if err != nil || len(faces) != 1 || !faces[0].HasPupils {
			t.Fatalf("seed %d: %d faces, %v", seed, len(faces), err)
		}
		for k, want := range drawn.Pupils(seed, opts) {
			if d := faces[0].Pupils[k] - want; d > 5 || d < -5 {
				off++
				t.Logf("seed %d: coordinate %d is %.1f, drawn at %.1f", seed, k, faces[0].Pupils[k], want)
				break
			}
		}
	}
	if off > 3 { // glasses pull at some
		t.Errorf("%d of 20 with a pupil more than 5 pixels off", off)
	}
}
