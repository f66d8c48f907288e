package mrz

import (
	"image"
	"math"
	"strconv"
	"strings"
)

// Proportions of the drawn zone, in cap heights: ISO 1073-2 size I has a pitch of 2.54 mm at about that cap height and
// 9303-3 §4.3 sets lines 6.35 mm apart.
const (
	pitchRatio   = 1.0
	lineRatio    = 2.5
	strokeRatio  = 0.135
	glyphColumns = 60.0 // width of a glyph's centre line in units of a hundredth of its height
)

// strokes are the centre lines of OCR-B-like glyphs, drawn by us: M moves, L draws a line, Q a quadratic curve; 60
// units wide, y from 0 at the top of a capital to 100 at the base line (figures rise a little above). Read only.
var strokes = map[byte]string{
	'A': "M0,100 L27,3 Q30,-3 33,3 L60,100 M11,66 L49,66",
	'B': "M2,0 L2,100 L34,100 Q60,98 60,74 Q60,50 34,48 L2,48 M34,48 Q54,46 54,24 Q54,0 30,0 L2,0",
	'C': "M57,12 Q50,0 36,0 Q4,0 4,50 Q4,100 36,100 Q50,100 57,88",
	'D': "M4,0 L4,100 L20,100 Q60,96 60,50 Q60,4 20,0 L4,0",
	'E': "M56,0 L4,0 L4,100 L56,100 M4,48 L46,48",
	'F': "M56,0 L4,0 L4,100 M4,48 L46,48",
	'G': "M56,10 Q48,0 34,0 Q2,0 2,50 Q2,100 34,100 Q50,100 58,90 L58,54 L34,54",
	'H': "M2,0 L2,100 M58,0 L58,100 M2,48 L58,48",
	'I': "M8,0 L52,0 M30,0 L30,100 M8,100 L52,100",
	'J': "M46,0 L46,72 Q46,100 26,100 Q8,100 6,82",
	'K': "M4,0 L4,100 M56,0 L4,62 M22,42 L58,100",
	'L': "M6,0 L6,100 L58,100",
	'M': "M2,100 L2,0 L30,52 L58,0 L58,100",
	'N': "M2,100 L2,0 L58,100 L58,0",
	'O': "M30,0 Q60,0 60,50 Q60,100 30,100 Q0,100 0,50 Q0,0 30,0",
	'P': "M4,100 L4,0 L32,0 Q60,2 60,29 Q60,56 32,58 L4,58",
	'Q': "M30,0 Q60,0 60,50 Q60,100 30,100 Q0,100 0,50 Q0,0 30,0 M34,62 L60,104",
	'R': "M4,100 L4,0 L32,0 Q60,2 60,29 Q60,56 32,58 L4,58 M32,58 L60,100",
	'S': "M56,14 Q50,0 30,0 Q4,0 4,25 Q4,44 30,49 Q58,54 58,76 Q58,100 30,100 Q8,100 2,84",
	'T': "M0,0 L60,0 M30,0 L30,100",
	'U': "M2,0 L2,70 Q2,100 30,100 Q58,100 58,70 L58,0",
	'V': "M0,0 L30,100 L60,0",
	'W': "M0,0 L13,100 L30,36 L47,100 L60,0",
	'X': "M2,0 L58,100 M58,0 L2,100",
	'Y': "M2,0 L30,50 L58,0 M30,50 L30,100",
	'Z': "M4,0 L56,0 L4,100 L58,100",
	'0': "M30,-4 Q54,-4 54,18 L54,78 Q54,100 30,100 Q6,100 6,78 L6,18 Q6,-4 30,-4",
	'1': "M14,20 L36,-4 L36,100",
	'2': "M6,16 Q10,-4 32,-4 Q56,-4 56,22 Q56,42 32,56 Q6,72 6,100 L56,100",
	'3': "M8,-4 L52,-4 L26,38 Q56,38 56,68 Q56,100 28,100 Q10,100 4,90",
	'4': "M34,-4 L4,70 L58,70 M44,44 L44,100",
	'5': "M50,-4 L12,-4 L10,40 Q56,32 56,68 Q56,100 26,100 Q10,100 4,96",
	'6': "M40,-4 L12,46 Q4,60 4,70 Q4,100 30,100 Q56,100 56,70 Q56,42 30,42 Q14,42 8,54",
	'7': "M6,-4 L56,-4 Q54,20 42,40 Q30,60 28,100",
	'8': "M30,-4 Q52,-4 52,20 Q52,44 30,46 Q8,44 8,20 Q8,-4 30,-4 M30,46 Q58,48 58,73 Q58,100 30,100 Q2,100 2,73 " +
		"Q2,48 30,46",
	'9': "M20,100 L48,50 Q56,36 56,26 Q56,-4 30,-4 Q4,-4 4,26 Q4,54 30,54 Q46,54 52,42",
	'<': "M58,18 L2,54 L58,90",
}

