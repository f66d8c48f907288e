package mrz_test

import (
	"image"
	"testing"

	"proofdesk/engine/mrz"
)

func TestEveryCharacterIsDrawnInsideItsOwnCell(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"
	img := mrz.DrawLines([]string{alphabet}, 20)
	if w, h := mrz.ZoneSize(1, len(alphabet), 20); img.Bounds() != image.Rect(0, 0, w, h) {
		t.Fatalf("size %v, want %d x %d", img.Bounds(), w, h)
	}
	for i := range alphabet {
		left, ink := 10+20*i, 0
		for y := range img.Bounds().Dy() {
			for x := left; x < left+20; x++ {
				if img.GrayAt(x, y).Y < 128 {
					ink++
				}
			}
			if img.GrayAt(left, y).Y < 128 {
				t.Errorf("%c runs over the edge of its cell", alphabet[i])
			}
		}
		if ink < 50 {
			t.Errorf("%c has only %d dark pixels", alphabet[i], ink)
		}
	}
}

func TestDrawOnOutsideThePictureDrawsNothing(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 8, 8))
	mrz.DrawOn(img, []string{"P<UTO?"}, -500, 900, 12, 0)
	for _, p := range img.Pix {
		if p != 0 {
			t.Fatal("a pixel changed")
		}
	}
}
