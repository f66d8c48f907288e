//go:build !js

package face_test

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func TestEmptyAndOddPicturesHoldNoFace(t *testing.T) {
	for name, img := range map[string]*image.Gray{
		"empty":     image.NewGray(image.Rectangle{}),
		"one pixel": image.NewGray(image.Rect(0, 0, 1, 1)),
		"thin":      image.NewGray(image.Rect(0, 0, 3000, 2)),
		"black":     image.NewGray(image.Rect(0, 0, 500, 400)),
		"huge":      image.NewGray(image.Rect(0, 0, 6000, 4000)),
		"offset":    image.NewGray(image.Rect(-50, 70, 100, 170)),
	} {
		for _, opts := range []face.Options{{}, face.Live(), face.Portrait(), {Turns: true, Pad: 1 << 40, MinSize: 9}} {
			faces, err := face.Detect(img, opts)
			if err != nil || len(faces) != 0 {
				t.Errorf("%s: %d faces, %v", name, len(faces), err)
			}
		}
	}
}

func TestTurnedPicturesAreFoundInTheInputsPixels(t *testing.T) {
	img := drawn.Portrait(2, drawn.Options{Size: 210})
	want, err := face.Detect(grey(img), face.Options{})
	if err != nil || len(want) != 1 {
		t.Fatal(len(want), err)
	}
	turned, w, h := grey(img), img.Rect.Dx(), img.Rect.Dy()
	for quarter := 1; quarter < 4; quarter++ {
		next := image.NewGray(image.Rect(0, 0, h, w))
		for y := range h {
			for x := range w {
				next.SetGray(h-1-y, x, turned.GrayAt(x, y))
			}
		}
		turned, w, h = next, h, w
		faces, err := face.Detect(turned, face.Options{Turns: true})
		if err != nil || len(faces) != 1 {
			t.Fatalf("%d quarter turns: %d faces, %v", quarter, len(faces), err)
		}
		x, y := want[0].Pupils[0], want[0].Pupils[1]
		cw, ch := float64(img.Rect.Dx()), float64(img.Rect.Dy())
		for range quarter {
			x, y = ch-1-y, x
			cw, ch = ch, cw
		}
		if d := math.Hypot(faces[0].Pupils[0]-x, faces[0].Pupils[1]-y); d > 3 {
			t.Errorf("%d quarter turns: the pupil is %.1f pixels off", quarter, d)
		}
		if off := math.Abs(math.Remainder(faces[0].Roll-want[0].Roll-90*float64(quarter), 360)); off > 4 {
			t.Errorf("%d quarter turns: roll %.1f", quarter, faces[0].Roll)
		}
	}
}

func TestFaceThatFillsThePictureIsFoundByTheSecondLook(t *testing.T) {
	img := drawn.Portrait(7, drawn.Options{Size: 260, Zoom: 1.25})
	tight := image.NewGray(image.Rect(0, 0, 190, 200))
	draw.Draw(tight, tight.Rect, img, image.Pt(35, 70), draw.Src)
	for name, opts := range map[string]face.Options{"server": {}, "portrait": face.Portrait()} {
		faces, err := face.Detect(tight, opts)
		if err != nil || len(faces) != 1 {
			t.Errorf("%s: %d faces, %v", name, len(faces), err)
		}
	}
}

func TestRollAndTurnAreMeasured(t *testing.T) {
	const seeds = 5
	off := 0.
	for seed := range uint64(seeds) {
		for _, roll := range []float64{-12, 0, 12} {
			_, faces := portrait(t, seed, drawn.Options{Size: 180, Roll: roll})
			off += math.Abs(faces[0].Roll-roll) / (3 * seeds)
		}
		_, left := portrait(t, seed, drawn.Options{Size: 180, Turn: -14})
		_, right := portrait(t, seed, drawn.Options{Size: 180, Turn: 14})
		if right[0].Yaw-left[0].Yaw < 1 {
			t.Errorf("seed %d: yaw %.1f turned left, %.1f turned right", seed, left[0].Yaw, right[0].Yaw)
		}
	}
	if off > 2 {
		t.Errorf("roll is %.1f° off on average", off)
	}
}

func TestModelsNameOriginLicenceAndHash(t *testing.T) {
	for _, m := range face.Models() {
		if m.Origin == "" || m.Licence == "" || m.Version == "" || len(m.SHA256) != 64 || m.Bytes == 0 {
			t.Errorf("%+v", m)
		}
		if face.Model(m.Name).SHA256 != m.SHA256 {
			t.Errorf("%s has two hashes", m.Name)
		}
	}
	if face.Model("nobody").Name != "" {
		t.Error("an unknown model has a name")
	}
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, 4, true)
	f.Fuzz(func(t *testing.T, pix []byte, width int, turns bool) {
		width = min(max(width, 1), 512)
		h := min(len(pix)/width, 512)
		img := &image.Gray{Pix: pix, Stride: width, Rect: image.Rect(0, 0, width, h)}
		faces, err := face.Detect(img, face.Options{Turns: turns})
		if err != nil {
			t.Fatal(err)
		}
		rgba := image.NewRGBA(img.Rect)
		for _, x := range faces {
			if x.HasPupils {
				if _, err := face.Describe(rgba, x); err != nil {
					t.Fatal(err)
				}
			}
		}
		face.Quality(rgba, faces, face.DefaultLimits())
	})
}

func BenchmarkDetect1024(b *testing.B) {
	img := grey(drawn.Portrait(1, drawn.Options{Size: 1024, Zoom: .6, Selfie: true}))
	for b.Loop() {
		if faces, err := face.Detect(img, face.Options{}); err != nil || len(faces) != 1 {
			b.Fatal(len(faces), err)
		}
	}
}

func TestFindConfirmsWhatTheCascadeDoubtsAndDropsWhatTheMeshDenies(t *testing.T) {
	for seed := range uint64(4) {
		img := drawn.Portrait(seed, drawn.Options{Size: 180, Roll: 22})
		faces, err := face.Find(img, face.Options{MinScore: 1e6})
		if err != nil || len(faces) != 1 || !faces[0].Confirmed {
			t.Errorf("seed %d: %d faces, %v", seed, len(faces), err)
		}
	}
	for name, img := range map[string]*image.RGBA{
		"empty":  {},
		"black":  image.NewRGBA(image.Rect(0, 0, 300, 300)),
		"offset": image.NewRGBA(image.Rect(-9, 9, 80, 90)),
	} {
		if faces, err := face.Find(img, face.Options{Turns: true}); err != nil || len(faces) != 0 {
			t.Errorf("%s: %d faces, %v", name, len(faces), err)
		}
	}
}

func BenchmarkFind1024(b *testing.B) {
	img := drawn.Portrait(1, drawn.Options{Size: 1024, Zoom: .6, Selfie: true})
	for b.Loop() {
		if faces, err := face.Find(img, face.Options{}); err != nil || len(faces) != 1 {
			b.Fatal(len(faces), err)
		}
	}
}
