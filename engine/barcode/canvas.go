package barcode

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// canvas is a part of a picture, turned so that bars stand upright. A pixel (x,y) of it lies at
// (ox+x·ux-y·uy, oy+x·uy+y·ux) in the picture.
type canvas struct {
	w, h           int
	pix            []byte
	ox, oy, ux, uy float64
	bent           *raster.Homography // if set, the map to the picture instead
}

// largest sides of a canvas in pixels, which bound the work on one area.
const (
	widest  = 2600
	highest = 1400
)

// picture is what is examined, and the same reduced by a whole factor for large areas.
type picture struct {
	full, small *image.Gray
	factor      float64
	paper       byte
}

// smallSide is the longest side of the reduced picture, in which two-dimensional symbols are searched for too, px.
// Tuned on the development samples.
const smallSide = 1100

// How an area is cut out. Tuned on the development samples.
const (
	reducedEnough = 1.3 // pixels of a canvas for one of the reduced picture, under which that one is taken
	marginAlong   = .12 // of half the extent, across the bars
	rimAlong      = 24  // … and so many pixels more
	marginThick   = .1  // of half the extent, along the bars
	rimThick      = 8
	averageFrom   = .2 // places of a picture for each pixel are rounded up from 1.8 on, so that two are averaged

	fixedOne = 1 << 16 // one pixel in fixed point
)

// What counts as paper.
const (
	paperPixels = 4000 // that are examined
	paperShare  = 15   // percent of them that are lighter
)

func newPicture(src *image.Gray) *picture {
	small, f := reduce(src, smallSide)
	return &picture{full: src, small: small, factor: float64(f), paper: paperOf(small)}
}

// cut copies an area of a picture, turned upright, with some margin, at scale canvas pixels per picture pixel.
func (p *picture) cut(a area, scale float64) *canvas {
	if f := max(2*a.along*scale/widest, 2*a.thick*scale/highest); f > 1 {
		scale /= f
	}
	src, factor := p.full, 1.
	if scale*p.factor < reducedEnough {
		src, factor = p.small, p.factor
	}
	marginU, marginV := a.along*marginAlong+rimAlong, a.thick*marginThick+rimThick
	c := &canvas{w: max(int(2*(a.along+marginU)*scale), 8), h: max(int(2*(a.thick+marginV)*scale), 8)}
	c.ux, c.uy = math.Cos(a.angle)/scale/factor, math.Sin(a.angle)/scale/factor
	c.ox = a.cx/factor - float64(c.w)/2*c.ux + float64(c.h)/2*c.uy
	c.oy = a.cy/factor - float64(c.w)/2*c.uy - float64(c.h)/2*c.ux
	c.fill(src, p.paper)
	c.ox, c.oy, c.ux, c.uy = c.ox*factor, c.oy*factor, c.ux*factor, c.uy*factor
	return c
}

// fill samples the picture, bilinearly up to a scale of 1 and averaged below; what lies outside is paper.
func (c *canvas) fill(src *image.Gray, paper byte) {
	c.pix = make([]byte, c.w*c.h)
	b := src.Bounds()
	step := math.Hypot(c.ux, c.uy)
	n := int(step + averageFrom)
	for y := range c.h {
		row := c.pix[y*c.w : y*c.w+c.w]
		px, py := c.ox-float64(y)*c.uy-.5, c.oy+float64(y)*c.ux-.5
		px += (c.ux - c.uy) / 2
		py += (c.uy + c.ux) / 2
		if n > 1 {
			c.averageRow(src, row, px, py, n, paper)
			continue
		}
		sampleRow(src, b, row, px, py, c.ux, c.uy, paper)
	}
}

// sampleRow reads pixels along a line in 16.16 fixed point.
func sampleRow(src *image.Gray, b image.Rectangle, row []byte, px, py, ux, uy float64, paper byte) {
	fx, fy := int64(px*fixedOne), int64(py*fixedOne)
	dx, dy := int64(ux*fixedOne), int64(uy*fixedOne)
	maxX, maxY := int64(b.Dx()-1), int64(b.Dy()-1)
	pix := src.Pix[src.PixOffset(b.Min.X, b.Min.Y):]
	stride := int64(src.Stride)
	for i := range row {
		x, y := fx>>16, fy>>16
		if x >= 0 && y >= 0 && x < maxX && y < maxY {
			p := pix[y*stride+x:]
			q := pix[(y+1)*stride+x:]
			wx, wy := fx&(fixedOne-1), fy&(fixedOne-1)
			top := int64(p[0])<<16 + (int64(p[1])-int64(p[0]))*wx
			bottom := int64(q[0])<<16 + (int64(q[1])-int64(q[0]))*wx
			row[i] = byte((top + (bottom-top)>>16*wy + 1<<15) >> 16)
		} else if x < 0 || y < 0 || x > maxX || y > maxY {
			row[i] = paper
		} else {
			row[i] = pix[y*stride+x]
		}
		fx += dx
		fy += dy
	}
}

// averageRow samples n × n places per pixel.
func (c *canvas) averageRow(src *image.Gray, row []byte, px, py float64, n int, paper byte) {
	b := src.Bounds()
	pix := src.Pix[src.PixOffset(b.Min.X, b.Min.Y):]
	maxX, maxY := b.Dx()-1, b.Dy()-1
	f := 1 / float64(n)
	for i := range row {
		sum := 0
		for j := range n {
			for k := range n {
				u, v := float64(i)+(float64(j)+.5)*f-.5, (float64(k)+.5)*f-.5
				x, y := int(math.Floor(px+u*c.ux-v*c.uy+.5)), int(math.Floor(py+u*c.uy+v*c.ux+.5))
				if x < 0 || y < 0 || x > maxX || y > maxY {
					sum += int(paper)
				} else {
					sum += int(pix[y*src.Stride+x])
				}
			}
		}
		row[i] = byte(sum / (n * n))
	}
}

// toPicture maps a place of the canvas to the picture.
func (c *canvas) toPicture(x, y float64) (float64, float64) {
	if c.bent != nil {
		p := c.bent.Apply(raster.Point{X: x, Y: y})
		return p.X, p.Y
	}
	return c.ox + x*c.ux - y*c.uy, c.oy + x*c.uy + y*c.ux
}

// flip turns the canvas by 180 degrees.
func (c *canvas) flip() {
	for i, j := 0, len(c.pix)-1; i < j; i, j = i+1, j-1 {
		c.pix[i], c.pix[j] = c.pix[j], c.pix[i]
	}
	if c.bent != nil {
		h := c.bent.Mul(raster.Homography{-1, 0, float64(c.w), 0, -1, float64(c.h), 0, 0, 1})
		c.bent = &h
		return
	}
	c.ox, c.oy = c.toPicture(float64(c.w), float64(c.h))
	c.ux, c.uy = -c.ux, -c.uy
}

// paperOf is the grey value of what is light in a picture: a few thousand pixels' 85th percentile.
func paperOf(src *image.Gray) byte {
	b := src.Bounds()
	step := max(1, int(math.Sqrt(float64(b.Dx())*float64(b.Dy())/paperPixels)))
	var count [256]int
	n := 0
	for y := b.Min.Y; y < b.Max.Y; y += step {
		for x := b.Min.X; x < b.Max.X; x += step {
			count[src.Pix[src.PixOffset(x, y)]]++
			n++
		}
	}
	for v, above := 255, 0; v > 0; v-- {
		if above += count[v]; above*100 >= paperShare*n {
			return byte(v)
		}
	}
	return 255
}
