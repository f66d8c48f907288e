package mrz

import (
	"image"
	"slices"
	"time"

	"proofdesk/engine/mrz/glyph"
)

// defaultSide is the longer side of the picture that is searched, at most, in pixels: characters of a passport that
// fills it are 30 pixels wide. Tuned on the development samples.
const defaultSide = 1700

// Options are the options of Read. Today places two-digit years (see Parse); MaxSide bounds the picture that is
// searched, in pixels, 0 for the default.
type Options struct {
	Today   time.Time
	MaxSide int
}

// Quad is four corners in pixels of the picture that was given, x,y pairs clockwise from the top left as read.
type Quad [8]float64

// Line is one line as read, before any repair. Confidence is the mean probability of its characters.
type Line struct {
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence"`
	Quad       Quad    `json:"quad"`
}

// FieldQuad is where a field stands. Raw are its characters as read before any repair, fillers included.
type FieldQuad struct {
	Field      Field   `json:"field"`
	Raw        string  `json:"raw"`
	Quad       Quad    `json:"quad"`
	Confidence float64 `json:"confidence"`
}

// Reading is a zone found in a picture. Lines and CheckDigits are as read before any repair; Text and Record are after
// repair, and Repairs tells each change as "line:column read>taken (field)", both counted from 1. Confidence is 0..1
// and comes from unrepaired evidence only. Turned is by how many degrees clockwise the text stands turned, to the
// nearest quarter.
type Reading struct {
	Lines       []Line       `json:"lines"`
	CheckDigits []CheckDigit `json:"checkDigits"`
	Text        []string     `json:"text"`
	Record      Record       `json:"record"`
	Repairs     []string     `json:"repairs"`
	Fields      []FieldQuad  `json:"fields"`
	Confidence  float64      `json:"confidence"`
	Turned      int          `json:"turned"`
	Quad        Quad         `json:"quad"`
}

// Reader reads zones. It is safe for concurrent use.
type Reader struct {
	net *glyph.Net
}

// NewReader loads the classifier. Its error can only come from a damaged build.
func NewReader() (*Reader, error) {
	net, err := glyph.Load()
	return &Reader{net}, err
}

// Read finds a machine-readable zone at any angle and reads it; ok is false where there is none that can be trusted to
// be one.
func (rd *Reader) Read(img *image.Gray, o Options) (Reading, bool) {
	if o.MaxSide <= 0 {
		o.MaxSide = defaultSide
	}
	full := tight(img)
	if max(img.Rect.Dx(), img.Rect.Dy()) <= o.MaxSide {
		full.img = quieted(full.img) // a larger picture loses its grain on the way down
	}
	s := search{full: full, today: o.Today, eye: eye{net: rd.net}}
	var works []*canvas
	for _, try := range attempts(full.img, o.MaxSide) {
		at := slices.IndexFunc(works, func(c *canvas) bool { return c.scale == try.scale })
		if at < 0 {
			at, works = len(works), append(works, full.scaled(try.scale))
		}
		work := works[at]
		rows := rowsOf(chains(work.blobs(try.depth)))
		candidates := zones(rows)
		candidates = candidates[:min(len(candidates), maxZones)]
		if best, ok := s.best(work, candidates); ok {
			return best, ok
		}
		if best, ok := s.best(work, loneRows(rows, candidates, work)); ok {
			return best, ok
		}
	}
	return Reading{}, false
}

// clear is the mean probability of all characters as read.
func (r *Reading) clear() float64 {
	var sum float64
	for _, l := range r.Lines {
		sum += l.Confidence
	}
	return sum / max(1, float64(len(r.Lines)))
}

func (s *search) reading(f fit, rows []rowCells) (Reading, bool) {
	c := s.eye.canvas
	text, sureness, cells := f.text(rows)
	r := Reading{Turned: quarter(&rows[0])}
	for i := range rows {
		r.Lines = append(r.Lines, Line{text[i], mean(sureness[i]), f.quad(c, rows, span{i, 0, f.layout.width})})
	}
	before := f.layout.parse(text, s.today)
	r.CheckDigits = before.CheckDigits
	r.Text, r.Repairs = f.layout.repair(text, cells)
	r.Record = f.layout.parse(r.Text, s.today)
	for _, e := range f.layout.elements {
		r.Fields = append(r.Fields, FieldQuad{
			e.field, text[e.line][e.from:e.to], f.quad(c, rows, e.span), mean(sureness[e.line][e.from:e.to]),
		})
	}
	r.Quad = corners(r.Lines[0].Quad, r.Lines[len(r.Lines)-1].Quad)
	var ok bool
	r.Confidence, ok = trust(f.layout, text, before, sureness, f.absent(rows))
	if f.atEdge(rows, c) && slices.Contains(before.Failed(), FieldComposite) {
		ok = false // the rest of a longer zone lies outside
	}
	return r, ok
}
