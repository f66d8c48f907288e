package barcode_test

import (
	"image"
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/raster"
)

func TestABarcodeTooSoftToReadIsSeenWhereItLies(t *testing.T) {
	sheet := page(drawn(t, licence, 5), 1600, 1200)
	for _, sigma := range []float64{0, 3} {
		m := raster.GaussianBlur(sheet, sigma+.01)
		c, ok := barcode.Seen(m, barcode.SeenConfidence)
		if x, y := (c[0]+c[4])/2, (c[1]+c[5])/2; !ok || x < 700 || x > 900 || y < 500 || y > 700 {
			t.Errorf("blurred by %v: %v %v", sigma, ok, c)
		}
	}
}

func TestNoBarcodeIsSeenOnPaperOrInNoise(t *testing.T) {
	blank := image.NewGray(image.Rect(0, 0, 800, 600))
	for i := range blank.Pix {
		blank.Pix[i] = 200
	}
	if _, ok := barcode.Seen(blank, barcode.SeenConfidence); ok {
		t.Error("seen on paper")
	}
	if _, ok := barcode.Seen(noisy(blank, 40), barcode.SeenConfidence); ok {
		t.Error("seen in noise")
	}
}

func TestABarcodeThatCanBeReadIsSeenHoweverSureOneMustBe(t *testing.T) {
	if _, ok := barcode.Seen(page(drawn(t, licence, 5), 1600, 1200), 1); !ok {
		t.Error("it is not seen")
	}
}
