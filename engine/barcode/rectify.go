package barcode

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// How a leaning symbol is straightened. Tuned on the development samples.
const (
	leastOutline = 200 // pixels
	levelRows    = .03 // rise of a row over its length up to which it is level
	uprightRail  = .04 // lean of a rail up to which it is upright
	leastPixels  = 2.5 // of a module
	mostPixels   = 6.
	widestShare  = .8 // of the largest canvas that the symbol takes at most
	highestShare = .75
	marginWide   = .08 // of its width, on each side
	marginHigh   = .15 // of its height
	marginRim    = 10  // … and so many pixels more
)

// straighten draws the symbol again from the picture, with the perspective that its guards and rows show taken out.
// It is false where that would change little.
func (s *symbol417) straighten(src *image.Gray, paper byte, first, last rail) (*canvas, bool) {
	outline := s.outline(first, last)
	if !outline.Convex() || outline.Area() < leastOutline {
		return nil, false
	}
	u, v := outline[1].Y-outline[0].Y, outline[2].Y-outline[3].Y
	wide := math.Max(outline[1].X-outline[0].X, 1)
	if math.Abs(u) < levelRows*wide && math.Abs(v) < levelRows*wide &&
		math.Abs(first.b) < uprightRail && math.Abs(last.b) < uprightRail {
		return nil, false
	}
	var quad raster.Quad
	for i, p := range outline {
		quad[i].X, quad[i].Y = s.c.toPicture(p.X, p.Y)
	}
	return project(src, quad, float64(codewordModules*(s.g.columns+sideWords)+1), paper)
}

// outline returns the symbol's corners on the canvas, by its rows where they are known, else by the ends of the rails.
func (s *symbol417) outline(first, last rail) raster.Quad {
	if s.meta.rows >= leastRows && s.left.support > 0 {
		var q raster.Quad
		right, bottom := float64(s.g.columns)+sideWords+stopOver, float64(s.meta.rows)-.5
		for i, p := range [4][2]float64{{0, -.5}, {right, -.5}, {right, bottom}, {0, bottom}} {
			q[i].Y = s.height(p[1], p[0])
			q[i].X = s.g.x(p[0], q[i].Y)
		}
		return q
	}
	end := stopModules * last.module
	return raster.Quad{
		{X: first.at(first.top), Y: first.top},
		{X: last.at(last.top) + end, Y: last.top},
		{X: last.at(last.bottom) + end, Y: last.bottom},
		{X: first.at(first.bottom), Y: first.bottom},
	}
}

// project makes a canvas of a quadrilateral of so many modules across, with a margin of a tenth around it.
func project(src *image.Gray, quad raster.Quad, modules float64, paper byte) (*canvas, bool) {
	wide := math.Max(quad.Side(0), quad.Side(2))
	high := math.Max(quad.Side(1), quad.Side(3))
	px := math.Min(math.Max(wide/modules, leastPixels), mostPixels)
	w := math.Min(modules*px, widest*widestShare)
	h := math.Min(w*high/wide, highest*highestShare)
	mx, my := marginWide*w+marginRim, marginHigh*h+marginRim
	m, ok := raster.NewHomography(raster.QuadOf(mx, my, w, h), quad)
	if !ok {
		return nil, false
	}
	c := &canvas{w: int(w + 2*mx), h: int(h + 2*my), bent: &m}
	c.pix = make([]byte, c.w*c.h)
	for y := range c.h {
		projectRow(src, c.pix[y*c.w:y*c.w+c.w], m, float64(y)+.5, paper)
	}
	return c, true
}

// projectRow samples one row of a projection bilinearly.
func projectRow(src *image.Gray, row []byte, m raster.Homography, y float64, paper byte) {
	b := src.Bounds()
	pix := src.Pix[src.PixOffset(b.Min.X, b.Min.Y):]
	maxX, maxY := float64(b.Dx()-1), float64(b.Dy()-1)
	for i := range row {
		p := m.Apply(raster.Point{X: float64(i) + .5, Y: y})
		p.X, p.Y = p.X-.5, p.Y-.5
		if !(p.X >= 0 && p.Y >= 0 && p.X < maxX && p.Y < maxY) {
			row[i] = paper
			continue
		}
		ix, iy := int(p.X), int(p.Y)
		fx, fy := p.X-float64(ix), p.Y-float64(iy)
		q := pix[iy*src.Stride+ix:]
		r := pix[(iy+1)*src.Stride+ix:]
		top := float64(q[0]) + fx*(float64(q[1])-float64(q[0]))
		bottom := float64(r[0]) + fx*(float64(r[1])-float64(r[0]))
		row[i] = byte(top + fy*(bottom-top) + .5)
	}
}
