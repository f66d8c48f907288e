//go:build !js

package raster_test

import (
	"image/color"
	"testing"

	"proofdesk/engine/raster"
)

func TestWebPIsDecodedOnlyWhereAllowed(t *testing.T) {
	b := solidWebP(30, 20, color.RGBA{10, 200, 30, 255})
	if _, _, err := raster.Decode(b, raster.Limits{}); code(err) != raster.Unsupported {
		t.Errorf("without the option: %v", err)
	}
	m, info, err := raster.Decode(b, raster.Limits{WebP: true})
	if err != nil {
		t.Fatal(err)
	}
	w, h := m.Size()
	if w != 30 || h != 20 || info.Format != raster.WebP || m.RGBA().RGBAAt(7, 9) != (color.RGBA{10, 200, 30, 255}) {
		t.Errorf("%+v, %v", info, m.RGBA().RGBAAt(7, 9))
	}
	if _, _, err := raster.Decode(b[:len(b)-4], raster.Limits{WebP: true}); code(err) != raster.Truncated {
		t.Errorf("cut: %v", err)
	}
	if _, _, err := raster.Decode(solidWebP(13_000, 2, color.RGBA{}),
		raster.Limits{WebP: true}); code(err) != raster.TooLarge {
		t.Errorf("13,000 px wide: %v", err)
	}
}
