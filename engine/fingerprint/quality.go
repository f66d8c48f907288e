package fingerprint

import (
	"image"
	"math"
)

// Quality judges one print. Coverage is the share of the picture with ridges, Contrast the mean spread of grey in
// there (0 to 1), Clarity how much the ridges of a place share one direction and a ridge's width (0 to 1). Score
// combines them from 0 to 1: prints of a good sensor reach .6, and below Floor a print is not worth comparing. Reasons
// are stable codes for what is wrong: blank, low_contrast, small_area, unclear.
type Quality struct {
	Coverage float64
	Contrast float64
	Clarity  float64
	Score    float64
	Box      image.Rectangle // around the ridges
	Reasons  []string
}

// Floor is the score below which a print is not worth comparing.
const Floor = 0.3

// How a print is measured. A good sensor's prints reach the full contrast and clarity; the values were set by judgement
// and checked on drawn prints and on those of FVC 2002, which all score above Floor.
const (
	cell          = 16     // side of a square in which ridges are measured, px: two ridges and the valley between
	oneSided      = .6     // share of a cell's gradient that points one way, above which it shows an edge
	ridgeSpread   = .06    // standard deviation of grey, 0 to .5, below which a cell shows no ridges
	fullArea      = 42_000 // pixels of ridges that count as a whole finger, of which there are about 70,000
	fullContrast  = .16    // standard deviation of grey of a print with good contrast
	noiseClarity  = .15    // coherence that noise has too
	clarityRange  = .6     // coherence of clear ridges above noiseClarity
	leastContrast = .5     // shares of the full measures below which a reason is reported
	leastArea     = .45
	leastClarity  = .4
)

// Judge measures a print at about 500 pixels per inch.
func Judge(img *image.Gray) Quality {
	var q Quality
	cells, n := 0, 0
	area := 0
	for y := 0; y+cell <= img.Rect.Dy(); y += cell {
		for x := 0; x+cell <= img.Rect.Dx(); x += cell {
			cells++
			spread, coherence := ridges(img, x, y)
			if spread < ridgeSpread {
				continue
			}
			n++
			q.Contrast += spread
			q.Clarity += coherence
			area += cell * cell
			q.Box = q.Box.Union(image.Rect(x, y, x+cell, y+cell))
		}
	}
	if n == 0 {
		q.Reasons = []string{"blank"}
		return q
	}
	q.Coverage = float64(n) / float64(cells)
	q.Contrast /= float64(n)
	q.Clarity /= float64(n)
	q.rate(float64(area))
	return q
}

// rate combines the measures; area is the number of pixels with ridges.
func (q *Quality) rate(area float64) {
	size := math.Min(1, area/fullArea)
	contrast := math.Min(1, q.Contrast/fullContrast)
	clarity := math.Max(0, math.Min(1, (q.Clarity-noiseClarity)/clarityRange))
	q.Score = math.Sqrt(size*contrast) * clarity
	for _, c := range []struct {
		bad  bool
		name string
	}{
		{contrast < leastContrast, "low_contrast"},
		{size < leastArea, "small_area"},
		{clarity < leastClarity, "unclear"},
	} {
		if c.bad {
			q.Reasons = append(q.Reasons, c.name)
		}
	}
}

// ridges measures one cell: the standard deviation of grey (0 to .5) and the coherence of the gradient's direction
// (Bazen and Gerez 2002), 1 where all of it lies along one line. A cell whose gradient points one way only, where
// ridges have as much of it the other way, is an edge: its spread is 0.
func ridges(img *image.Gray, x0, y0 int) (spread, coherence float64) {
	var sum, square, gxx, gyy, gxy, gx1, gy1, length float64
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := y0; y < y0+cell; y++ {
		for x := x0; x < x0+cell; x++ {
			v := float64(img.Pix[y*img.Stride+x])
			sum += v
			square += v * v
			if x < 2 || y < 2 || x >= w-2 || y >= h-2 {
				continue
			}
			gx := gradient(img, x, y, 1, img.Stride)
			gy := gradient(img, x, y, img.Stride, 1)
			gxx += gx * gx
			gyy += gy * gy
			gxy += gx * gy
			gx1 += gx
			gy1 += gy
			length += math.Hypot(gx, gy)
		}
	}
	const n = cell * cell
	mean := sum / n
	spread = math.Sqrt(math.Max(0, square/n-mean*mean)) / 255
	if math.Hypot(gx1, gy1) > oneSided*length {
		return 0, 0
	}
	if gxx+gyy > 0 {
		coherence = math.Hypot(gxx-gyy, 2*gxy) / (gxx + gyy)
	}
	return spread, coherence
}

// gradient returns the difference over five pixels, summed across five rows, so that grain has little influence.
func gradient(img *image.Gray, x, y, along, across int) float64 {
	at := y*img.Stride + x
	d := 0.0
	for k := -2; k <= 2; k++ {
		p := at + k*across
		near := float64(img.Pix[p+along]) - float64(img.Pix[p-along])
		far := float64(img.Pix[p+2*along]) - float64(img.Pix[p-2*along])
		d += near + far
	}
	return d
}
