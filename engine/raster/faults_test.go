package raster_test

import (
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"proofdesk/engine/golden"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

// What each hostile file is taken for, and by what name it is refused.
func TestHostileFilesKeepTheirNames(t *testing.T) {
	var out strings.Builder
	for _, name := range specimen.HostileNames() {
		info, _ := raster.DefaultLimits().Probe(specimen.Hostile(name))
		m, _, err := raster.Decode(specimen.Hostile(name), raster.DefaultLimits())
		fmt.Fprintf(&out, "%s: %q %d x %d", name, info.Format, info.Width, info.Height)
		if err != nil {
			fmt.Fprintf(&out, ", %s\n", code(err))
			continue
		}
		w, h := m.Size()
		fmt.Fprintf(&out, ", decoded %d x %d\n", w, h)
	}
	golden.Check(t, "faults.golden", out.String())
}

// FuzzHomography maps a rectangle onto any four corners: corners become corners, and the way back leads back.
func FuzzHomography(f *testing.F) {
	f.Add(0., 0., 100., 5., 95., 80., 3., 70.)
	f.Add(0., 0., 1., 0., 1., 1., 0., 1.)
	f.Add(0., 0., 10., 10., 20., 20., 0., 7.)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by, cx, cy, dx, dy float64) {
		to := raster.Quad{{X: ax, Y: ay}, {X: bx, Y: by}, {X: cx, Y: cy}, {X: dx, Y: dy}}
		for _, p := range to {
			if !(math.Abs(p.X) < 1e4 && math.Abs(p.Y) < 1e4) {
				return
			}
		}
		from := raster.QuadOf(0, 0, 60, 40)
		h, ok := raster.NewHomography(from, to)
		for i := range to {
			a, b, c := to[i], to[(i+1)%4], to[(i+2)%4]
			if twice := (b.X-a.X)*(c.Y-b.Y) - (b.Y-a.Y)*(c.X-b.X); !to.Convex() ||
				math.Abs(twice) < .02*(to.Side(i)+to.Side((i+1)%4))*(to.Side(i)+to.Side((i+1)%4)) {
				return // where three corners are nearly in line it may be refused or not
			}
		}
		if !ok {
			t.Fatalf("no way onto %v", to)
		}
		back, ok := h.Inverse()
		if !ok {
			t.Fatalf("no way back from %v", to)
		}
		for i, p := range from {
			q := h.Apply(p)
			if math.Hypot(q.X-to[i].X, q.Y-to[i].Y) > .01 {
				t.Errorf("corner %d lands at %v, not %v", i, q, to[i])
			}
			if r := back.Apply(q); math.Hypot(r.X-p.X, r.Y-p.Y) > .01 {
				t.Errorf("corner %d comes back to %v, not %v", i, r, p)
			}
		}
	})
}

// FuzzPixels runs pictures of any size through what every part builds on.
func FuzzPixels(f *testing.F) {
	f.Add([]byte{0, 255, 9, 7}, uint8(13), uint8(5), uint8(7))
	f.Add([]byte{1}, uint8(1), uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, b []byte, width, height, to uint8) {
		w, h := 1+int(width)%64, 1+int(height)%64
		m := image.NewGray(image.Rect(0, 0, w, h))
		lo, hi, sum := byte(255), byte(0), 0
		for i := range m.Pix {
			if len(b) > 0 {
				m.Pix[i] = b[i%len(b)]
			}
			lo, hi, sum = min(lo, m.Pix[i]), max(hi, m.Pix[i]), sum+int(m.Pix[i])
		}
		if got := raster.NewIntegral(m).Sum(0, 0, w, h); int(got) != sum {
			t.Errorf("sum %d, not %d", got, sum)
		}
		back := raster.TurnGray(raster.TurnGray(m, 90), 270)
		if string(back.Pix) != string(m.Pix) {
			t.Error("a quarter there and back is another picture")
		}
		if twice := raster.InvertGray(raster.InvertGray(m)); string(twice.Pix) != string(m.Pix) {
			t.Error("the negative of the negative is another picture")
		}
		count := 0
		for _, n := range raster.Histogram(m) {
			count += n
		}
		if count != w*h {
			t.Errorf("%d pixels counted of %d", count, w*h)
		}
		size := 1 + int(to)%64
		for name, g := range map[string]*image.Gray{
			"blurred":  raster.GaussianBlur(m, 1.5),
			"averaged": raster.BoxBlur(m, 3),
			"reduced":  raster.DownscaleGray(m, min(w, size), min(h, size)),
			"warped":   raster.WarpGray(m, raster.QuadOf(0, 0, float64(w), float64(h)), size, size),
		} {
			for _, v := range g.Pix {
				if v < lo || v > hi {
					t.Fatalf("%s: %d is not between %d and %d", name, v, lo, hi)
				}
			}
		}
	})
}
