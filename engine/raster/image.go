package raster

import (
	"image"
	"sync"
)

// Image is a decoded picture, upright by its EXIF data. It keeps the planes as they were decoded and makes other views
// when they are first asked for. It is safe for concurrent use once made; nobody may write into its views.
type Image struct {
	w, h int
	ycc  *image.YCbCr // set for colour JPEG and WebP
	gray *image.Gray
	rgba *image.RGBA

	grayOnce, rgbaOnce sync.Once
}

// FromImage converts any picture; its top left is at (0,0) whatever its bounds. Planes are shared with src where its
// kind allows it; transparent parts are drawn on white.
func FromImage(src image.Image) *Image {
	b := src.Bounds()
	m := &Image{w: b.Dx(), h: b.Dy()}
	switch s := src.(type) {
	case *image.YCbCr:
		if b.Min == (image.Point{}) && plainRatio(s.SubsampleRatio) {
			m.ycc = s
			return m
		}
	case *image.Gray:
		m.gray = &image.Gray{Pix: s.Pix, Stride: s.Stride, Rect: image.Rect(0, 0, m.w, m.h)}
		return m
	case *image.RGBA:
		if s.Opaque() {
			m.rgba = &image.RGBA{Pix: s.Pix, Stride: s.Stride, Rect: image.Rect(0, 0, m.w, m.h)}
			return m
		}
	}
	if g, ok := src.(*image.Gray16); ok {
		m.gray = gray16(g)
		return m
	}
	m.rgba = flatten(src)
	return m
}

func plainRatio(r image.YCbCrSubsampleRatio) bool {
	x, y := subsampling(r)
	return x > 0 && y > 0
}

// subsampling returns how many luma samples lie on one chroma sample, each way; zero for an unknown ratio.
func subsampling(r image.YCbCrSubsampleRatio) (x, y int) {
	switch r {
	case image.YCbCrSubsampleRatio444:
		return 1, 1
	case image.YCbCrSubsampleRatio422:
		return 2, 1
	case image.YCbCrSubsampleRatio420:
		return 2, 2
	case image.YCbCrSubsampleRatio440:
		return 1, 2
	case image.YCbCrSubsampleRatio411:
		return 4, 1
	case image.YCbCrSubsampleRatio410:
		return 4, 2
	}
	return 0, 0
}

func gray16(g *image.Gray16) *image.Gray {
	b := g.Bounds()
	dst := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		src, row := g.Pix[y*g.Stride:], dst.Pix[y*dst.Stride:][:b.Dx()]
		for x := range row {
			row[x] = src[2*x]
		}
	}
	return dst
}

// Size is width and height in pixels as shown.
func (m *Image) Size() (w, h int) { return m.w, m.h }

// Gray is the picture's luma (ITU-R BT.601, full range). For a colour JPEG it is the Y plane itself, so it
// costs nothing, and its Stride may exceed its width.
func (m *Image) Gray() *image.Gray {
	m.grayOnce.Do(func() {
		switch {
		case m.ycc != nil:
			m.gray = plane(m.ycc.Y, m.ycc.YStride, m.w, m.h)
		case m.gray == nil:
			m.gray = Luma(m.rgba)
		}
	})
	return m.gray
}

// RGBA is the picture in colour, opaque: 4 bytes a pixel, made once and kept. Large pictures are better
// reduced with Fit or Warp first.
func (m *Image) RGBA() *image.RGBA {
	m.rgbaOnce.Do(func() {
		switch {
		case m.ycc != nil:
			m.rgba = flatten(m.ycc)
		case m.rgba == nil:
			m.rgba = flatten(m.gray)
		}
	})
	return m.rgba
}

// Luma makes the BT.601 luma of an opaque picture.
func Luma(src *image.RGBA) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		s, d := src.Pix[y*src.Stride:], dst.Pix[y*dst.Stride:][:w]
		for x := range d {
			p := s[4*x : 4*x+3 : 4*x+3]
			d[x] = byte((19595*uint32(p[0]) + 38470*uint32(p[1]) + 7471*uint32(p[2]) + 1<<15) >> 16)
		}
	}
	return dst
}

func plane(pix []byte, stride, w, h int) *image.Gray {
	return &image.Gray{Pix: pix, Stride: stride, Rect: image.Rect(0, 0, w, h)}
}

// chroma returns the two chroma planes as pictures of their own size.
func chroma(m *image.YCbCr) (cb, cr *image.Gray) {
	sx, sy := subsampling(m.SubsampleRatio)
	w, h := (m.Rect.Dx()+sx-1)/sx, (m.Rect.Dy()+sy-1)/sy
	return plane(m.Cb, m.CStride, w, h), plane(m.Cr, m.CStride, w, h)
}

// join makes a picture of three planes of one size.
func join(y, cb, cr *image.Gray) *Image {
	return &Image{w: y.Rect.Dx(), h: y.Rect.Dy(), ycc: &image.YCbCr{
		Y:              y.Pix,
		Cb:             cb.Pix,
		Cr:             cr.Pix,
		YStride:        y.Stride,
		CStride:        cb.Stride,
		SubsampleRatio: image.YCbCrSubsampleRatio444,
		Rect:           y.Rect,
	}}
}

// Fit is the picture reduced by area averaging so that its longer side has at most maxSide pixels, and the
// factor by which coordinates in it must be multiplied to lie in m. A picture that fits already is m itself.
func (m *Image) Fit(maxSide int) (*Image, float64) {
	long := max(m.w, m.h)
	if maxSide <= 0 || long <= maxSide {
		return m, 1
	}
	f := float64(long) / float64(maxSide)
	w, h := max(1, int(float64(m.w)/f+.5)), max(1, int(float64(m.h)/f+.5))
	switch {
	case m.ycc != nil:
		cb, cr := chroma(m.ycc)
		return join(DownscaleGray(m.Gray(), w, h), DownscaleGray(cb, w, h), DownscaleGray(cr, w, h)), f
	case m.rgba == nil:
		return FromImage(DownscaleGray(m.gray, w, h)), f
	}
	return FromImage(DownscaleRGBA(m.rgba, w, h)), f
}

// Warp is the part of the picture inside the quad, straightened to w × h pixels; see WarpGray.
func (m *Image) Warp(q Quad, w, h int) *Image {
	switch {
	case m.ycc != nil:
		sx, sy := subsampling(m.ycc.SubsampleRatio)
		cb, cr := chroma(m.ycc)
		qc := q.Scale(1/float64(sx), 1/float64(sy))
		return join(WarpGray(m.Gray(), q, w, h), WarpGray(cb, qc, w, h), WarpGray(cr, qc, w, h))
	case m.rgba == nil:
		return FromImage(WarpGray(m.gray, q, w, h))
	}
	return FromImage(WarpRGBA(m.rgba, q, w, h))
}

// Turn is the picture turned clockwise by 0, 90, 180 or 270 degrees; other angles count as 0.
func (m *Image) Turn(degrees int) *Image {
	o := map[int]int{90: 6, 180: 3, 270: 8}[degrees]
	if o == 0 {
		return m
	}
	t := &Image{w: m.w, h: m.h, ycc: m.ycc}
	if m.ycc == nil {
		t.gray, t.rgba = m.gray, m.rgba
		if m.rgba != nil {
			t.gray = nil
		}
	}
	t.orient(o)
	return t
}
