package text

import (
	"image"

	"proofdesk/engine/raster"
)

// How the paper is told. Tuned on the development samples.
const (
	paperWhite   = 235 // grey level of paper on a plane
	cellsPerMM   = 3   // cells of which the lightest pixel is taken
	leastCell    = 2   // pixels
	paperSpreads = 4   // cells around a place whose lightest is its paper
	paperBlur    = 4   // cells over which that is smoothed, to each side
)

// levels are the shares of the paper's lightness by which ink is darker, from bold print to pale small print.
var levels = [...]float64{.22, .36, .52}

// plane is a straightened page in one channel over what its paper would look like, 0..255 with paper at paperWhite.
type plane struct{ flat *image.Gray }

// lightest keeps the lightest channel of every pixel: black print stays, coloured labels, patterns and stamps fade.
func lightest(page *image.RGBA) *image.Gray {
	g := image.NewGray(page.Rect)
	for i := range g.Pix {
		p := page.Pix[4*i : 4*i+3 : 4*i+3]
		g.Pix[i] = max(p[0], p[1], p[2])
	}
	return g
}

// levelled divides a page by its paper: the lightest that lies within reach of each place, smoothed. Shadows and tinted
// areas become as light as the rest.
func levelled(g *image.Gray, mm float64) plane {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	cell := max(leastCell, int(mm/cellsPerMM))
	small := pooled(g, cell)
	for range paperSpreads {
		small = spread(small)
	}
	small = raster.BoxBlur(small, paperBlur)
	paper := raster.ResizeGray(small, w, h)
	flat := image.NewGray(g.Rect)
	for i, v := range g.Pix {
		flat.Pix[i] = uint8(min(255, int(v)*paperWhite/max(1, int(paper.Pix[i]))))
	}
	return plane{flat}
}

// pooled returns the lightest value of every cell.
func pooled(g *image.Gray, cell int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, (w+cell-1)/cell, (h+cell-1)/cell))
	for y := range h {
		row := out.Pix[y/cell*out.Stride:]
		for x, v := range g.Pix[y*g.Stride : y*g.Stride+w] {
			if at := x / cell; v > row[at] {
				row[at] = v
			}
		}
	}
	return out
}

// spread sets every pixel to the lightest value of itself and its neighbours.
func spread(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	wide, out := image.NewGray(g.Rect), image.NewGray(g.Rect)
	for y := range h {
		for x := range w {
			at := y*w + x
			wide.Pix[at] = max(g.Pix[at], g.Pix[y*w+max(0, x-1)], g.Pix[y*w+min(w-1, x+1)])
		}
	}
	for y := range h {
		for x := range w {
			at := y*w + x
			out.Pix[at] = max(wide.Pix[at], wide.Pix[max(0, y-1)*w+x], wide.Pix[min(h-1, y+1)*w+x])
		}
	}
	return out
}
