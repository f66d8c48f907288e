//go:build !js

package relief_test

import (
	"image"
	"testing"
	"time"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
	"proofdesk/engine/relief"
	"proofdesk/engine/specimen"
)

// viewOf returns the view of the one face in a picture.
func viewOf(t testing.TB, img *image.RGBA) *relief.View {
	t.Helper()
	faces, err := face.Find(img, face.Live())
	if err != nil || len(faces) == 0 {
		t.Fatal("no face", err)
	}
	m, err := face.Landmarks(img, faces[0])
	if err != nil {
		t.Fatal(err)
	}
	return relief.Of(grey(img), m)
}

func grey(img *image.RGBA) *image.Gray {
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}

func TestATiltedSheetIsToldFromATurnedHead(t *testing.T) {
	for n := range uint64(4) {
		if n > 0 && testing.Short() { // the others are like the first
			break
		}
		p := specimen.Applicant(3*n+1, specimen.Good, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)).Person
		base := drawn.Options{Size: 360, Capture: 7, Selfie: true}
		still := drawn.Portrait(p.Face, base)
		rest := viewOf(t, still)
		for _, by := range [][2]float64{{-20, 0}, {20, 0}, {0, -24}} {
			turned := base
			turned.Turn, turned.Nod = by[0], by[1]
			m := relief.Compare(rest, viewOf(t, drawn.Portrait(p.Face, turned)))
			if m.Shape() != relief.Solid {
				t.Errorf("person %d, the head turned by %.0f: %+.3v", n, by, m)
			}
		}
		for _, by := range [][2]float64{{-40, 0}, {35, 0}, {0, -35}, {0, 0}} {
			m := relief.Compare(rest, viewOf(t, specimen.Tilted(still, by[0], by[1])))
			if m.Shape() != relief.Flat {
				t.Errorf("person %d, a sheet tilted by %.0f: %+.3v", n, by, m)
			}
		}
	}
}

func TestWhatIsNoFaceHasNoShape(t *testing.T) {
	var m face.Mesh
	for i := range m.Points {
		m.Points[i] = [3]float64{float64(i % 20), float64(i / 20), float64(i % 3)}
	}
	blank := relief.Of(image.NewGray(image.Rect(0, 0, 30, 30)), &m)
	if got := relief.Compare(blank, blank); got.Shape() != relief.Unclear {
		t.Errorf("a blank picture: %+v", got)
	}
	point := relief.Of(image.NewGray(image.Rect(0, 0, 1, 1)), &face.Mesh{})
	if got := relief.Compare(point, point); got.Shape() != relief.Unclear {
		t.Errorf("a point: %+v", got)
	}
}

func BenchmarkCompare(b *testing.B) {
	p := specimen.Applicant(1, specimen.Good, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)).Person
	rest := viewOf(b, specimen.Pose(p, 1, 360, specimen.Still))
	turned := viewOf(b, specimen.Pose(p, 1, 360, specimen.TurnLeft))
	for b.Loop() {
		relief.Compare(rest, turned)
	}
}
