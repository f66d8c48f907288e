package raster

import (
	"image"
	"image/png"
)

// decodeWebP refuses: what a device captures is JPEG or PNG, and the decoder would enlarge the module that every page
// loads.
func decodeWebP([]byte) (image.Image, error) { return nil, png.UnsupportedError("WebP") }
