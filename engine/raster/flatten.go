//go:build !js

package raster

import (
	"image"
	"image/color"
	"image/draw"
)

// flatten draws a picture on white.
func flatten(src image.Image) *image.RGBA {
	b := src.Bounds()
	dst := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	if o, ok := src.(interface{ Opaque() bool }); !ok || !o.Opaque() {
		draw.Draw(dst, dst.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.Draw(dst, dst.Rect, src, b.Min, draw.Over)
		return dst
	}
	draw.Draw(dst, dst.Rect, src, b.Min, draw.Src)
	return dst
}
