package document

import (
	"image"
	"math"
	"sort"

	"proofdesk/engine/raster"
)

// Tuned on the development samples and on drawn reflections.
const (
	glareSide  = 240 // longer side at which highlights are searched for, px
	glareLevel = 246 // least channel of a saturated pixel
	glareOver  = 14  // how far above the document's own white that must lie, up to 252
	paperWhite = 241 // where a quarter of the document is lighter than this, white is its paper
	glareFull  = .10 // share of the document under highlights at which Glare is 1

	glareMost   = 252   // least channel that is always saturated
	whiteShare  = .75   // of the document's pixels that are darker than its own white
	leastBlob   = .0008 // share of the document that a highlight takes, at least
	frameFill   = .22   // share of its box that a blob fills, under which it is a frame
	fieldFill   = .9    // … and over which it is a printed field
	barLong     = 6     // longer side over shorter of a bar, at least
	mostPrinted = .06   // gaps in a blob for each of its pixels, over which it is white paper with print
	leastFading = .4    // share of a highlight's border that falls off, at least
	hardWeight  = .35   // of a highlight with a hard edge against one that fades
	softGain    = 1.6   // share of a soft border that counts as all of it, inverted

	rimBright   = 200 // least channel 2 px outside of a soft border
	rimWhite    = 250 // the level that a border falls below lies half-way between this and the document's white
	rimNear     = 2   // px outside of a border
	rimFar      = 4
	rimFarthest = 8
	printGap    = 6   // px between two parts of a letter, at most
	printInk    = 215 // least channel of a gap, below
)

// glareSize is the size at which highlights are searched for.
func glareSize(w, h int) (int, int) {
	f := min(glareSide/float64(max(w, h)), 1)
	return max(int(float64(w)*f+.5), 8), max(int(float64(h)*f+.5), 8)
}

// glare searches for blobs in which every channel is saturated, with darker surroundings and no print inside: a
// highlight hides print, white paper carries it. On a document that is white all over, highlights can't be recognised
// and the score is 0.
func (r *Quality) glare(card *image.Gray, color *image.RGBA, q raster.Quad) {
	least := leastChannel(card, color)
	w, h := least.Rect.Dx(), least.Rect.Dy()
	hist := raster.Histogram(least)
	white := percentile(hist[:], w*h, whiteShare)
	if white >= paperWhite {
		return
	}
	level := uint8(max(glareLevel, min(white+glareOver, glareMost)))
	mask := make([]bool, w*h)
	for i, v := range least.Pix {
		mask[i] = v >= level
	}
	var area float64
	found := blobs(mask, w, h)
	sort.SliceStable(found, func(i, j int) bool { return len(found[i].at) > len(found[j].at) })
	back, _ := raster.NewHomography(raster.QuadOf(0, 0, float64(w), float64(h)), q)
	for _, b := range found {
		if float64(len(b.at)) < leastBlob*float64(w*h) {
			break
		}
		if k := highlight(least, b, white); k > 0 {
			area += k * float64(len(b.at))
			r.GlareBoxes = append(r.GlareBoxes, mapBox(back, b.box))
		}
	}
	r.Glare = min(area/float64(w*h)/glareFull, 1)
}

// leastChannel is the smallest of red, green and blue; luma where there is no colour.
func leastChannel(card *image.Gray, color *image.RGBA) *image.Gray {
	if color == nil {
		return card
	}
	w, h := color.Rect.Dx(), color.Rect.Dy()
	m := image.NewGray(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		p := color.Pix[4*i : 4*i+3 : 4*i+3]
		m.Pix[i] = min(p[0], p[1], p[2])
	}
	return m
}

// highlight returns the weight of a saturated blob: 0 for white paper and white print, less than 1 for a hard-edged
// blob, 1 for one that fades into its surroundings. White is what the document's light parts reach.
func highlight(m *image.Gray, b blob, white int) float64 {
	fill := float64(len(b.at)) / float64(b.box.Dx()*b.box.Dy())
	long, short := max(b.box.Dx(), b.box.Dy()), min(b.box.Dx(), b.box.Dy())
	frame, bar, field := fill < frameFill, long > barLong*short, fill > fieldFill
	if frame || bar || field || printed(m, b) > mostPrinted {
		return 0
	}
	soft, fading := rim(m, b, uint8((white+rimWhite)/2))
	if fading < leastFading {
		return 0
	}
	return hardWeight + (1-hardWeight)*min(soft*softGain, 1)
}

// rim follows a blob's border outwards: the share of it that is still bright 2 px further out and falling, and
// the share that has fallen below a level 8 px out.
func rim(m *image.Gray, b blob, level uint8) (soft, fading float64) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	at := func(x, y int) uint8 { return m.Pix[min(max(y, 0), h-1)*w+min(max(x, 0), w-1)] }
	n := 0.0
	for _, i := range b.at {
		x, y := i%w, i/w
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			u, v := x+d[0], y+d[1]
			if u < 0 || v < 0 || u >= w || v >= h || at(u, v) >= glareLevel {
				continue
			}
			n++
			near, far := at(x+rimNear*d[0], y+rimNear*d[1]), at(x+rimFar*d[0], y+rimFar*d[1])
			if near >= rimBright && far < near {
				soft++
			}
			if far < level || at(x+rimFarthest*d[0], y+rimFarthest*d[1]) < level {
				fading++
			}
		}
	}
	return soft / max(n, 1), fading / max(n, 1)
}

// printed is the share of a blob's rows that are gaps of a few dark pixels between its own: letters.
func printed(m *image.Gray, b blob) float64 {
	w := m.Rect.Dx()
	rows := make(map[int]int, b.box.Dy())
	gaps := 0
	sorted := append([]int(nil), b.at...)
	sort.Ints(sorted)
	for _, i := range sorted {
		last, ok := rows[i/w]
		if gap := i%w - last - 1; ok && gap > 0 && gap <= printGap {
			for k := 1; k <= gap; k++ {
				if m.Pix[i-k] < printInk {
					gaps++
				}
			}
		}
		rows[i/w] = i % w
	}
	return float64(gaps) / float64(len(b.at))
}

// blob is a 4-connected set of pixels, as indices, and the box around it.
type blob struct {
	at  []int
	box image.Rectangle
}

// blobs finds the connected sets of a mask and empties it.
func blobs(mask []bool, w, h int) []blob {
	var out []blob
	var stack []int
	for start := range mask {
		if !mask[start] {
			continue
		}
		b := blob{box: image.Rect(start%w, start/w, start%w+1, start/w+1)}
		mask[start] = false
		for stack = append(stack[:0], start); len(stack) > 0; {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			b.at = append(b.at, i)
			x, y := i%w, i/w
			b.box = b.box.Union(image.Rect(x, y, x+1, y+1))
			for _, n := range [4]int{i - 1, i + 1, i - w, i + w} {
				if n < 0 || n >= len(mask) || !mask[n] || (n == i-1 && x == 0) || (n == i+1 && x == w-1) {
					continue
				}
				mask[n] = false
				stack = append(stack, n)
			}
		}
		out = append(out, b)
	}
	return out
}

// mapBox is the box around a box under a map.
func mapBox(m raster.Homography, b image.Rectangle) image.Rectangle {
	x0, y0, x1, y1 := m.ApplyQuad(raster.QuadOf(float64(b.Min.X), float64(b.Min.Y), float64(b.Dx()),
		float64(b.Dy()))).Bounds()
	return image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
}
