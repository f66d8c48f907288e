package document

import (
	"image"

	"proofdesk/engine/raster"
)

const (
	fingerMargin = .12 // of each side: how far around the document is looked at
	fingerRim    = .03 // of each side: how far a blob must reach in, so that a loose outline does not count
	fingerFull   = .10 // share of the document under skin at which Finger is 1
)

// finger looks for blobs of skin colour that come in over the document's edge. Where the document itself or
// what lies around it has that colour all over, nothing can be told and the score is 0.
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
	if float64(skinIn) > .45*float64(in) || float64(skinOut) > .6*float64(fw*fh-in) {
		return
	}
	r.Finger = min(covered(blobs(mask, fw, fh), inner, fw)/float64(in)/fingerFull, 1)
}

// covered counts the pixels inside of blobs that lie both outside and, beyond the rim, inside.
func covered(found []blob, inner image.Rectangle, w int) float64 {
	rim := image.Rect(
		inner.Min.X+int(fingerRim*float64(inner.Dx())), inner.Min.Y+int(fingerRim*float64(inner.Dy())),
		inner.Max.X-int(fingerRim*float64(inner.Dx())), inner.Max.Y-int(fingerRim*float64(inner.Dy())),
	)
	total := 0
	for _, b := range found {
		outside, inside, deep := 0, 0, 0
		for _, i := range b.at {
			p := image.Pt(i%w, i/w)
			switch {
			case p.In(rim):
				deep++
				inside++
			case p.In(inner):
				inside++
			default:
				outside++
			}
		}
		if outside*5 > inside && deep > 0 {
			total += inside
		}
	}
	return float64(total)
}

// skin says whether a colour lies in the range of human skin in YCbCr (Chai and Ngan, 1999).
func skin(p []uint8) bool {
	r, g, b := int(p[0]), int(p[1]), int(p[2])
	y := (299*r + 587*g + 114*b) / 1000
	cb, cr := 128+(564*(b-y))/1000, 128+(713*(r-y))/1000
	return y > 45 && y < 245 && cb >= 77 && cb <= 123 && cr >= 137 && cr <= 173 && r > g
}
