package main

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"proofdesk/engine/mrz"
	"proofdesk/engine/mrz/glyph"
)

// Masters are drawn large: one pitch is masterPitch pixels, a capital as tall.
const (
	masterPitch = 48
	masterW     = masterPitch
	masterH     = masterPitch * 2
)

// face holds the ink (0..1) of each character in a window one pitch wide and two cap heights tall, the capital in the
// middle. A nil entry is a glyph the face lacks.
type face struct {
	share  int
	glyphs [len(glyph.Alphabet)][]float32
}

// loadFaces reads the outlines and adds our own strokes. Shares weigh how often a face is drawn.
func loadFaces(folder string) ([]*face, error) {
	var faces []*face
	for _, source := range []struct {
		file  string
		share int
	}{{"OCRB.otf", 5}, {"OCRBS.otf", 3}} {
		f, err := outline(filepath.Join(folder, source.file))
		if err != nil {
			return nil, err
		}
		f.share = source.share
		faces = append(faces, f)
	}
	own := strokesFace()
	own.share = 2
	return append(faces, own), nil
}

func outline(path string) (*face, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w (install Debian's fonts-ocr-b, or name its folder with -fonts)", err)
	}
	parsed, err := opentype.Parse(b)
	if err != nil {
		return nil, err
	}
	const size = 1000
	probe, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return nil, err
	}
	advance, _ := probe.GlyphAdvance('H')
	drawn, err := opentype.NewFace(parsed, &opentype.FaceOptions{
		Size: size * masterPitch / (float64(advance) / 64),
		DPI:  72,
	})
	if err != nil {
		return nil, err
	}
	bounds, _, _ := drawn.GlyphBounds('H')
	f := &face{}
	for i, c := range glyph.Alphabet {
		f.glyphs[i] = drawOutline(drawn, c, bounds)
	}
	return f, nil
}

func drawOutline(face font.Face, c rune, h fixed.Rectangle26_6) []float32 {
	img := image.NewAlpha(image.Rect(0, 0, masterW, masterH))
	middle := (h.Min.Y + h.Max.Y) / 2
	d := font.Drawer{
		Dst:  img,
		Src:  image.NewUniform(color.Opaque),
		Face: face,
		Dot:  fixed.Point26_6{Y: fixed.I(masterH/2) - middle},
	}
	d.DrawString(string(c))
	ink := make([]float32, masterW*masterH)
	any := false
	for i, a := range img.Pix {
		ink[i] = float32(a) / 255
		any = any || a > 128
	}
	if !any {
		return nil
	}
	return ink
}

func strokesFace() *face {
	f := &face{}
	for i := range glyph.Alphabet {
		img := image.NewGray(image.Rect(0, 0, masterW, masterH))
		for p := range img.Pix {
			img.Pix[p] = 255
		}
		mrz.DrawOn(img, []string{glyph.Alphabet[i : i+1]}, 0, masterH/4, masterPitch, 0)
		f.glyphs[i] = make([]float32, len(img.Pix))
		for p, v := range img.Pix {
			f.glyphs[i][p] = 1 - float32(v)/255
		}
	}
	return f
}
