package raster

import "image"

// flatten draws a picture on white, pixel by pixel: slower than image/draw, which the device build does without.
func flatten(src image.Image) *image.RGBA {
	from := src.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, from.Dx(), from.Dy()))
	for y := range from.Dy() {
		row := dst.Pix[y*dst.Stride:][:4*from.Dx()]
		for x := range from.Dx() {
			r, g, b, a := src.At(from.Min.X+x, from.Min.Y+y).RGBA()
			white := 0xffff - a
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = uint8((r+white)>>8), uint8((g+white)>>8),
				uint8((b+white)>>8), 255
		}
	}
	return dst
}
