package document_test

import (
	"image"
	"testing"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

// FuzzInspect builds a picture of any size from any bytes and looks at it in every way.
func FuzzInspect(f *testing.F) {
	f.Add(uint16(64), uint16(48), card(64, 48, 1).Pix)
	f.Add(uint16(33), uint16(200), []byte{0, 255, 7})
	f.Add(uint16(0), uint16(5), []byte{})
	f.Fuzz(func(t *testing.T, w, h uint16, pix []byte) {
		m := image.NewRGBA(image.Rect(0, 0, int(w%256), int(h%256)))
		for i := range m.Pix {
			m.Pix[i] = 255
			if i%4 != 3 && len(pix) > 0 {
				m.Pix[i] = pix[i%len(pix)]
			}
		}
		g := raster.Luma(m)
		o, ok := document.Detect(g, m)
		if ok && (!(o.Confidence >= 0 && o.Confidence <= 1) || !(o.Quad.Area() > 0)) {
			t.Fatalf("outline %+v", o)
		}
		x0, y0, x1, y1 := o.Quad.Bounds()
		if ok && (x1 <= 0 || y1 <= 0 || x0 >= float64(m.Rect.Dx()) || y0 >= float64(m.Rect.Dy())) {
			t.Fatalf("outline %v outside of %v", o.Quad, m.Rect)
		}
		q := document.Assess(g, m, &o.Quad)
		r := document.JudgeRealness(m, nil)
		for _, v := range []float64{
			q.Focus, q.Glare, q.Finger, q.Brightness, q.Textured, r.Score, r.Photocopy, r.Screen,
		} {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("a score of %v in %+v, %+v", v, q, r)
			}
		}
	})
}
