package raster_test

import (
	"image/color"
	"testing"

	"proofdesk/engine/raster"
)

func TestWebPIsRefusedByNameOnTheDevice(t *testing.T) {
	if _, _, err := raster.Decode(solidWebP(30, 20, color.RGBA{10, 200, 30, 255}),
		raster.Limits{WebP: true}); code(err) != raster.Unsupported {
		t.Fatal(err)
	}
}
