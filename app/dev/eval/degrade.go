package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"strings"

	"golang.org/x/image/tiff"

	"proofdesk/engine/raster"
)

// load decodes a sample as the engine would; scanners' TIFF too, which the engine itself does not take.
func load(path string) (*raster.Image, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(path, ".tif") {
		img, err := tiff.Decode(bytes.NewReader(b))
		if err != nil {
			return nil, err
		}
		return raster.FromImage(img), nil
	}
	limits := raster.DefaultLimits()
	limits.WebP = true
	img, _, err := raster.Decode(b, limits)
	return img, err
}

// degradation creates a worse copy of a picture.
type degradation struct {
	name string
	make func(src *image.Gray) *image.Gray
}

// degradations returns the copies that are made of every sample.
func degradations() []degradation {
	turn := func(degrees float64) func(*image.Gray) *image.Gray {
		return func(src *image.Gray) *image.Gray { out, _ := raster.RotateGray(src, degrees, 255); return out }
	}
	return []degradation{
		{"rotated 4", turn(4)},
		{"rotated 12", turn(12)},
		{"rotated 90", turn(90)},
		{"rotated 180", turn(180)},
		{"perspective", perspective},
		{"blurred", func(src *image.Gray) *image.Gray { return raster.GaussianBlur(src, 1.2) }},
		{"noisy", noisy},
		{"jpeg 15", rejpeg},
		{"low contrast", faded},
	}
}

// perspective draws the picture as seen from below: its top is a tenth narrower on each side.
func perspective(src *image.Gray) *image.Gray {
	w, h := float64(src.Rect.Dx()), float64(src.Rect.Dy())
	q := raster.Quad{{X: -.08 * w, Y: -.03 * h}, {X: 1.08 * w, Y: -.03 * h}, {X: w, Y: h}, {X: 0, Y: 1.04 * h}}
	return raster.WarpGray(src, q, int(w), int(h))
}

func noisy(src *image.Gray) *image.Gray {
	r := rand.New(rand.NewPCG(7, uint64(src.Rect.Dx())))
	out := image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			v := float64(src.Pix[y*src.Stride+x]) + 14*r.NormFloat64()
			out.Pix[y*out.Stride+x] = uint8(min(255, max(0, v)))
		}
	}
	return out
}

func rejpeg(src *image.Gray) *image.Gray {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, src, &jpeg.Options{Quality: 15}); err != nil {
		return src
	}
	img, err := jpeg.Decode(&b)
	if err != nil {
		return src
	}
	return raster.FromImage(img).Gray()
}

func faded(src *image.Gray) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()))
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			out.Pix[y*out.Stride+x] = uint8(90 + int(src.Pix[y*src.Stride+x])*70/255)
		}
	}
	return out
}
