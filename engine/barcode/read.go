package barcode

import (
	"image"
	"math"
)

// Read finds and reads the barcodes of a picture. It never fails: what can't be read is not there. The order is that
// of the strength of the places.
func Read(src *image.Gray, o Options) []Symbol {
	b := src.Bounds()
	if b.Dx() < 8 || b.Dy() < 3 {
		return nil
	}
	if o.Effort <= 0 {
		o.Effort = 60
	}
	if o.Most <= 0 {
		o.Most = 8
	}
	left := &budget{o.Effort}
	var out []Symbol
	if o.wants(PDF417) {
		r := stacked{src: src, paper: paperOf(src), left: left, most: o.Most}
		out = r.read()
	}
	for i := range out {
		for k := range 8 {
			out[i].Corners[k] += float64([2]int{b.Min.X, b.Min.Y}[k%2])
		}
	}
	return out
}

// repeated tells whether the same text was read at the same place already.
func repeated(list []Symbol, s Symbol) bool {
	for _, o := range list {
		if o.Text == s.Text && o.Symbology == s.Symbology {
			x, y := s.middle()
			if inside(o.Corners, x, y) {
				return true
			}
		}
	}
	return false
}

// covered tells whether the middle of an area lies in a symbol that was read, and the area is not much larger.
func covered(list []Symbol, a area) bool {
	for _, o := range list {
		wide := math.Hypot(o.Corners[2]-o.Corners[0], o.Corners[3]-o.Corners[1])
		high := math.Hypot(o.Corners[6]-o.Corners[0], o.Corners[7]-o.Corners[1])
		if inside(o.Corners, a.cx, a.cy) && a.along*a.thick*4 < 1.9*wide*high {
			return true
		}
	}
	return false
}

func (s *Symbol) middle() (x, y float64) {
	for i := 0; i < 8; i += 2 {
		x += s.Corners[i] / 4
		y += s.Corners[i+1] / 4
	}
	return x, y
}

// inside tells whether a place lies inside a quadrilateral whose corners go round in one sense.
func inside(q [8]float64, x, y float64) bool {
	positive, negative := false, false
	for i := 0; i < 8; i += 2 {
		ax, ay, bx, by := q[i], q[i+1], q[(i+2)%8], q[(i+3)%8]
		side := (bx-ax)*(y-ay) - (by-ay)*(x-ax)
		positive, negative = positive || side > 0, negative || side < 0
	}
	return !positive || !negative
}
