package barcode

import (
	"image"
	"math"
)

// The smallest picture that is examined, px, and what a caller that asks for nothing gets.
const (
	leastWide     = 8
	leastHigh     = 3
	defaultEffort = 150 // a second for a picture without any barcode
	defaultMost   = 8   // symbols
)

// Read finds and reads the barcodes of a picture. It never fails: what can't be read is not there. The order is that
// of the strength of the places.
func Read(src *image.Gray, o Options) []Symbol {
	b := src.Bounds()
	if b.Dx() < leastWide || b.Dy() < leastHigh {
		return nil
	}
	if o.Effort <= 0 {
		o.Effort = defaultEffort
	}
	if o.Most <= 0 {
		o.Most = defaultMost
	}
	f := finder{o: o, left: &budget{o.Effort}}
	f.src = src
	if b.Min != (image.Point{}) {
		f.src = &image.Gray{
			Pix:    src.Pix[src.PixOffset(b.Min.X, b.Min.Y):],
			Stride: src.Stride,
			Rect:   image.Rect(0, 0, b.Dx(), b.Dy()),
		}
	}
	out := f.read()
	for i := range out {
		for k := range 8 {
			out[i].Corners[k] += float64([2]int{b.Min.X, b.Min.Y}[k%2])
		}
	}
	return out
}

// finder searches for all wanted symbologies in a picture whose corner is (0,0).
type finder struct {
	src  *image.Gray
	o    Options
	left *budget
}

// read starts with what is cheap and common: all places quickly, then the expensive preparations while nothing is
// found.
func (f *finder) read() []Symbol {
	whole := newPicture(f.src)
	r := stacked{picture: whole, tensor: locate(whole), left: f.left, most: f.o.Most, stacks: f.o.wants(PDF417)}
	r.scan()
	out := f.lines(&r)
	p := planar{o: f.o, left: f.left}
	two := f.o.wants(QR) || f.o.wants(DataMatrix) || f.o.wants(Aztec)
	if two && len(r.found) == 0 {
		if s, ok := p.read(whole.small, preparations[0], whole.factor); ok {
			out = append(out, s)
		}
	}
	out = append(out, f.readStacked(&r, len(out) > 0)...)
	if two && len(out) == 0 {
		out = p.readAll(f.src, whole.small, whole.factor, r.tensor.blobs())
	}
	return out[:min(len(out), f.o.Most)]
}

// readStacked examines the places of stacked symbols closely: all that show guards, and others while nothing is found.
func (f *finder) readStacked(r *stacked, found bool) []Symbol {
	f.left.left -= reserve
	var out []Symbol
	if r.stacks {
		r.readClosely(true)
	}
	found = found || len(r.found) > 0
	if !found && f.o.wants(MicroPDF417) {
		out = f.micros(r)
	}
	if r.stacks && !found && len(out) == 0 {
		r.readClosely(false)
	}
	f.left.left = max(f.left.left, 0) + reserve
	return append(out, Join(r.found)...)
}

// reserve is the part of the effort that is kept for two-dimensional symbols.
const reserve = 40

// When a place is worth looking at. Tuned on the development samples.
const (
	microEdges   = 18  // edges of its rows for MicroPDF417
	microLarge   = 400 // half its extent from which it is not enlarged, px
	linearEdges  = 20  // edges of its rows for a linear symbol
	linearEffort = 16  // binary logarithm of the pixels of lines for one unit of effort
	coveredRatio = 1.9 // of its area to that of a symbol that was read there, below
)

// micros reads MicroPDF417 at the places that have bars, at twice the size too where they are small.
func (f *finder) micros(r *stacked) []Symbol {
	var m micro
	for i := range r.places {
		p := &r.places[i]
		if i >= mostClose || p.edges < microEdges {
			break
		}
		for _, scale := range [2]float64{1, 2} {
			if !f.left.take(p.area.cost(scale)) || scale > 1 && p.area.along > microLarge {
				break
			}
			c := p.canvas
			if scale > 1 {
				c = r.cut(p.area, scale)
			}
			if s, ok := m.read(c, sharpenings[0], f.left); ok {
				return []Symbol{s}
			}
		}
	}
	return nil
}

// lines reads linear symbols at the places that have bars but no PDF417.
func (f *finder) lines(r *stacked) []Symbol {
	if !f.o.wants(Code128) && !f.o.wants(Code39) {
		return nil
	}
	var out []Symbol
	l := newLinear()
	for i := range r.places {
		p := &r.places[i]
		if p.edges < linearEdges || covered(r.found, p.area) || covered(out, p.area) {
			continue
		}
		for _, g := range sharpenings {
			if !f.left.take(1 + p.canvas.w*linesTried[0]>>linearEffort) {
				return out
			}
			s, ok := l.read(p.canvas, f.o, g)
			if ok && !repeated(out, s) {
				out = append(out, s)
			}
			if ok || !l.bars {
				break
			}
		}
	}
	return out
}

// repeated reports whether the same text was read at the same place already.
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

// covered reports whether the middle of an area lies in a symbol that was read, and the area is not much larger.
func covered(list []Symbol, a area) bool {
	for _, o := range list {
		wide := math.Hypot(o.Corners[2]-o.Corners[0], o.Corners[3]-o.Corners[1])
		high := math.Hypot(o.Corners[6]-o.Corners[0], o.Corners[7]-o.Corners[1])
		if inside(o.Corners, a.cx, a.cy) && a.along*a.thick*4 < coveredRatio*wide*high {
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

// inside reports whether a place lies inside a quadrilateral whose corners go round in one sense.
func inside(q [8]float64, x, y float64) bool {
	positive, negative := false, false
	for i := 0; i < 8; i += 2 {
		ax, ay, bx, by := q[i], q[i+1], q[(i+2)%8], q[(i+3)%8]
		side := (bx-ax)*(y-ay) - (by-ay)*(x-ax)
		positive, negative = positive || side > 0, negative || side < 0
	}
	return !positive || !negative
}
