package specimen

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// Tilted returns a picture as a flat sheet of it looks that is turned about the vertical by yaw and about the
// horizontal by pitch, in degrees, before a camera that is one width away. The signs are those of Turn and Nod.
func Tilted(img *image.RGBA, yaw, pitch float64) *image.RGBA {
	ysin, ycos := math.Sincos(yaw * math.Pi / 180)
	psin, pcos := math.Sincos(pitch * math.Pi / 180)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	seen := func(p raster.Point) raster.Point {
		x, y := p.X-w/2, p.Y-h/2
		x, far := x*ycos, x*ysin
		y, far = y*pcos-far*psin, y*psin+far*pcos
		near := w / (w + far)
		return raster.Point{X: w/2 + x*near, Y: h/2 + y*near}
	}
	whole := raster.QuadOf(0, 0, w, h)
	sheet := whole
	for i, p := range whole {
		sheet[i] = seen(p)
	}
	back, _ := raster.NewHomography(sheet, whole) // each tilt of less than a right angle has one
	return raster.WarpRGBA(img, back.ApplyQuad(whole), img.Rect.Dx(), img.Rect.Dy())
}
