package engine

import (
	"bytes"
	"image"
	"image/jpeg"

	"proofdesk/engine/raster"
)

// Rendering is how a picture is to be shown: its longest side in pixels, a part of it, turned, blurred or without
// colour.
type Rendering struct {
	Side int  `json:"side"`
	Part *Box `json:"part,omitempty"`
	Turn int  `json:"turn,omitempty"` // clockwise quarter turns in degrees
	Blur bool `json:"blur,omitempty"`
	Grey bool `json:"grey,omitempty"`
}

const (
	renderQuality = 85
	blurredSide   = 24 // what a blurred picture is reduced to before it is enlarged again
)

// Render re-encodes a picture as JPEG, without any metadata. The error, if any, is a *raster.Fault.
func Render(picture []byte, r Rendering) ([]byte, string, error) {
	img, _, err := raster.Decode(picture, raster.DefaultLimits())
	if err != nil {
		return nil, "", err
	}
	rgba := img.RGBA()
	if r.Part != nil {
		rect := image.Rect(r.Part.X, r.Part.Y, r.Part.X+r.Part.W, r.Part.Y+r.Part.H).Intersect(rgba.Rect)
		if !rect.Empty() {
			rgba = raster.CropRGBA(rgba, rect)
		}
	}
	rgba = fitRGBA(rgba, r.Side)
	if r.Blur {
		w, h := rgba.Rect.Dx(), rgba.Rect.Dy()
		rgba = raster.ResizeRGBA(fitRGBA(rgba, blurredSide), w, h)
	}
	if r.Turn != 0 {
		rgba = raster.TurnRGBA(rgba, r.Turn)
	}
	var shown image.Image = rgba
	if r.Grey {
		shown = raster.Luma(rgba)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, shown, &jpeg.Options{Quality: renderQuality}); err != nil {
		return nil, "", err
	}
	return b.Bytes(), "image/jpeg", nil
}

// fitRGBA reduces a picture so that its longer side has at most so many pixels; 0 leaves it.
func fitRGBA(src *image.RGBA, side int) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	longer := max(w, h)
	if side <= 0 || longer <= side {
		return src
	}
	return raster.DownscaleRGBA(src, max(1, w*side/longer), max(1, h*side/longer))
}
