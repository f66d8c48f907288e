package text

import (
	"cmp"
	"image"
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// levelShortRows sets the slope of rows too short to show one to that of the page: the median of the others, weighted
// by length.
func levelShortRows(rows []Row) {
	var long []Row
	total := 0
	for _, r := range rows {
		if r.sloped {
			long = append(long, r)
			total += r.Box.Dx()
		}
	}
	slices.SortFunc(long, func(a, b Row) int { return cmp.Compare(a.slope, b.slope) })
	slope, sum := 0.0, 0
	for _, r := range long {
		if sum += r.Box.Dx(); 2*sum >= total {
			slope = r.slope
			break
		}
	}
	for i := range rows {
		if r := &rows[i]; !r.sloped || math.Abs(r.slope-slope) > slopeOff {
			r.slope = slope
		}
	}
}

// How a row's picture is made. Tuned on the development samples.
const (
	slopeOff   = .03 // by which a row's slope may differ from the page's
	mostRise   = .9  // of its box's height that a row's tilt takes at most
	strayInk   = 150 // grey level under which what reaches in from other rows is ink
	strayAbove = 3   // capital over how far it may reach in from above
	strayUnder = 4   // … and from under
	inkShare   = 25  // pixels of a picture for each of the darkest, which are ink
)

// Room over, under and beside capitals in a row's picture, for accents and tails, in pixels.
const (
	above  = 13
	under  = 12
	beside = 18
)

// cut makes the row's picture: level, with its capitals at one height and room around.
func (r *Row) cut(flat *image.Gray) {
	h := r.Capital
	x0, x1 := float64(r.Box.Min.X)-beside*h/rowCapital, float64(r.Box.Max.X)+beside*h/rowCapital
	mid := (x0 + x1) / 2
	rise := math.Abs(r.slope) * float64(r.Box.Dx()) // by which a tilted row's box is taller than its letters
	rise = min(rise, mostRise*float64(r.Box.Dy()))
	top, bottom := float64(r.Box.Min.Y)+rise/2-above*h/rowCapital, float64(r.Box.Max.Y)-rise/2+under*h/rowCapital
	at := func(x, y float64) raster.Point { return raster.Point{X: x, Y: y + r.slope*(x-mid)} }
	q := raster.Quad{at(x0, top), at(x1, top), at(x1, bottom), at(x0, bottom)}
	k := rowCapital / h
	w, tall := max(1, int((x1-x0)*k)), max(1, int((bottom-top)*k))
	r.Picture = raster.WarpGray(flat, q, w, tall)
	r.sharp = r.Picture
	r.eraseAside()
	r.Picture = drawn(raster.GaussianBlur(r.sharp, softness))
	r.back, _ = raster.NewHomography(raster.QuadOf(0, 0, float64(w), float64(tall)), q)
}

// eraseAside removes the print beside a row on the line from which it was divided.
func (r *Row) eraseAside() {
	g := r.sharp
	w := g.Rect.Dx()
	for y := range g.Rect.Dy() {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		if r.before {
			fill(row[:min(w, beside-partMargin)])
		}
		if r.behind {
			fill(row[max(0, w-beside+partMargin):])
		}
	}
}

// partMargin is the room that a parted row keeps, in pixels of its picture.
const partMargin = 5

func fill(row []uint8) {
	for x := range row {
		row[x] = paperWhite
	}
}

// softness is by how much a row is smoothed, in pixels of its picture: halftone and grain go, letters stay.
const softness = 1.2

// Again is the row's picture without smoothing, for a second look.
func (r Row) Again() *image.Gray { return drawn(r.sharp) }

// Bold is the row's picture without dark lines thinner than strokes, as patterns of the paper are, for a second look.
func (r Row) Bold() *image.Gray { return drawn(raster.GaussianBlur(closed(r.sharp), boldness)) }

// boldness is by how much a picture without thin lines is smoothed, in its pixels.
const boldness = .7

// closed removes what is dark and thinner than three pixels (a grey-level closing).
func closed(g *image.Gray) *image.Gray { return inverted(spread(inverted(spread(g)))) }

func inverted(g *image.Gray) *image.Gray {
	for i, v := range g.Pix {
		g.Pix[i] = 255 - v
	}
	return g
}

// First is the row's picture for a first look.
func (r Row) First() *image.Gray { return r.Picture }

// drawn makes a row's picture black on white.
func drawn(g *image.Gray) *image.Gray {
	g = &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
	contrasted(g)
	removeNeighbours(g)
	return g
}

// removeNeighbours removes from a row's picture what reaches into it from the rows around.
func removeNeighbours(g *image.Gray) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	foot := h - under
	for _, p := range pieces(g, strayInk) {
		b := p.box
		switch {
		case b.Min.Y == 0 && b.Max.Y < above+rowCapital/strayAbove:
			b.Min.Y, b.Max.Y = 0, min(b.Max.Y+1, above+1)
		case b.Max.Y == h && b.Min.Y > foot-rowCapital/strayUnder:
			b.Min.Y = max(b.Min.Y-1, foot)
		case b.Min.X == 0 && b.Max.X < beside, b.Max.X == w && b.Min.X > w-beside:
		default:
			continue
		}
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := max(0, b.Min.X-1); x < min(w, b.Max.X+1); x++ {
				g.Pix[y*g.Stride+x] = 255
			}
		}
	}
}

// paleLeast is the share of the way from ink to paper from which on all is paper: what is paler is pattern, not print.
const paleLeast = .85

// contrasted makes ink black and all that is paler than print white.
func contrasted(g *image.Gray) {
	ink, sum := 0, 0
	counts := raster.Histogram(g)
	for ink < 255 && sum+counts[ink] < len(g.Pix)/inkShare {
		sum += counts[ink]
		ink++
	}
	span := paleLeast * float64(max(1, paperWhite-ink))
	var table [256]uint8
	for v := range table {
		table[v] = uint8(255 * min(1, max(0, float64(v-ink)/span)))
	}
	for i, v := range g.Pix {
		g.Pix[i] = table[v]
	}
}
