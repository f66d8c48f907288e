package document

import (
	"image"

	"proofdesk/engine/raster"
)

// Tuned on the development samples and on drawn photographs with a thumb.
const (
	fingerMargin = .12 // of each side: how far around the document is examined
	fingerRim    = .03 // of each side: how far a blob must reach in, so that a loose outline does not count
	fingerFull   = .10 // share of the document under skin at which Finger is 1
	fingerStep   = 26  // between neighbours in one channel: where skin ends and something else of its colour begins
	fingerAlike  = 70  // summed over the channels: how far the colour inside may lie from that outside
	fingerIn     = .45 // share of the document of skin's colour over which nothing can be recognised
	fingerOut    = .4  // … and of what is around it
	fingerPart   = 5   // pixels of a blob inside for one outside, and for one beyond the rim, below
	fingerSliver = 6   // longer side over shorter of what a blob covers, at most
)

// finger searches for blobs of skin colour that reach over the document's edge. Where the document itself or its
// surroundings have that colour all over, fingers can't be recognised and the score is 0.
func (r *Quality) finger(rgba *image.RGBA, q raster.Quad, w, h int) {
	mx, my := float64(w)*fingerMargin, float64(h)*fingerMargin
	out, ok := raster.NewHomography(raster.QuadOf(0, 0, float64(w), float64(h)), q)
	if !ok {
		return
	}
	wide := raster.QuadOf(-mx, -my, float64(w)+2*mx, float64(h)+2*my)
	around := out.ApplyQuad(wide)
	if !around.Convex() {
		return
	}
	fw, fh := w+int(2*mx), h+int(2*my)
	m := raster.WarpRGBA(rgba, around, fw, fh)
	inner := image.Rect(int(mx), int(my), fw-int(mx), fh-int(my))
	mask := make([]bool, fw*fh)
	var skinIn, skinOut int
	for i := range mask {
		p := out.Apply(raster.Point{X: float64(i%fw) + .5 - mx, Y: float64(i/fw) + .5 - my})
		if p.X < 0 || p.Y < 0 || p.X >= float64(rgba.Rect.Dx()) || p.Y >= float64(rgba.Rect.Dy()) {
			continue
		}
		if mask[i] = skin(m.Pix[4*i : 4*i+3]); !mask[i] {
			continue
		}
		if image.Pt(i%fw, i/fw).In(inner) {
			skinIn++
		} else {
			skinOut++
		}
	}
	in := inner.Dx() * inner.Dy()
	if float64(skinIn) > fingerIn*float64(in) || float64(skinOut) > fingerOut*float64(fw*fh-in) {
		return
	}
	part(mask, m)
	area, covers := covered(blobs(mask, fw, fh), inner, m)
	r.Finger = min(area/float64(in)/fingerFull, 1)
	for _, c := range covers {
		r.Fingers = append(r.Fingers, mapBox(out, c.Sub(inner.Min)))
	}
}

// part removes the pixels from a mask at which the colour jumps, so that what lies beneath a document and the document
// itself do not become one blob because both have skin's colour: a finger goes over the edge without any step.
func part(mask []bool, m *image.RGBA) {
	w := m.Rect.Dx()
	for i := range mask {
		if !mask[i] {
			continue
		}
		for _, n := range [2]int{i + 1, i + w} {
			if n < len(mask) && (n != i+1 || n%w != 0) && step(m.Pix[4*i:], m.Pix[4*n:]) > fingerStep {
				mask[i] = false
			}
		}
	}
}

// step is the greatest difference of two colours in one channel.
func step(a, b []uint8) int {
	most := 0
	for c := range 3 {
		d := int(a[c]) - int(b[c])
		most = max(most, d, -d)
	}
	return most
}

// covered counts the pixels inside of blobs that lie both outside and, beyond the rim, inside, and have one colour, and
// returns the boxes around those inside.
func covered(found []blob, inner image.Rectangle, m *image.RGBA) (area float64, covers []image.Rectangle) {
	w := m.Rect.Dx()
	rim := image.Rect(
		inner.Min.X+int(fingerRim*float64(inner.Dx())), inner.Min.Y+int(fingerRim*float64(inner.Dy())),
		inner.Max.X-int(fingerRim*float64(inner.Dx())), inner.Max.Y-int(fingerRim*float64(inner.Dy())),
	)
	total := 0
	for _, b := range found {
		outside, inside, deep := 0, 0, 0
		var cover image.Rectangle
		var without, within [3]int
		for _, i := range b.at {
			p := image.Pt(i%w, i/w)
			if !p.In(inner) {
				outside++
				tally(&without, m.Pix[4*i:])
				continue
			}
			inside++
			cover = cover.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
			tally(&within, m.Pix[4*i:])
			if p.In(rim) {
				deep++
			}
		}
		sliver := max(cover.Dx(), cover.Dy()) > fingerSliver*min(cover.Dx(), cover.Dy())
		if outside*fingerPart > inside && deep*fingerPart > inside && !sliver &&
			alike(without, outside, within, inside) {
			total += inside
			covers = append(covers, cover)
		}
	}
	return float64(total), covers
}

func tally(sum *[3]int, p []uint8) {
	for c := range sum {
		sum[c] += int(p[c])
	}
}

func alike(a [3]int, n int, b [3]int, m int) bool {
	apart := 0
	for c := range a {
		d := a[c]/n - b[c]/m
		apart += max(d, -d)
	}
	return apart <= fingerAlike
}

// The range of human skin in YCbCr (Chai and Ngan, 1999: Cb 77 to 127, Cr 133 to 173), 8 bits each, here narrowed
// towards red, and without what is nearly black or white.
const (
	skinDark, skinLight  = 45, 245
	skinCbFrom, skinCbTo = 77, 123
	skinCrFrom, skinCrTo = 137, 173
)

// skin reports whether a colour lies in the range of human skin.
func skin(p []uint8) bool {
	r, g, b := int(p[0]), int(p[1]), int(p[2])
	y := (299*r + 587*g + 114*b) / 1000 // ITU-R BT.601, as the next line
	cb, cr := 128+(564*(b-y))/1000, 128+(713*(r-y))/1000
	return y > skinDark && y < skinLight && cb >= skinCbFrom && cb <= skinCbTo && cr >= skinCrFrom && cr <= skinCrTo &&
		r > g
}
