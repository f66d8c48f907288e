//go:build !js

package face_test

import (
	"image"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func TestGlassesAreToldFromBareFaces(t *testing.T) {
	wrong := 0
	for _, seed := range drawn.Identities(6) {
		for _, wear := range []drawn.Glasses{drawn.WithGlasses, drawn.NoGlasses} {
			img, faces := portrait(t, seed, drawn.Options{Size: 240, Glasses: wear})
			if p := face.Glasses(img, faces[0]); (p > .5) != (wear == drawn.WithGlasses) {
				wrong++
				t.Logf("seed %d, wear %d: %.2f", seed, wear, p)
			}
		}
	}
	if wrong > 1 {
		t.Errorf("%d of 12 wrong", wrong)
	}
}

func TestGlassesOfNothingAreNone(t *testing.T) {
	flat := image.NewRGBA(image.Rect(0, 0, 90, 90))
	for _, f := range []face.Face{{}, {HasPupils: true, Pupils: [4]float64{30, 40, 60, 40}}} {
		if p := face.Glasses(flat, f); p != 0 {
			t.Errorf("%.2f", p)
		}
	}
}