// ZoneSize returns the size in pixels at which DrawLines draws a zone of this many lines and columns.
func ZoneSize(lines, columns int, capHeight float64) (width, height int) {
	w := (float64(columns) + 1) * pitchRatio * capHeight
	h := (float64(lines-1)*lineRatio + 2) * capHeight
	return int(math.Ceil(w)), int(math.Ceil(h))
}

// DrawLines draws a zone in black on white with half a cap height of margin, capitals capHeight pixels tall and one
// character every capHeight pixels. Characters outside the zone's set leave a gap. The letter forms are OCR-B-like
// centre lines of our own, meant for specimens and tests.
func DrawLines(lines []string, capHeight float64) *image.Gray {
	columns := 0
	for _, l := range lines {
		columns = max(columns, len(l))
	}
	w, h := ZoneSize(max(len(lines), 1), columns, capHeight)
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	DrawOn(img, lines, capHeight/2, capHeight/2, capHeight, 0)
	return img
}

// DrawOn draws lines onto img with the top left corner of the first capital at (x, y), both in pixels, in a given shade
// of ink (0 black). What is already darker stays.
func DrawOn(img *image.Gray, lines []string, x, y, capHeight float64, ink uint8) {
	for i, line := range lines {
		for j := range len(line) {
			left := x + float64(j)*pitchRatio*capHeight
			drawGlyph(img, line[j], left, y+float64(i)*lineRatio*capHeight, capHeight, ink)
		}
	}
}

func drawGlyph(img *image.Gray, c byte, x, y, capHeight float64, ink uint8) {
	radius := strokeRatio * capHeight / 2
	unit := (capHeight - 2*radius) / 100
	left := x + (pitchRatio*capHeight-glyphColumns*unit)/2
	for _, s := range segments(strokes[c]) {
		for k := range s {
			s[k].x, s[k].y = left+s[k].x*unit, y+radius+s[k].y*unit
		}
		drawSegment(img, s, radius, ink)
	}
}

type point struct{ x, y float64 }

type segment [2]point

// segments flattens a path.
func segments(path string) []segment {
	var out []segment
	var at point
	words := strings.Fields(path)
	for i := 0; i < len(words); i++ {
		p := parsePoint(words[i][1:])
		switch words[i][0] {
		case 'L':
			out = append(out, segment{at, p})
		case 'Q':
			i++
			end := parsePoint(words[i])
			out = append(out, flatten(at, p, end)...)
			p = end
		}
		at = p
	}
	return out
}

func flatten(a, b, c point) []segment {
	const steps = 8
	out := make([]segment, 0, steps)
	prev := a
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		u := 1 - t
		p := point{u*u*a.x + 2*u*t*b.x + t*t*c.x, u*u*a.y + 2*u*t*b.y + t*t*c.y}
		out = append(out, segment{prev, p})
		prev = p
	}
	return out
}

// parsePoint reads "x,y"; the table above is its only source.
func parsePoint(s string) point {
	a, b, _ := strings.Cut(s, ",")
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return point{x, y}
}

// drawSegment darkens the pixels within radius of a segment, with a soft edge of one pixel.
func drawSegment(img *image.Gray, s segment, radius float64, ink uint8) {
	b := img.Bounds()
	x0, x1 := min(s[0].x, s[1].x)-radius-1, max(s[0].x, s[1].x)+radius+1
	y0, y1 := min(s[0].y, s[1].y)-radius-1, max(s[0].y, s[1].y)+radius+1
	for y := max(int(y0), b.Min.Y); y <= min(int(y1), b.Max.Y-1); y++ {
		for x := max(int(x0), b.Min.X); x <= min(int(x1), b.Max.X-1); x++ {
			cover := min(1, max(0, radius+.5-distance(s, float64(x)+.5, float64(y)+.5)))
			at := img.PixOffset(x, y)
			paper := float64(img.Pix[at])
			if shade := paper + (float64(ink)-paper)*cover; shade < paper {
				img.Pix[at] = uint8(shade)
			}
		}
	}
}

func distance(s segment, x, y float64) float64 {
	dx, dy := s[1].x-s[0].x, s[1].y-s[0].y
	t := 0.0
	if n := dx*dx + dy*dy; n > 0 {
		t = min(1, max(0, ((x-s[0].x)*dx+(y-s[0].y)*dy)/n))
	}
	return math.Hypot(x-s[0].x-t*dx, y-s[0].y-t*dy)
}
