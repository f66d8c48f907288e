package specimen

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// style chooses one of the faces that labels and values are set in.
type style int

const (
	regular style = iota
	bold
	italic
	mono
)

var fontFiles = [...][]byte{regular: goregular.TTF, bold: gobold.TTF, italic: goitalic.TTF, mono: gomono.TTF}

// page is a surface that is drawn on in millimetres.
type page struct {
	img    *image.RGBA
	scale  float64 // pixels per millimetre
	w, h   float64 // millimetres
	faces  map[faceKey]font.Face
	holder *image.RGBA // the portrait, once drawn
}

type faceKey struct {
	style style
	size  int // hundredths of a pixel
}

func newPage(w, h, scale float64) *page {
	return &page{
		img:   image.NewRGBA(image.Rect(0, 0, int(w*scale+.5), int(h*scale+.5))),
		scale: scale,
		w:     w,
		h:     h,
		faces: map[faceKey]font.Face{},
	}
}

// face opens a font at a size in pixels. The embedded files parse: a test draws with each of them.
func (p *page) face(s style, px float64) font.Face {
	key := faceKey{s, int(px * 100)}
	if f, ok := p.faces[key]; ok {
		return f
	}
	parsed, err := opentype.Parse(fontFiles[s])
	if err != nil {
		panic(err)
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: px, DPI: 72})
	if err != nil {
		panic(err)
	}
	p.faces[key] = f
	return f
}

// text writes s with its baseline at y; size is the em in millimetres. It returns the width in millimetres.
func (p *page) text(x, y, size float64, s style, ink color.Color, text string) float64 {
	d := font.Drawer{
		Dst:  p.img,
		Src:  image.NewUniform(ink),
		Face: p.face(s, size*p.scale),
		Dot:  fixed.Point26_6{X: fixed.Int26_6(x * p.scale * 64), Y: fixed.Int26_6(y * p.scale * 64)},
	}
	d.DrawString(text)
	return float64(d.Dot.X)/64/p.scale - x
}

func (p *page) width(size float64, s style, text string) float64 {
	return float64(font.MeasureString(p.face(s, size*p.scale), text)) / 64 / p.scale
}

// fitted writes text like text, made smaller where it would be wider than room.
func (p *page) fitted(x, y, size, room float64, s style, ink color.Color, text string) {
	if w := p.width(size, s, text); w > room {
		size *= room / w
	}
	p.text(x, y, size, s, ink, text)
}

// right writes text so that it ends at x.
func (p *page) right(x, y, size float64, s style, ink color.Color, text string) {
	p.text(x-p.width(size, s, text), y, size, s, ink, text)
}

// fill paints a closed shape. Its points are millimetres.
func (p *page) fill(ink color.Color, points ...[2]float64) { p.paint(ink, [][][2]float64{points}) }

// paint fills closed shapes that count as one, within their own box of pixels.
func (p *page) paint(ink color.Color, shapes [][][2]float64) {
	box := p.box(shapes).Intersect(p.img.Rect)
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, s := range shapes {
		p.trace(r, s, box.Min)
	}
	r.Draw(p.img, box, image.NewUniform(ink), image.Point{})
}

func (p *page) box(shapes [][][2]float64) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range shapes {
		for _, q := range s {
			x0, y0, x1, y1 = min(x0, q[0]), min(y0, q[1]), max(x1, q[0]), max(y1, q[1])
		}
	}
	if x0 > x1 {
		return image.Rectangle{}
	}
	return image.Rect(int(x0*p.scale)-1, int(y0*p.scale)-1, int(x1*p.scale)+2, int(y1*p.scale)+2)
}

func (p *page) trace(r *vector.Rasterizer, points [][2]float64, origin image.Point) {
	for i, q := range points {
		x, y := float32(q[0]*p.scale)-float32(origin.X), float32(q[1]*p.scale)-float32(origin.Y)
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
}

func (p *page) rect(x, y, w, h float64, ink color.Color) {
	b := image.Rect(int(x*p.scale), int(y*p.scale), int((x+w)*p.scale+.5), int((y+h)*p.scale+.5))
	draw.Draw(p.img, b, image.NewUniform(ink), image.Point{}, draw.Over)
}

// outline draws a line of the given width (millimetres) through points.
func (p *page) outline(ink color.Color, width float64, points ...[2]float64) {
	var shapes [][][2]float64
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		dx, dy := b[0]-a[0], b[1]-a[1]
		l := math.Hypot(dx, dy)
		if l == 0 {
			continue
		}
		ex, ey := dx/l*width/2, dy/l*width/2
		shapes = append(shapes, [][2]float64{
			{a[0] - ex - ey, a[1] - ey + ex},
			{b[0] + ex - ey, b[1] + ey + ex},
			{b[0] + ex + ey, b[1] + ey - ex},
			{a[0] - ex + ey, a[1] - ey - ex},
		})
	}
	p.paint(ink, shapes)
}

func circle(x, y, r float64) [][2]float64 {
	out := make([][2]float64, 48)
	for i := range out {
		s, c := math.Sincos(float64(i) / 48 * 2 * math.Pi)
		out[i] = [2]float64{x + r*c, y + r*s}
	}
	return out
}

// rounded is a rectangle with rounded corners.
func rounded(x, y, w, h, r float64) [][2]float64 {
	var out [][2]float64
	for corner, c := range [4][2]float64{
		{x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}, {x + w - r, y + r},
	} {
		for i := range 9 {
			s, k := math.Sincos((float64(corner) + float64(i)/8) * math.Pi / 2)
			out = append(out, [2]float64{c[0] + r*k, c[1] + r*s})
		}
	}
	return out
}

// crop makes everything outside the rounded corners transparent, as a card's edge is.
func (p *page) crop(radius float64) {
	w, h := p.img.Rect.Dx(), p.img.Rect.Dy()
	mask := image.NewAlpha(p.img.Rect)
	r := vector.NewRasterizer(w, h)
	p.trace(r, rounded(0, 0, p.w, p.h, radius), image.Point{})
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	out := image.NewRGBA(p.img.Rect)
	draw.DrawMask(out, out.Rect, p.img, image.Point{}, mask, image.Point{}, draw.Src)
	p.img = out
}

func faded(c color.RGBA, alpha uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, alpha} }
