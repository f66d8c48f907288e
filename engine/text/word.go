package text

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"proofdesk/engine/raster"
)

// Word is one recognised word. Box is in the picture that was read; Confidence is 0..1.
type Word struct {
	Text       string
	Box        image.Rectangle
	Confidence float64
}

// Line is a printed line as read, its words from left to right. Capital is how high its capitals are, in pixels.
type Line struct {
	Words   []Word
	Box     image.Rectangle
	Capital float64
	name    bool // it stands before other print on its line, as the name of a field does
}

// What is read of a recogniser's output, at most.
const (
	maxWords   = 2000
	mostPixels = 1 << 16 // of a box's side
)

// The cells of a row of tesseract's TSV output.
const (
	tsvCells      = 12
	tsvWord       = "5" // level of a row that is a word
	tsvPage       = 1
	tsvBox        = 6
	tsvConfidence = 10 // 0..100
	tsvText       = 11
)

// ParseTSV reads tesseract's TSV output: level, page, block, paragraph, line, word, left, top, width, height,
// confidence, text. It gives the words of each of the pictures that were read, in their order. Rows that make no sense
// are left out.
func ParseTSV(b []byte, pictures int) [][]Word {
	words, n := make([][]Word, pictures), 0
	for row := range strings.Lines(string(b)) {
		cells := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if len(cells) != tsvCells || cells[0] != tsvWord || strings.TrimSpace(cells[tsvText]) == "" {
			continue
		}
		box, ok := boxOf(cells[tsvBox:tsvConfidence])
		page, wrong := strconv.Atoi(cells[tsvPage])
		confidence, err := strconv.ParseFloat(cells[tsvConfidence], 64)
		if !ok || wrong != nil || page < 1 || page > pictures || err != nil || !(confidence >= 0 && confidence <= 100) {
			continue
		}
		words[page-1] = append(words[page-1], Word{
			Text:       strings.TrimSpace(cells[tsvText]),
			Box:        box,
			Confidence: confidence / 100,
		})
		if n++; n == maxWords {
			break
		}
	}
	return words
}

func boxOf(cells []string) (image.Rectangle, bool) {
	var v [4]int
	for i, cell := range cells {
		n, err := strconv.Atoi(cell)
		if err != nil || n < 0 || n > mostPixels {
			return image.Rectangle{}, false
		}
		v[i] = n
	}
	return image.Rect(v[0], v[1], v[0]+v[2], v[1]+v[3]), true
}

// Lines moves the words that were read on the pictures of rows to their places on the page. Rows on which nothing was
// read stay as lines without words, because the print around them is understood by their place.
func Lines(rows []Row, words [][]Word) []Line {
	var lines []Line
	for i, r := range rows {
		l := Line{Box: r.Box, Capital: r.Capital, name: r.behind}
		if i < len(words) {
			for _, w := range words[i] {
				w.Box = mapped(r.back, w.Box).Intersect(r.Box.Inset(-int(r.Capital)))
				l.Words = append(l.Words, w)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// Unsure lists the lines worth a second look: print as large as values, or that names one, read with little confidence.
func Unsure(lines []Line, mm float64) []int {
	s := sheet{Options: Options{MM: mm}, body: bodyOf(lines)}
	var unsure []int
	for i, l := range lines {
		if (!s.small(l) || l.name) && l.Capital < mostBody*mostTitle*mm && confidence(l.Words) < sureEnough &&
			len(unsure) < maxUnsure {
			unsure = append(unsure, i)
		}
	}
	return unsure
}

// Which lines are examined again. Tuned on the development samples.
const (
	sureEnough = .8  // confidence from which a line is not
	maxUnsure  = 14  // lines at most
	mostTitle  = 1.4 // height over that of values from which print is a title
)

// Settled reports whether names, number and date of birth were all read surely, and of cards the date of expiry too,
// which those with a barcode print on the front alone.
func Settled(values []Value, o Options) bool {
	wanted := []Field{Surname, GivenNames, Number, Birth}
	if !o.Booklet {
		wanted = append(wanted, Expiry)
	}
	for _, v := range values {
		if v.Confidence >= sureEnough {
			wanted = slices.DeleteFunc(wanted, func(f Field) bool { return f == v.Field })
		}
	}
	return len(wanted) == 0
}

// Surer replaces those lines that a second reading read with more confidence; at maps its lines to those of the first.
func Surer(lines, again []Line, at []int) {
	for n, i := range at {
		if n < len(again) && confidence(again[n].Words) > confidence(lines[i].Words) {
			lines[i] = again[n]
		}
	}
}

func mapped(m raster.Homography, r image.Rectangle) image.Rectangle {
	x0, y0, x1, y1 := m.ApplyQuad(raster.QuadOf(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()),
		float64(r.Dy()))).Bounds()
	if math.IsNaN(x0 + y0 + x1 + y1) {
		return image.Rectangle{}
	}
	return image.Rect(int(x0), int(y0), int(x1)+1, int(y1)+1)
}

func (l Line) text() string {
	var parts []string
	for _, w := range l.Words {
		parts = append(parts, w.Text)
	}
	return strings.Join(parts, " ")
}

// between returns the words of a line whose letters lie between two places of its text.
func (l Line) between(from, to int) []Word {
	var words []Word
	at := 0
	for _, w := range l.Words {
		end := at + len(w.Text)
		if at < to && end > from {
			words = append(words, w)
		}
		at = end + 1
	}
	return words
}

func union(words []Word) image.Rectangle {
	var box image.Rectangle
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
}

// tidy joins a value's words without what stands around them.
func tidy(words []Word) string {
	var parts []string
	for _, w := range words {
		if t := strings.Trim(w.Text, " .,:;|/\\-_—–'\"‘’“”«»()[]{}<>*~=+°^`"); t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, " ")
}

// confidence is the mean of the words', by their length.
func confidence(words []Word) float64 {
	sum, n := 0.0, 0
	for _, w := range words {
		sum += w.Confidence * float64(len(w.Text))
		n += len(w.Text)
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
