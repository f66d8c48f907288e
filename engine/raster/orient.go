package raster

import "image"

// orient applies an EXIF orientation in place of the picture's planes. It runs before the picture is shared.
func (m *Image) orient(o int) {
	if o <= 1 || o > 8 {
		return
	}
	switch {
	case m.ycc != nil:
		m.ycc = orientYCC(m.ycc, o)
	case m.rgba != nil:
		m.rgba = orientRGBA(m.rgba, o)
	default:
		m.gray = orientGray(m.gray, o)
	}
	if o >= firstTransposed {
		m.w, m.h = m.h, m.w
	}
}

// step is where the reading of a plane starts and how far it moves per pixel of the result, in units of samples: result
// (x,y) is source sample first + x*dx + y*dy.
type step struct{ first, dx, dy int }

// walk is the step of each orientation of EXIF 2.32 tag 0x0112 over a w × h plane.
func walk(o, w, h, stride int) step {
	right, bottom := w-1, (h-1)*stride
	switch o {
	case 2:
		return step{right, -1, stride}
	case 3:
		return step{bottom + right, -1, -stride}
	case 4:
		return step{bottom, 1, -stride}
	case 5:
		return step{0, stride, 1}
	case 6:
		return step{bottom, -stride, 1}
	case 7:
		return step{bottom + right, -stride, -1}
	case 8:
		return step{right, stride, -1}
	}
	return step{0, 1, stride}
}

// tile is the side of the blocks in which planes are turned, so that reading down a column stays in cache.
const tile = 32

func orientGray(src *image.Gray, o int) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	s := walk(o, w, h, src.Stride)
	if o >= firstTransposed {
		w, h = h, w
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for ty := 0; ty < h; ty += tile {
		for tx := 0; tx < w; tx += tile {
			x1 := min(tx+tile, w)
			for y := ty; y < min(ty+tile, h); y++ {
				p := s.first + tx*s.dx + y*s.dy
				row := dst.Pix[y*dst.Stride+tx : y*dst.Stride+x1]
				for i := range row {
					row[i] = src.Pix[p]
					p += s.dx
				}
			}
		}
	}
	return dst
}

func orientRGBA(src *image.RGBA, o int) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	s := walk(o, w, h, src.Stride/4)
	if o >= firstTransposed {
		w, h = h, w
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	for ty := 0; ty < h; ty += tile {
		for tx := 0; tx < w; tx += tile {
			for y := ty; y < min(ty+tile, h); y++ {
				p := s.first + tx*s.dx + y*s.dy
				for x := tx; x < min(tx+tile, w); x++ {
					copy(dst.Pix[y*dst.Stride+4*x:][:4], src.Pix[4*p:4*p+4])
					p += s.dx
				}
			}
		}
	}
	return dst
}

func orientYCC(src *image.YCbCr, o int) *image.YCbCr {
	cb, cr := chroma(src)
	y := orientGray(plane(src.Y, src.YStride, src.Rect.Dx(), src.Rect.Dy()), o)
	cb, cr = orientGray(cb, o), orientGray(cr, o)
	ratio := src.SubsampleRatio
	if o >= firstTransposed {
		switch ratio {
		case image.YCbCrSubsampleRatio422:
			ratio = image.YCbCrSubsampleRatio440
		case image.YCbCrSubsampleRatio440:
			ratio = image.YCbCrSubsampleRatio422
		case image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410:
			ratio = image.YCbCrSubsampleRatio444
			cb, cr = spread(cb, y.Rect), spread(cr, y.Rect)
		}
	}
	return &image.YCbCr{
		Y:              y.Pix,
		Cb:             cb.Pix,
		Cr:             cr.Pix,
		YStride:        y.Stride,
		CStride:        cb.Stride,
		SubsampleRatio: ratio,
		Rect:           y.Rect,
	}
}

func spread(p *image.Gray, r image.Rectangle) *image.Gray { return ResizeGray(p, r.Dx(), r.Dy()) }

// TurnGray turns a picture clockwise by 90, 180 or 270 degrees; other angles give a copy.
func TurnGray(src *image.Gray, degrees int) *image.Gray {
	return orientGray(src, map[int]int{90: 6, 180: 3, 270: 8}[degrees])
}

// TurnRGBA turns a picture clockwise by 90, 180 or 270 degrees; other angles give a copy.
func TurnRGBA(src *image.RGBA, degrees int) *image.RGBA {
	return orientRGBA(src, map[int]int{90: 6, 180: 3, 270: 8}[degrees])
}
