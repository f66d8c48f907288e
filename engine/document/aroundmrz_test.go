package document_test

import (
	"math"
	"testing"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

func TestOutlineFollowsFromTheMRZ(t *testing.T) {
	for _, c := range []struct {
		columns, rows int
		w, h          float64
		format        document.Format
	}{{44, 2, 125, 88, document.ID3}, {36, 2, 105, 74, document.ID2}, {30, 3, 85.6, 54, document.ID1}} {
		for _, turn := range []float64{0, 30, 175} {
			sin, cos := math.Sincos(turn * math.Pi / 180)
			spot := func(q raster.Quad) raster.Quad { // 7 px a mm, turned, moved
				for i, p := range q {
					q[i] = raster.Point{X: 900 + 7*(p.X*cos-p.Y*sin), Y: 800 + 7*(p.X*sin+p.Y*cos)}
				}
				return q
			}
			wide, high := float64(c.columns)*2.54, float64(c.rows-1)*6.35+2.4
			text := spot(raster.QuadOf((c.w-wide)/2, c.h-11.6-high/2, wide, high))
			want := spot(raster.QuadOf(0, 0, c.w, c.h))
			o, ok := document.AroundMRZ(text, c.columns, c.rows)
			if !ok || o.Format != c.format || overlap(o.Quad, want) < .98 {
				t.Errorf("%d × %d turned %v: %v, %q, overlap %.3f", c.columns, c.rows, turn, ok, o.Format,
					overlap(o.Quad, want))
			}
		}
	}
	if _, ok := document.AroundMRZ(raster.QuadOf(0, 0, 100, 10), 40, 2); ok {
		t.Error("a layout of 40 columns was taken")
	}
	if _, ok := document.AroundMRZ(raster.Quad{}, 44, 2); ok {
		t.Error("an empty quad was taken")
	}
}
