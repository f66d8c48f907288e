//go:build !js

package face_test

import (
	"errors"
	"image"
	"math"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func landmarks(t testing.TB, seed uint64, opts drawn.Options) *face.Mesh {
	t.Helper()
	img, faces := portrait(t, seed, opts)
	m, err := face.Landmarks(img, faces[0])
	if err != nil {
		t.Fatal(err)
	}
	if m.Presence < .9 {
		t.Errorf("seed %d: presence %.2f", seed, m.Presence)
	}
	return m
}

func TestClosedEyesAreToldFromOpenOnes(t *testing.T) {
	for seed := range uint64(4) {
		open := landmarks(t, seed, drawn.Options{Size: 200})
		closed := landmarks(t, seed, drawn.Options{Size: 200, Expression: drawn.EyesClosed})
		if open.EyeOpenProbability() < .5 || closed.EyeOpenProbability() > .5 {
			t.Errorf("seed %d: open %v, closed %v", seed, open.EyeOpen, closed.EyeOpen)
		}
	}
}

func TestMeshFollowsTurnAndRoll(t *testing.T) {
	left := landmarks(t, 3, drawn.Options{Size: 200, Turn: -15})
	right := landmarks(t, 3, drawn.Options{Size: 200, Turn: 15})
	if left.Yaw > -4 || right.Yaw < 4 {
		t.Errorf("yaw %.1f turned left, %.1f turned right", left.Yaw, right.Yaw)
	}
	for seed := range uint64(3) {
		if m := landmarks(t, seed, drawn.Options{Size: 200, Roll: 10}); math.Abs(m.Roll-10) > 2.5 {
			t.Errorf("seed %d: roll %.1f, drawn with 10", seed, m.Roll)
		}
	}
}

func TestMeshPutsEyeCornersAroundThePupils(t *testing.T) {
	opts := drawn.Options{Size: 200}
	m, pupils := landmarks(t, 2, opts), drawn.Pupils(2, opts)
	for i, corners := range [][2]int{{33, 133}, {362, 263}} {
		a, b := m.Points[corners[0]], m.Points[corners[1]]
		x, y := pupils[2*i], pupils[2*i+1]
		if !(a[0] < x && x < b[0]) || math.Abs((a[1]+b[1])/2-y) > 6 {
			t.Errorf("eye %d: corners %.0f and %.0f, pupil at %.0f, %.0f", i, a, b, x, y)
		}
	}
}

func TestMeshOfNoFaceIsDoubted(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 200, 200))
	m, err := face.Landmarks(img, face.Face{HasPupils: true, Pupils: [4]float64{80, 90, 120, 90}})
	if err != nil || m.Presence > .5 {
		t.Errorf("presence %v, %v", m, err)
	}
	if _, err := face.Landmarks(img, face.Face{}); !errors.Is(err, face.ErrNoPupils) {
		t.Errorf("without pupils: %v", err)
	}
	if _, err := face.Landmarks(img, face.Face{HasPupils: true, Pupils: [4]float64{-1e9, 5, 1e9, 9}}); err != nil {
		t.Errorf("pupils outside the picture: %v", err)
	}
}

func BenchmarkLandmarks(b *testing.B) {
	img, faces := portrait(b, 1, drawn.Options{Size: 420})
	for b.Loop() {
		if _, err := face.Landmarks(img, faces[0]); err != nil {
			b.Fatal(err)
		}
	}
}
