//go:build !js

package fingerprint

import (
	"cmp"
	"image"
	"slices"
	"sync"

	"github.com/miqdadyyy/go-sourceafis/config"
	"github.com/miqdadyyy/go-sourceafis/extractor"
	"github.com/miqdadyyy/go-sourceafis/features"
	"github.com/miqdadyyy/go-sourceafis/primitives"
	"github.com/miqdadyyy/go-sourceafis/templates"
)

// Limits of a picture. They bound the time and memory of an extraction; set by judgement, not measured.
const (
	standardDPI = 500  // pixels per inch to which all prints are scaled, as by the algorithm
	smallest    = 96   // pixels a side at standardDPI, 5 mm: fewer ridges than a comparison needs
	largest     = 1200 // pixels a side at standardDPI, 61 mm: more than any finger
	mostShrink  = 4    // times largest that a picture of a higher resolution may have a side
	leastSpread = 8    // grey levels between the darkest and the lightest pixel of a picture with ridges
)

// configured loads the algorithm's constants once; they never change afterwards.
var configured = sync.OnceFunc(config.LoadDefaultConfig)

// Extract finds the minutiae of one print, dark ridges on light, at a resolution in pixels per inch (0 means 500). The
// error is ErrTooSmall or ErrTooLarge. A picture without ridges, or one that Judge scores below Floor, has a template
// without minutiae: the algorithm compares all ends of ridges in pairs, of which noise has tens of thousands.
func Extract(img *image.Gray, dpi float64) (Template, error) {
	configured()
	if dpi <= 0 {
		dpi = standardDPI
	}
	w, h := float64(img.Rect.Dx())*standardDPI/dpi, float64(img.Rect.Dy())*standardDPI/dpi
	switch {
	case min(w, h, float64(img.Rect.Dx()), float64(img.Rect.Dy())) < smallest:
		return Template{}, ErrTooSmall
	case max(w, h) > largest || max(img.Rect.Dx(), img.Rect.Dy()) > mostShrink*largest:
		return Template{}, ErrTooLarge
	}
	if flat(img) || Judge(img).Score < Floor {
		return Template{Width: int(w), Height: int(h)}, nil
	}
	found, err := extractor.New(silent{}).Extract(matrix(img), dpi)
	if err != nil {
		return Template{}, err
	}
	t := Template{Width: found.Size.X, Height: found.Size.Y}
	for e := found.Minutiae.Front(); e != nil; e = e.Next() {
		m := e.Value.(*features.FeatureMinutia)
		t.Minutiae = append(t.Minutiae, Minutia{m.Position.X, m.Position.Y, m.Direction, m.T == features.BIFURCATION})
	}
	slices.SortFunc(t.Minutiae, func(a, b Minutia) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Direction, b.Direction))
	})
	return t, nil
}

// flat reports whether a picture has one shade only, on which the algorithm has nothing to normalise by.
func flat(img *image.Gray) bool {
	low, high := uint8(255), uint8(0)
	for y := range img.Rect.Dy() {
		for _, v := range img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()] {
			low, high = min(low, v), max(high, v)
		}
	}
	return high-low < leastSpread
}

func matrix(img *image.Gray) *primitives.Matrix {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	m := primitives.NewMatrix(w, h)
	for y := range h {
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			m.Cells[y*w+x] = 1 - float64(v)/255
		}
	}
	return m
}

// search prepares a template for comparing. Minutiae beyond MaxMinutiae are left out.
func (t Template) search() *templates.SearchTemplate {
	s := &templates.SearchTemplate{Width: t.Width, Height: t.Height}
	for _, m := range t.Minutiae[:min(len(t.Minutiae), MaxMinutiae)] {
		kind := features.ENDING
		if m.Fork {
			kind = features.BIFURCATION
		}
		s.Minutiae = append(s.Minutiae, &features.SearchMinutia{X: m.X, Y: m.Y, Direction: m.Direction, T: kind})
	}
	s.Edges = features.NewNeighborhoodBuilder(silent{}).Build(s.Minutiae)
	return s
}
