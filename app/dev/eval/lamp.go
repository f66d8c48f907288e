package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"

	"proofdesk/engine/raster"
)

// lamp is the light under which a black-and-white copy is photographed, and the camera: the lamp's colour, by how much
// that drifts across the copy, the sensor's noise in grey levels and the quality of the JPEG.
type lamp struct {
	colour       [3]float64
	drift, noise float64
	quality      int
}

// lamps make the kinds of photocopies that realness is measured on.
var lamps = []lamp{
	{[3]float64{1, 1, 1}, 0, 3, 80},
	{[3]float64{1, .88, .68}, .08, 4, 80},
	{[3]float64{.8, .95, 1}, .05, 5, 60},
	{[3]float64{1, .8, .6}, .2, 6, 70},
}

// copied returns a photograph of a black-and-white copy of a picture.
func (l lamp) copied(src *image.RGBA) *image.RGBA {
	r := rand.New(rand.NewPCG(1, 5))
	luma := raster.Luma(src)
	w, h := src.Rect.Dx(), src.Rect.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v, across := float64(luma.Pix[y*luma.Stride+x]), float64(x)/float64(w)-.5
			level := func(k float64) uint8 { return uint8(min(255, max(0, v*k+l.noise*r.NormFloat64()))) }
			out.SetRGBA(x, y, color.RGBA{
				level(l.colour[0]), level(l.colour[1] - l.drift*across), level(l.colour[2] + l.drift*across), 255,
			})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, out, &jpeg.Options{Quality: l.quality}); err != nil {
		return out
	}
	m, err := jpeg.Decode(&b)
	if err != nil {
		return out
	}
	return raster.FromImage(m).RGBA()
}
