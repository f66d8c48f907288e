package mrz

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// canvas is a gray picture with its origin at (0,0), and the factor that leads from it to the picture that was given.
type canvas struct {
	img   *image.Gray
	scale float64     // pixels here per pixel there
	local *image.Gray // see surroundings
}

// surroundings is the mean around each pixel, made when it is first asked for.
func (c *canvas) surroundings() *image.Gray {
	if c.local == nil {
		c.local = raster.BoxBlur(c.img, searchRadius)
	}
	return c.local
}

// at samples between pixels; outside the picture the border repeats. Pixel centres lie at halves.
func (c *canvas) at(x, y float64) float32 {
	w, h := c.img.Rect.Dx(), c.img.Rect.Dy()
	x, y = min(max(x-.5, 0), float64(w-1)), min(max(y-.5, 0), float64(h-1))
	i, j := int(x), int(y)
	fx, fy := float32(x-float64(i)), float32(y-float64(j))
	p := c.img.Pix[j*c.img.Stride+i:]
	right, down := 1, c.img.Stride
	if i+1 >= w {
		right = 0
	}
	if j+1 >= h {
		down = 0
	}
	top := float32(p[0])*(1-fx) + float32(p[right])*fx
	bottom := float32(p[down])*(1-fx) + float32(p[down+right])*fx
	return top*(1-fy) + bottom*fy
}

// How many samples are averaged over a square, by its side in pixels. A trade of time against aliasing.
const (
	onePixel    = 1.3 // up to which one sample will do
	fourPixels  = 2.2 // … and four
	mostSamples = 4   // along each side of a larger square
)

// mean averages a small square of the given side around a place, for sampling at steps over a pixel.
func (c *canvas) mean(p point, side float64) float32 {
	switch {
	case side <= onePixel:
		return c.at(p.x, p.y)
	case side <= fourPixels:
		q := side / 4
		return (c.at(p.x-q, p.y-q) + c.at(p.x+q, p.y-q) + c.at(p.x-q, p.y+q) + c.at(p.x+q, p.y+q)) / 4
	}
	n := min(int(math.Ceil(side)), mostSamples)
	var sum float32
	for j := range n {
		for i := range n {
			sum += c.at(p.x+side*((float64(i)+.5)/float64(n)-.5), p.y+side*((float64(j)+.5)/float64(n)-.5))
		}
	}
	return sum / float32(n*n)
}

func (c *canvas) contains(p point) bool {
	return p.x >= 0 && p.y >= 0 && p.x <= float64(c.img.Rect.Dx()) && p.y <= float64(c.img.Rect.Dy())
}

// tight makes a picture whose origin is (0,0).
func tight(img *image.Gray) *canvas {
	b := img.Rect
	if b.Empty() {
		return &canvas{img: image.NewGray(image.Rect(0, 0, 1, 1)), scale: 1}
	}
	return &canvas{img: &image.Gray{Pix: img.Pix, Stride: img.Stride, Rect: image.Rect(0, 0, b.Dx(), b.Dy())}, scale: 1}
}

// attempt is one way to look for characters: at a scale, and taking for ink what lies deeper than the usual margin by a
// factor. A deeper cut parts letters that touch.
type attempt struct {
	scale, depth float64
}

// How deep ink lies, in times of the usual margin.
const (
	usual = 1
	deep  = 2
)

// smallPicture is how many times as large the largest picture that is searched must be for a picture to be enlarged
// first: its characters are then too small to be distinguished. Tuned on the development samples.
const smallPicture = 2.2

// attempts lists the ways in which a picture is searched, the likeliest first.
func attempts(img *image.Gray, maxSide int) []attempt {
	side := float64(max(img.Rect.Dx(), img.Rect.Dy()))
	limit := float64(maxSide)
	switch {
	case side <= limit/smallPicture:
		return []attempt{{2, usual}, {1, usual}, {2, deep}}
	case side <= limit:
		return []attempt{{1, usual}, {min(2, 2*limit/side), usual}, {1, deep}}
	case side <= 2*limit:
		return []attempt{{limit / side, usual}, {1, usual}, {limit / side, deep}}
	}
	return []attempt{{limit / side, usual}, {2 * limit / side, usual}, {limit / side, deep}}
}

func (c *canvas) scaled(k float64) *canvas {
	if k == 1 {
		return c
	}
	w, h := int(float64(c.img.Rect.Dx())*k), int(float64(c.img.Rect.Dy())*k)
	return &canvas{img: raster.DownscaleGray(c.img, max(w, 1), max(h, 1)), scale: k}
}

// halved is the picture half as large.
func (c *canvas) halved() *canvas {
	w, h := max(c.img.Rect.Dx()/2, 1), max(c.img.Rect.Dy()/2, 1)
	return &canvas{img: raster.DownscaleGray(c.img, w, h), scale: c.scale / 2}
}

// finePitch is the number of pixels per character that reading needs; more are not better, only slower. Measured on the
// development samples.
const finePitch = 12.5
