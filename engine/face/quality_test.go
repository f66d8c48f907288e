//go:build !js

package face_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func grey(img *image.RGBA) *image.Gray {
	g := image.NewGray(img.Rect)
	draw.Draw(g, g.Rect, img, img.Rect.Min, draw.Src)
	return g
}

// portrait draws a person and finds the face.
func portrait(t testing.TB, seed uint64, opts drawn.Options) (*image.RGBA, []face.Face) {
	t.Helper()
	img := drawn.Portrait(seed, opts)
	faces, err := face.Detect(grey(img), face.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(faces) != 1 || !faces[0].HasPupils {
		t.Fatalf("seed %d: %d faces", seed, len(faces))
	}
	return img, faces
}

func measure(t *testing.T, list []face.Measure, name string) face.Measure {
	t.Helper()
	for _, m := range list {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("no measure %s", name)
	return face.Measure{}
}

// averaged blurs with an n × n box, or an n × 1 box.
func averaged(img *image.RGBA, n int, sideways bool) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	rows := n
	if sideways {
		rows = 1
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			var sum [3]int
			for i := range n * rows {
				c := img.RGBAAt(min(max(x+i%n-n/2, 0), img.Rect.Dx()-1), min(max(y+i/n-rows/2, 0), img.Rect.Dy()-1))
				sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
			}
			k := n * rows
			out.SetRGBA(x, y, color.RGBA{uint8(sum[0] / k), uint8(sum[1] / k), uint8(sum[2] / k), 255})
		}
	}
	return out
}

func TestGoodPortraitPassesEveryMeasure(t *testing.T) {
	for seed := range uint64(3) {
		img, faces := portrait(t, seed, drawn.Options{Size: 220})
		for _, m := range face.Quality(img, faces, face.DefaultLimits()) {
			if !m.Pass() {
				t.Errorf("seed %d: %s is %.2f with score %.2f under %.2f", seed, m.Name, m.Value, m.Score, m.Threshold)
			}
			if m.Score < 0 || m.Score > 1 {
				t.Errorf("%s scores %v", m.Name, m.Score)
			}
		}
	}
}

func TestBlurAndMotionFailFocus(t *testing.T) {
	for seed := range uint64(3) {
		img, faces := portrait(t, seed, drawn.Options{Size: 220})
		for name, bad := range map[string]*image.RGBA{
			"blur":   averaged(img, 7, false),
			"motion": averaged(img, 11, true),
		} {
			if m := measure(t, face.Quality(bad, faces, face.DefaultLimits()), face.Focus); m.Pass() {
				t.Errorf("seed %d: %s passes with %.2f", seed, name, m.Score)
			}
		}
	}
}

func TestFocusFallsWithEveryStepOfBlur(t *testing.T) {
	img, faces := portrait(t, 2, drawn.Options{Size: 300})
	last := 1e9
	for n := 1; n <= 13; n += 4 {
		m := measure(t, face.Quality(averaged(img, n, false), faces, face.DefaultLimits()), face.Focus)
		if m.Value >= last {
			t.Errorf("box of %d: %.3f after %.3f", n, m.Value, last)
		}
		last = m.Value
	}
}

func TestDarkAndBurntOutFacesFailLight(t *testing.T) {
	img, faces := portrait(t, 3, drawn.Options{Size: 240})
	for name, gain := range map[string]float64{"dark": .12, "bright": 9} {
		bad := image.NewRGBA(img.Rect)
		for i, v := range img.Pix {
			bad.Pix[i] = uint8(min(float64(v)*gain, 255))
		}
		list := face.Quality(bad, faces, face.DefaultLimits())
		if m := measure(t, list, face.LightIntensity); m.Pass() {
			t.Errorf("%s: light intensity %.2f passes with %.2f", name, m.Value, m.Score)
		}
		if measure(t, list, face.UnderExposure).Pass() && measure(t, list, face.OverExposure).Pass() {
			t.Errorf("%s: exposure passes", name)
		}
	}
}

func TestSidelightLowersUniformity(t *testing.T) {
	img, faces := portrait(t, 3, drawn.Options{Size: 240})
	even := measure(t, face.Quality(img, faces, face.DefaultLimits()), face.Uniformity)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() / 2 {
			at := img.PixOffset(x, y)
			for k := range 3 {
				img.Pix[at+k] /= 4
			}
		}
	}
	if side := measure(t, face.Quality(img, faces, face.DefaultLimits()), face.Uniformity); side.Score >= even.Score ||
		side.Pass() {
		t.Errorf("%.2f in side light, %.2f in even light", side.Score, even.Score)
	}
}

func TestASecondLargeFaceFailsSingleFace(t *testing.T) {
	one := face.Face{Box: image.Rect(0, 0, 100, 100)}
	two := face.Face{Box: image.Rect(200, 0, 290, 90)}
	list := face.Quality(image.NewRGBA(image.Rect(0, 0, 300, 100)), []face.Face{one, two}, face.DefaultLimits())
	if measure(t, list, face.SingleFace).Pass() {
		t.Error("two faces of one size pass")
	}
	if face.Quality(image.NewRGBA(image.Rect(0, 0, 9, 9)), nil, face.DefaultLimits()) != nil {
		t.Error("no face has measures")
	}
}

func TestQualityWithoutPupilsAssumesThem(t *testing.T) {
	img, faces := portrait(t, 2, drawn.Options{Size: 220})
	blind := []face.Face{{Box: faces[0].Box, Score: faces[0].Score}}
	list := face.Quality(img, blind, face.DefaultLimits())
	for _, name := range []string{face.HeadSize, face.Crop, face.LightIntensity, face.Focus} {
		want := measure(t, face.Quality(img, faces, face.DefaultLimits()), name)
		if got := measure(t, list, name); got.Pass() != want.Pass() {
			t.Errorf("%s: %.2f without pupils, %.2f with them", name, got.Score, want.Score)
		}
	}
	for _, m := range list {
		if m.Name == face.InterEyes || m.Name == face.Roll || m.Name == face.Yaw {
			t.Errorf("%s is told without pupils", m.Name)
		}
	}
}
