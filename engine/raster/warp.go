package raster

import (
	"image"
	"math"
)

// WarpGray straightens the part of src inside the quad to w × h pixels, bilinearly. Where the quad is more than twice
// as large as the result, the part is averaged down first. Places outside src repeat its border. For corners that are
// no quad it returns a black picture.
func WarpGray(src *image.Gray, q Quad, w, h int) *image.Gray {
	if w <= 0 || h <= 0 {
		return image.NewGray(image.Rectangle{})
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	part, q, ok := reduceGray(src, q, w, h)
	m, solved := NewHomography(QuadOf(0, 0, float64(w), float64(h)), q)
	if !ok || !solved {
		return dst
	}
	s := newSampler(part.Rect.Dx(), part.Rect.Dy())
	for y := range h {
		row := newProjection(m, y)
		out := dst.Pix[y*dst.Stride:][:w]
		for x := range out {
			i, j, fx, fy := s.at(row.next())
			a, b := part.Pix[j*part.Stride+i:], part.Pix[(j+s.down(j))*part.Stride+i:]
			k := s.right(i)
			top := uint32(a[0])*(256-fx) + uint32(a[k])*fx
			low := uint32(b[0])*(256-fx) + uint32(b[k])*fx
			out[x] = byte((top*(256-fy) + low*fy + 1<<15) >> 16)
		}
	}
	return dst
}

// WarpRGBA is WarpGray for colour.
func WarpRGBA(src *image.RGBA, q Quad, w, h int) *image.RGBA {
	if w <= 0 || h <= 0 {
		return image.NewRGBA(image.Rectangle{})
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	part, q, ok := reduceRGBA(src, q, w, h)
	m, solved := NewHomography(QuadOf(0, 0, float64(w), float64(h)), q)
	if !ok || !solved {
		for i := 3; i < len(dst.Pix); i += 4 {
			dst.Pix[i] = 255
		}
		return dst
	}
	s := newSampler(part.Rect.Dx(), part.Rect.Dy())
	for y := range h {
		row := newProjection(m, y)
		out := dst.Pix[y*dst.Stride:][:4*w]
		for x := range w {
			i, j, fx, fy := s.at(row.next())
			a, b := part.Pix[j*part.Stride+4*i:], part.Pix[(j+s.down(j))*part.Stride+4*i:]
			k := 4 * s.right(i)
			mix(out[4*x:4*x+4:4*x+4], a, a[k:], b, b[k:], fx, fy)
		}
	}
	return dst
}

// projection computes the source place of each pixel's centre along one row of the result.
type projection struct{ u, v, w, du, dv, dw float64 }

func newProjection(m Homography, y int) projection {
	fy := float64(y) + .5
	return projection{
		m[0]*.5 + m[1]*fy + m[2], m[3]*.5 + m[4]*fy + m[5], m[6]*.5 + m[7]*fy + m[8],
		m[0], m[3], m[6],
	}
}

func (p *projection) next() (x, y float64) {
	inv := 1 / p.w
	x, y = p.u*inv, p.v*inv
	p.u += p.du
	p.v += p.dv
	p.w += p.dw
	return x, y
}

// sampler clamps places to a picture and splits them into pixel and fraction.
type sampler struct {
	lastX, lastY int
	maxX, maxY   float64
}

func newSampler(w, h int) sampler {
	return sampler{w - 1, h - 1, float64(w - 1), float64(h - 1)}
}

// at returns the top-left of the four pixels around (x,y) and the fractions in 256ths. Anything that is not a
// number counts as the border.
func (s *sampler) at(x, y float64) (i, j int, fx, fy uint32) {
	x, y = x-.5, y-.5
	if !(x > 0) {
		x = 0
	} else if x > s.maxX {
		x = s.maxX
	}
	if !(y > 0) {
		y = 0
	} else if y > s.maxY {
		y = s.maxY
	}
	px, py := int(x*256), int(y*256)
	return px >> 8, py >> 8, uint32(px & 255), uint32(py & 255)
}

func (s *sampler) right(i int) int {
	if i < s.lastX {
		return 1
	}
	return 0
}

func (s *sampler) down(j int) int {
	if j < s.lastY {
		return 1
	}
	return 0
}

// farthest is the coordinate in px beyond which a quad is no part of any picture, so that it fits an integer.
const farthest = 1e6

// reduction finds the box around the quad inside a w × h picture, with a margin, and the whole factors by
// which it is to be averaged down for a result of dw × dh.
func reduction(q Quad, w, h, dw, dh int) (box image.Rectangle, fx, fy int, ok bool) {
	if w <= 0 || h <= 0 {
		return box, 1, 1, false
	}
	x0, y0, x1, y1 := q.Bounds()
	if !(x1-x0 < farthest && y1-y0 < farthest && x0 > -farthest && y0 > -farthest) {
		return box, 1, 1, false
	}
	box = image.Rect(int(math.Floor(x0))-2, int(math.Floor(y0))-2, int(math.Ceil(x1))+2, int(math.Ceil(y1))+2)
	box = box.Intersect(image.Rect(0, 0, w, h))
	f := min(max(q.Side(0), q.Side(2))/float64(dw), max(q.Side(1), q.Side(3))/float64(dh))
	k := int(f)
	if box.Empty() || k < 2 {
		return image.Rect(0, 0, w, h), 1, 1, true
	}
	return box, k, k, true
}

func reduceGray(src *image.Gray, q Quad, w, h int) (*image.Gray, Quad, bool) {
	box, fx, fy, ok := reduction(q, src.Rect.Dx(), src.Rect.Dy(), w, h)
	if !ok || fx*fy == 1 {
		return src, q, ok
	}
	nw, nh := max(1, box.Dx()/fx), max(1, box.Dy()/fy)
	part := &image.Gray{
		Pix:    src.Pix[box.Min.Y*src.Stride+box.Min.X:],
		Stride: src.Stride,
		Rect:   image.Rect(0, 0, box.Dx(), box.Dy()),
	}
	return DownscaleGray(part, nw, nh), inBox(q, box, nw, nh), true
}

func reduceRGBA(src *image.RGBA, q Quad, w, h int) (*image.RGBA, Quad, bool) {
	box, fx, fy, ok := reduction(q, src.Rect.Dx(), src.Rect.Dy(), w, h)
	if !ok || fx*fy == 1 {
		return src, q, ok
	}
	nw, nh := max(1, box.Dx()/fx), max(1, box.Dy()/fy)
	part := &image.RGBA{
		Pix:    src.Pix[box.Min.Y*src.Stride+4*box.Min.X:],
		Stride: src.Stride,
		Rect:   image.Rect(0, 0, box.Dx(), box.Dy()),
	}
	return DownscaleRGBA(part, nw, nh), inBox(q, box, nw, nh), true
}

// inBox moves a quad into a box that was scaled to w × h.
func inBox(q Quad, box image.Rectangle, w, h int) Quad {
	for i := range q {
		q[i].X -= float64(box.Min.X)
		q[i].Y -= float64(box.Min.Y)
	}
	return q.Scale(float64(w)/float64(box.Dx()), float64(h)/float64(box.Dy()))
}

// RotateGray turns a picture clockwise by any angle on a canvas that holds all of it, bilinearly; the rest
// of the canvas has the value fill. The map takes places of the result to places of src.
func RotateGray(src *image.Gray, degrees float64, fill uint8) (*image.Gray, Homography) {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if sw <= 0 || sh <= 0 || math.IsNaN(degrees) || math.IsInf(degrees, 0) {
		return image.NewGray(image.Rectangle{}), Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	fw, fh := float64(sw), float64(sh)
	w := int(math.Ceil(math.Abs(fw*cos) + math.Abs(fh*sin) - 1e-6))
	h := int(math.Ceil(math.Abs(fw*sin) + math.Abs(fh*cos) - 1e-6))
	cx, cy := float64(w)/2, float64(h)/2
	m := Homography{cos, sin, fw/2 - cx*cos - cy*sin, -sin, cos, fh/2 + cx*sin - cy*cos, 0, 0, 1}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	s := newSampler(sw, sh)
	for y := range h {
		row := newProjection(m, y)
		out := dst.Pix[y*dst.Stride:][:w]
		for x := range out {
			u, v := row.next()
			if u < 0 || v < 0 || u > fw || v > fh {
				out[x] = fill
				continue
			}
			i, j, fx, fy := s.at(u, v)
			a, b, k := src.Pix[j*src.Stride+i:], src.Pix[(j+s.down(j))*src.Stride+i:], s.right(i)
			top := uint32(a[0])*(256-fx) + uint32(a[k])*fx
			low := uint32(b[0])*(256-fx) + uint32(b[k])*fx
			out[x] = byte((top*(256-fy) + low*fy + 1<<15) >> 16)
		}
	}
	return dst, m
}
