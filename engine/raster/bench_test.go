package raster_test

import (
	"image"
	"testing"

	"proofdesk/engine/raster"
)

func bigPhoto() *image.RGBA {
	m := quarters(4000, 3000)
	g := raster.ResizeGray(noise(1000, 750, 20), 4000, 3000)
	for i, v := range g.Pix {
		for c := range 3 {
			m.Pix[4*i+c] = m.Pix[4*i+c]/2 + v/3
		}
	}
	return m
}

func BenchmarkDecode12MP(b *testing.B) {
	data := asJPEG(b, bigPhoto())
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := raster.Decode(data, raster.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkProbe12MP(b *testing.B) {
	data := asJPEG(b, bigPhoto())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := raster.Probe(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFit12MPTo1280(b *testing.B) {
	m, _, err := raster.Decode(asJPEG(b, bigPhoto()), raster.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Fit(1280)
	}
}

func BenchmarkPixels(b *testing.B) {
	big := noise(4000, 3000, 21)
	mid := noise(1280, 960, 22)
	rgba := raster.FromImage(mid).RGBA()
	q := raster.Quad{{100, 80}, {1200, 120}, {1180, 850}, {60, 800}}
	for _, c := range []struct {
		name string
		op   func()
	}{
		{"DownscaleGray12MPTo1280", func() { raster.DownscaleGray(big, 1280, 960) }},
		{"DownscaleRGBA1280To360", func() { raster.DownscaleRGBA(rgba, 360, 270) }},
		{"WarpGray1000x630", func() { raster.WarpGray(mid, q, 1000, 630) }},
		{"WarpRGBA1000x630", func() { raster.WarpRGBA(rgba, q, 1000, 630) }},
		{"TurnGray12MP", func() { raster.TurnGray(big, 90) }},
		{"Rotate1280By7", func() { raster.RotateGray(mid, 7, 0) }},
		{"BoxBlur1280", func() { raster.BoxBlur(mid, 5) }},
		{"GaussianBlur1280", func() { raster.GaussianBlur(mid, 1.5) }},
		{"Sobel1280", func() { raster.Sobel(mid) }},
		{"Adaptive1280", func() { raster.Adaptive(mid, 15, 10) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.op()
			}
		})
	}
}
