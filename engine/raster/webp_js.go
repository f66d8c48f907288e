package raster

import (
	"image"
	"image/png"
)

// decodeWebP refuses: what a device captures is JPEG or PNG, and the decoder would weigh on every page that loads it.
func decodeWebP([]byte) (image.Image, error) { return nil, png.UnsupportedError("WebP") }
