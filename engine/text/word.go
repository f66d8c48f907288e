package text

import (
	"image"
	"strconv"
	"strings"
)

// Word is one recognised word. Confidence is 0..1; Line numbers the printed line that it belongs to.
type Word struct {
	Text       string
	Box        image.Rectangle
	Confidence float64
	Line       int
}

// maxWords bounds what is looked at.
const maxWords = 2000

// ParseTSV reads tesseract's TSV output: level, page, block, paragraph, line, word, left, top, width, height, confidence,
// text. Rows that make no sense are left out.
func ParseTSV(b []byte) []Word {
	var words []Word
	lines := map[string]int{}
	for row := range strings.Lines(string(b)) {
		cells := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
		if len(cells) != 12 || cells[0] != "5" || strings.TrimSpace(cells[11]) == "" {
			continue
		}
		box, ok := boxOf(cells[6:10])
		confidence, err := strconv.ParseFloat(cells[10], 64)
		if !ok || err != nil || !(confidence >= 0 && confidence <= 100) {
			continue
		}
		key := strings.Join(cells[1:5], ".")
		if _, seen := lines[key]; !seen {
			lines[key] = len(lines)
		}
		words = append(words, Word{Text: strings.TrimSpace(cells[11]), Box: box, Confidence: confidence / 100, Line: lines[key]})
		if len(words) == maxWords {
			break
		}
	}
	return words
}

func boxOf(cells []string) (image.Rectangle, bool) {
	var v [4]int
	for i, cell := range cells {
		n, err := strconv.Atoi(cell)
		if err != nil || n < 0 || n > 1<<16 {
			return image.Rectangle{}, false
		}
		v[i] = n
	}
	return image.Rect(v[0], v[1], v[0]+v[2], v[1]+v[3]), true
}

// line is a printed line: its words from left to right.
type line struct {
	words []Word
	box   image.Rectangle
}

// linesOf groups words by their line. A gap wider than three times the height parts a line in two.
func linesOf(words []Word) []line {
	var lines []line
	for i, w := range words {
		last := len(lines) - 1
		if i > 0 && words[i-1].Line == w.Line && w.Box.Min.X-words[i-1].Box.Max.X < 3*max(w.Box.Dy(), words[i-1].Box.Dy()) && w.Box.Min.X >= words[i-1].Box.Min.X {
			lines[last].words = append(lines[last].words, w)
			lines[last].box = lines[last].box.Union(w.Box)
			continue
		}
		lines = append(lines, line{words: []Word{w}, box: w.Box})
	}
	return lines
}

func (l line) text() string {
	var parts []string
	for _, w := range l.words {
		parts = append(parts, w.Text)
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
