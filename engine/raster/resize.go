package raster

import "image"

// ResizeGray scales a picture to w × h bilinearly. For strong reduction DownscaleGray is the right one.
func ResizeGray(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if w <= 0 || h <= 0 || sw <= 0 || sh <= 0 {
		return image.NewGray(image.Rectangle{})
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	cols := taps(sw, w)
	for y, r := range taps(sh, h) {
		a, b := src.Pix[r.i*src.Stride:][:sw], src.Pix[r.j*src.Stride:][:sw]
		out := dst.Pix[y*dst.Stride:][:w]
		for x := range out {
			c := cols[x]
			top := uint32(a[c.i])*(256-c.f) + uint32(a[c.j])*c.f
			low := uint32(b[c.i])*(256-c.f) + uint32(b[c.j])*c.f
			out[x] = byte((top*(256-r.f) + low*r.f + 1<<15) >> 16)
		}
	}
	return dst
}

// ResizeRGBA is ResizeGray for colour.
func ResizeRGBA(src *image.RGBA, w, h int) *image.RGBA {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if w <= 0 || h <= 0 || sw <= 0 || sh <= 0 {
		return image.NewRGBA(image.Rectangle{})
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	cols := taps(sw, w)
	for y, r := range taps(sh, h) {
		a, b := src.Pix[r.i*src.Stride:][:4*sw], src.Pix[r.j*src.Stride:][:4*sw]
		out := dst.Pix[y*dst.Stride:][:4*w]
		for x := range w {
			c := cols[x]
			mix(out[4*x:4*x+4:4*x+4], a[4*c.i:], a[4*c.j:], b[4*c.i:], b[4*c.j:], c.f, r.f)
		}
	}
	return dst
}

// tap holds the two source samples between which a sample of the result lies, and how far, in 256ths.
type tap struct {
	i, j int
	f    uint32
}

func taps(from, to int) []tap {
	t := make([]tap, to)
	for k := range t {
		// centre of sample k in 256ths of a source sample, less half a sample
		p := max((2*k+1)*128*from/to-128, 0)
		i := p >> 8
		if i >= from-1 {
			t[k] = tap{from - 1, from - 1, 0}
			continue
		}
		t[k] = tap{i, i + 1, uint32(p & 255)}
	}
	return t
}

// mix blends four opaque pixels by the fractions fx and fy in 256ths.
func mix(out, p00, p10, p01, p11 []byte, fx, fy uint32) {
	w00, w10 := (256-fx)*(256-fy), fx*(256-fy)
	w01, w11 := (256-fx)*fy, fx*fy
	_, _, _, _ = p00[2], p10[2], p01[2], p11[2]
	_ = out[3]
	for c := range 3 {
		v := uint32(p00[c])*w00 + uint32(p10[c])*w10 + uint32(p01[c])*w01 + uint32(p11[c])*w11
		out[c] = byte((v + 1<<15) >> 16)
	}
	out[3] = 255
}
