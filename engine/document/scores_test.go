package document_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"proofdesk/engine/document"
	"proofdesk/engine/golden"
	"proofdesk/engine/raster"
)

// What every judge says of drawn cards, from sharp and clean to blurred and shining: a change to any of them shows here
// as a table.
func TestDrawnCardsScoreAsBefore(t *testing.T) {
	var out strings.Builder
	for seed := range uint64(3) {
		m := card(800, 504, seed)
		on := table(1000, 700, color.RGBA{70, 60, 50, 255}, 6, seed)
		for y := range m.Rect.Dy() {
			copy(on.Pix[(y+98)*on.Stride+400:], m.Pix[y*m.Stride:][:4*m.Rect.Dx()])
		}
		o, ok := document.Detect(raster.Luma(on), on)
		fmt.Fprintf(&out, "card %d: found %v with %.1f at", seed, ok, o.Confidence)
		for _, p := range o.Quad {
			fmt.Fprintf(&out, " %.0f,%.0f", p.X, p.Y)
		}
		out.WriteByte('\n')
		for _, blur := range []float64{.7, 2, 4} {
			q := assess(blurred(m, blur))
			fmt.Fprintf(&out, "\tblurred by %.1f: focus %.2f, brightness %.2f\n", blur, q.Focus, q.Brightness)
		}
		for _, radius := range []float64{0, 20, 40} {
			q := assess(shine(m, 400, 250, radius))
			fmt.Fprintf(&out, "\tshining over %.0f px: glare %.2f\n", radius, q.Glare)
		}
		r := document.JudgeRealness(m, nil)
		fmt.Fprintf(&out, "\t%s: photocopy %.2f, screen %.2f\n", r.Class, r.Photocopy, r.Screen)
	}
	golden.Check(t, "scores.golden", out.String())
}
