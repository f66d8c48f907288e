package face_test

import (
	"errors"
	"image"
	"image/draw"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func TestDeviceFindsFacesAndJudgesThemWithoutPupils(t *testing.T) {
	img := drawn.Portrait(2, drawn.Options{Size: 200, Selfie: true})
	grey := image.NewGray(img.Rect)
	draw.Draw(grey, grey.Rect, img, img.Rect.Min, draw.Src)
	for _, opts := range []face.Options{{}, face.Live()} {
		faces, err := face.Detect(grey, opts)
		if err != nil || len(faces) != 1 || faces[0].HasPupils {
			t.Fatalf("%+v, %v", faces, err)
		}
		if list := face.Quality(img, faces, face.DefaultLimits()); len(list) < 8 {
			t.Errorf("%d measures", len(list))
		}
	}
}

func TestDeviceHasNoNetworks(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 60, 60))
	f := face.Face{HasPupils: true, Pupils: [4]float64{10, 20, 40, 20}}
	if _, err := face.Describe(img, f); !errors.Is(err, face.ErrNoModel) {
		t.Errorf("describe: %v", err)
	}
	for _, m := range face.Models() {
		if (m.Bytes != 0) != (m.Name == "facefinder") {
			t.Errorf("%s: %d bytes", m.Name, m.Bytes)
		}
	}
}
