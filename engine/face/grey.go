package face

import "image"

// grey is the luma of a picture (ITU-R BT.601).
func grey(img *image.RGBA) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := &image.Gray{Pix: make([]uint8, w*h), Stride: w, Rect: img.Rect}
	for y := range h {
		row := img.Pix[y*img.Stride:][:4*w]
		to := out.Pix[y*w:][:w]
		for x := range to {
			px := row[4*x : 4*x+3 : 4*x+3]
			to[x] = uint8((299*int(px[0]) + 587*int(px[1]) + 114*int(px[2]) + 500) / 1000) // thousandths, rounded
		}
	}
	return out
}
