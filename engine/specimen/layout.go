package specimen

import (
	"image"
	"image/color"
	"strings"
	"time"

	"golang.org/x/image/draw"

	"proofdesk/engine/face/drawn"
	"proofdesk/engine/mrz"
)

var (
	black = rgb(28, 28, 36)
	grey  = rgb(92, 92, 104)
)

// field prints a small label and its value below, at the place where the value's line starts.
func (p *page) field(x, y, room float64, label, value string) {
	p.fitted(x, y-3.2, 1.75, room, regular, grey, label)
	p.fitted(x, y, 3, room, bold, black, value)
}

// specimen reports what the thing is: in a line of small print and once larger.
func (p *page) specimen(x, y, room float64, ink color.RGBA) {
	small := strings.Repeat("SPECIMEN · NOT A TRAVEL OR IDENTITY DOCUMENT · ", 4)
	for p.width(.8, regular, small) > room {
		small = small[:len(small)-1]
	}
	p.text(x, y, .8, regular, faded(ink, 150), strings.ToValidUTF8(small, ""))
}

func (p *page) mark(x, y, size float64, ink color.RGBA) {
	p.right(x, y, size, bold, faded(ink, 120), "SPECIMEN")
}

// zone prints the machine-readable zone on a pale band with the first capital's top left corner at (x, y).
func (p *page) zone(x, y float64, lines []string) {
	const pitch = 2.54
	if lines == nil {
		return
	}
	drawn := mrz.DrawLines(lines, pitch*p.scale)
	margin := pitch / 2 * p.scale
	at := image.Pt(int(x*p.scale-margin), int(y*p.scale-margin))
	for v := range drawn.Rect.Dy() {
		for u := range drawn.Rect.Dx() {
			q := image.Pt(u, v).Add(at)
			if !q.In(p.img.Rect) {
				continue
			}
			a := 255 - int(drawn.Pix[v*drawn.Stride+u])
			px := p.img.Pix[p.img.PixOffset(q.X, q.Y):]
			for c, ink := range [3]int{24, 24, 30} {
				px[c] = uint8(int(px[c]) + (ink-int(px[c]))*a/255)
			}
		}
	}
}

// band pales the background under a zone, as the standard's B900 contrast asks.
func (p *page) band(y float64) {
	p.rect(0, y, p.w, p.h-y, color.NRGBA{252, 252, 250, 130})
}

// holder is a face and the width in pixels that it is drawn in.
type holder struct {
	face uint64
	size int
}

var holders recent[holder, *image.RGBA]

// portrait prints the holder's picture, a little soft as print is; faint prints it as a pale second picture.
func (p *page) portrait(x, y, w, h float64, face uint64, faint bool) {
	if p.holder == nil {
		size := int(.72 * w * p.scale)
		p.holder = holders.of(holder{face, size}, func() *image.RGBA {
			return drawn.Portrait(face, drawn.Options{Size: size})
		})
	}
	picture := p.holder
	to := image.Rect(int(x*p.scale), int(y*p.scale), int((x+w)*p.scale), int((y+h)*p.scale))
	crop := picture.Rect
	if want := int(float64(crop.Dx()) * h / w); want < crop.Dy() {
		crop.Min.Y += (crop.Dy() - want) / 3
		crop.Max.Y = crop.Min.Y + want
	}
	if !faint {
		draw.CatmullRom.Scale(p.img, to, picture, crop, draw.Src, nil)
		return
	}
	small := image.NewRGBA(image.Rect(0, 0, to.Dx(), to.Dy()))
	draw.ApproxBiLinear.Scale(small, small.Rect, picture, crop, draw.Src, nil)
	draw.DrawMask(p.img, to, small, image.Point{}, image.NewUniform(color.Alpha{70}), image.Point{}, draw.Over)
}

// signed writes the holder's signature into a box.
func (p *page) signed(x, y, w, h float64, hand uint64) {
	for _, s := range Sign(hand, 0) {
		points := make([][2]float64, len(s))
		for i, q := range s {
			points[i] = [2]float64{x + q.X/padWidth*w, y + q.Y/padHeight*h}
		}
		p.outline(rgb(30, 34, 80), .28, points...)
	}
}

// day prints a date as the State does.
func (s state) day(t time.Time) string {
	switch s.code {
	case "D", "POL", "CZE", "HUN", "TUR":
		return t.Format("02.01.2006")
	case "ESP", "PRT", "MEX":
		return t.Format("02 01 2006")
	}
	return strings.ToUpper(t.Format("02 Jan 2006"))
}

// heading prints the State's names on the left and the document's on the right of the top.
func (p *page) heading(s state, x float64, own, english string) {
	const most = 42
	room := p.w - x - 9 - min(most, max(p.width(3, bold, own), p.width(2.1, bold, english)))
	p.fitted(x, 6.2, 3.6, room, bold, s.ink, s.name)
	p.fitted(x, 9.6, 2.1, room, regular, s.ink, s.english)
	p.rightFitted(p.w-5, 6.2, 3, most, own, s.ink)
	if own != english {
		p.rightFitted(p.w-5, 9.6, 2.1, most, english, s.ink)
	}
}

func (p *page) rightFitted(x, y, size, room float64, text string, ink color.RGBA) {
	if w := p.width(size, bold, text); w > room {
		size *= room / w
	}
	p.right(x, y, size, bold, ink, text)
}
