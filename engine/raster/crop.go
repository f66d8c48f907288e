package raster

import "image"

// CropGray copies the part of src inside r, given in pixels from the top-left of src; what lies outside is
// cut off. The result starts at (0,0).
func CropGray(src *image.Gray, r image.Rectangle) *image.Gray {
	r = r.Intersect(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	dst := image.NewGray(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		copy(dst.Pix[y*dst.Stride:][:r.Dx()], src.Pix[(r.Min.Y+y)*src.Stride+r.Min.X:])
	}
	return dst
}

// CropRGBA is CropGray for colour.
func CropRGBA(src *image.RGBA, r image.Rectangle) *image.RGBA {
	r = r.Intersect(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	dst := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	for y := range r.Dy() {
		copy(dst.Pix[y*dst.Stride:][:4*r.Dx()], src.Pix[(r.Min.Y+y)*src.Stride+4*r.Min.X:])
	}
	return dst
}

// Part is the part of the picture inside r in colour, at full resolution, without making the whole picture's colours.
func (m *Image) Part(r image.Rectangle) *image.RGBA {
	r = r.Intersect(image.Rect(0, 0, m.w, m.h))
	if m.ycc != nil && !r.Empty() {
		return flatten(m.ycc.SubImage(r.Add(m.ycc.Rect.Min)))
	}
	return CropRGBA(m.RGBA(), r)
}

// InvertGray makes the negative.
func InvertGray(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		s, d := src.Pix[y*src.Stride:][:w], dst.Pix[y*dst.Stride:][:w]
		for x, v := range s {
			d[x] = ^v
		}
	}
	return dst
}
