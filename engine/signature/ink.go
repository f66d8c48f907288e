package signature

import (
	"image"
	"math"
)

// bitmap is ink on a pad: true where the pen was. Its longer side is at most inkSide.
type bitmap struct {
	w, h int
	ink  []bool
}

// How ink is found and judged. Lengths are pixels of the bitmap. Set by judgement and checked on drawn signatures.
const (
	inkSide         = 512         // longest side of the bitmap
	leastInk        = 40          // grey levels by which ink differs from the pad at least
	inkShare        = 3           // ink differs by one in inkShare of the range of grey
	leastPiece      = 4           // pixels of a piece of ink that counts
	shortestInk     = 12          // length of the strokes below which they are a dot
	smallestInk     = 8           // extent below which ink is a dot
	dotWidths       = 2.5         // extent over the pen's width below which ink is a dot
	directInk       = 1.25        // length of a straight line over the diagonal of its box, at most
	directStroke    = 1.3         // length of a straight stroke over its extent, at most
	straightTurning = math.Pi / 2 // of a straight stroke's direction, at most
	turningStep     = 4           // pixels between points whose direction is compared
	bentShare       = .06         // distance from the diagonal, as a share of it, up to which ink is straight …
	bentPixels      = 2           // … and what the pen's width adds to it
)

func newBitmap(w, h int) *bitmap { return &bitmap{w: w, h: h, ink: make([]bool, w*h)} }

func (b *bitmap) at(x, y int) bool { return x >= 0 && y >= 0 && x < b.w && y < b.h && b.ink[y*b.w+x] }

func (b *bitmap) share() float64 {
	n := 0
	for _, v := range b.ink {
		if v {
			n++
		}
	}
	return float64(n) / float64(max(1, len(b.ink)))
}

// inkOf separates ink from pad. The pad is the most frequent grey; ink differs from it by a third of the range to the
// farther end of what occurs, and by 40 at least. When the picture is thinned, one pixel of ink keeps its cell inked.
func inkOf(img *image.Gray) *bitmap {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	thin := max(1, (max(w, h)+inkSide-1)/inkSide)
	b := newBitmap((w+thin-1)/thin, (h+thin-1)/thin)
	pad, threshold := levels(img)
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		for x, v := range row {
			if d := int(v) - pad; d > threshold || d < -threshold {
				b.ink[y/thin*b.w+x/thin] = true
			}
		}
	}
	return b
}

func levels(img *image.Gray) (pad, threshold int) {
	var count [256]int
	w := img.Rect.Dx()
	for y := range img.Rect.Dy() {
		for _, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			count[v]++
		}
	}
	low, high := 255, 0
	for v, n := range count {
		if n > count[pad] {
			pad = v
		}
		if n > 0 {
			low, high = min(low, v), max(high, v)
		}
	}
	return pad, max(leastInk, max(high-pad, pad-low)/inkShare)
}

// fromInk fills the report from a picture alone.
func (r *Report) fromInk(ink *bitmap) {
	box := ink.box()
	if box.Empty() {
		return
	}
	thinned := ink.thinned()
	r.Count, r.InkLength = ink.pieces(), thinned.length()
	r.Box = box
	extent := math.Max(float64(box.Dx()), float64(box.Dy()))
	diagonal := math.Hypot(float64(box.Dx()), float64(box.Dy()))
	width := float64(ink.count()) / math.Max(1, r.InkLength)
	switch {
	case r.InkLength < shortestInk || extent < smallestInk || extent < dotWidths*width:
		r.Verdict = Dot
	case r.Count <= 1 && r.InkLength < directInk*diagonal && straight(thinned, box):
		r.Verdict = Line
	default:
		r.Verdict = Plausible
	}
}

func (b *bitmap) count() int { return int(math.Round(b.share() * float64(len(b.ink)))) }

func (b *bitmap) box() image.Rectangle {
	var r image.Rectangle
	for y := range b.h {
		for x := range b.w {
			if b.ink[y*b.w+x] {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// straight reports whether all ink lies near one diagonal of its box.
func straight(b *bitmap, box image.Rectangle) bool {
	w, h := float64(box.Dx()-1), float64(box.Dy()-1)
	long := math.Max(1, math.Hypot(w, h))
	falling, rising := 0.0, 0.0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if b.at(x, y) {
				dx, dy := float64(x-box.Min.X), float64(y-box.Min.Y)
				falling = max(falling, math.Abs(dx*h-dy*w)/long)
				rising = max(rising, math.Abs(dx*h-(h-dy)*w)/long)
			}
		}
	}
	return min(falling, rising) < bentShare*long+bentPixels
}

// pieces counts connected pieces of ink, corners included, of leastPiece pixels or more.
func (b *bitmap) pieces() int {
	seen := make([]bool, len(b.ink))
	var stack []int
	n := 0
	for start, inked := range b.ink {
		if !inked || seen[start] {
			continue
		}
		size := 0
		stack = append(stack[:0], start)
		seen[start] = true
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			size++
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					x, y := i%b.w+dx, i/b.w+dy
					if b.at(x, y) && !seen[y*b.w+x] {
						seen[y*b.w+x] = true
						stack = append(stack, y*b.w+x)
					}
				}
			}
		}
		if size >= leastPiece {
			n++
		}
	}
	return n
}
