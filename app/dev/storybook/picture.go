package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // captures are JPEG
	"strings"
	"sync"
	"time"

	"proofdesk/engine/specimen"
)

// today is the date of the fixtures.
var today = time.Date(2026, 11, 20, 10, 41, 0, 0, time.UTC)

// pictures returns a function that returns the pictures of the storybook's captures, drawn when first used.
func pictures() func(name string) []byte {
	set := specimen.ApplicantWith(specimen.Passport, 14, specimen.SubmittedDiffers, today)
	capture := func(kind string) []byte {
		c, ok := set.Capture(kind)
		if !ok {
			return nil
		}
		return c.Bytes
	}
	drawn := map[string]func() []byte{
		"passport": sync.OnceValue(func() []byte { return capture("passport") }),
		"selfie":   sync.OnceValue(func() []byte { return capture("selfie") }),
		"prints":   sync.OnceValue(func() []byte { return specimen.PNG(specimen.Prints(14, 1)) }),
		"signature": sync.OnceValue(func() []byte {
			return specimen.PNG(specimen.SignatureImage(specimen.Sign(14,
				1)))
		}),
		"wave": sync.OnceValue(wave),
	}
	return func(name string) []byte {
		if whole, covered := strings.CutSuffix(name, "-covered"); covered && drawn[whole] != nil {
			return blurred(drawn[whole]())
		}
		if of, ok := drawn[name]; ok {
			return of()
		}
		return nil
	}
}

// wave draws a waveform in place of a recording.
func wave() []byte {
	picture := image.NewRGBA(image.Rect(0, 0, 800, 120))
	for x := range 800 {
		height := 4 + (x*37%53)*(x*11%7)/8
		draw.Draw(picture, image.Rect(x, 60-height, x+1, 60+height),
			image.NewUniform(color.RGBA{0x4a, 0x7d, 0xe0, 0xff}), image.Point{}, draw.Src)
	}
	return specimen.PNG(picture)
}

// blurred returns a picture at so low a resolution that nobody can be recognised.
func blurred(content []byte) []byte {
	whole, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil
	}
	const across = 18
	from := whole.Bounds()
	few := image.NewRGBA(image.Rect(0, 0, across, across*from.Dy()/from.Dx()))
	for y := range few.Bounds().Dy() {
		for x := range across {
			few.Set(x, y, whole.At(from.Min.X+x*from.Dx()/across, from.Min.Y+y*from.Dx()/across))
		}
	}
	return specimen.PNG(few)
}
