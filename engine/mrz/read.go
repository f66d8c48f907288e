package mrz

import (
	"image"
	"math"
	"slices"
	"strings"
	"time"

	"proofdesk/engine/mrz/glyph"
	"proofdesk/engine/raster"
)

// Options steer Read. Today places two-digit years (see Parse); MaxSide bounds the picture that is searched, in pixels,
// 0 for the default.
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

// FieldQuad is where a field stands.
type FieldQuad struct {
	Field      Field   `json:"field"`
	Quad       Quad    `json:"quad"`
	Confidence float64 `json:"confidence"`
}

// Reading is a zone found in a picture. Lines and CheckDigits are as read before any repair; Text and Record are after
// repair, and Repairs tells each change as "line:column read>taken (field)", both counted from 1. Confidence is 0..1 and comes from
// unrepaired evidence only. Turned is by how many degrees clockwise the text stands turned, to the nearest quarter.
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

// Read finds a machine-readable zone at any angle and reads it; ok is false where there is none that can be trusted to be one.
func (rd *Reader) Read(img *image.Gray, o Options) (Reading, bool) {
	if o.MaxSide <= 0 {
		o.MaxSide = 1700
	}
	full := tight(img)
	full.img = quieted(full.img)
	s := search{full: full, today: o.Today, eye: eye{net: rd.net}}
	for _, scale := range scales(full.img, o.MaxSide) {
		work := full.scaled(scale)
		rows := rowsOf(chains(blobs(work.img, searchRadius)))
		candidates := zones(rows)
		candidates = candidates[:min(len(candidates), maxZones)]
		if best, ok := s.best(work, candidates); ok {
			return best, ok
		}
		if best, ok := s.best(work, lone(rows, candidates, work)); ok {
			return best, ok
		}
	}
	return Reading{}, false
}

// search is one picture being read.
type search struct {
	full  *canvas
	today time.Time
	eye   eye
}

// best reads candidates until one is clear, else gives the surest that can be believed.
func (s *search) best(work *canvas, candidates []zone) (best Reading, ok bool) {
	for _, z := range candidates {
		if s.eye.looks > mostLooks {
			break
		}
		r, good := s.zone(work, z)
		if good && (!ok || r.Confidence > best.Confidence) {
			best, ok = r, true
		}
		if good && r.clear() > .9 {
			break
		}
	}
	return best, ok
}

// clear is the mean probability of all characters as read.
func (r *Reading) clear() float64 {
	var sum float64
	for _, l := range r.Lines {
		sum += l.Confidence
	}
	return sum / max(1, float64(len(r.Lines)))
}

const (
	searchRadius = 12 // of the local mean, in pixels of the searched picture
	maxZones     = 6
	mostLooks    = 1800 // cells of one picture that are classified before it is given up
	secondLooks  = 150  // characters of one candidate that may be looked at again
)

// tight makes a picture whose origin is (0,0).
func tight(img *image.Gray) *canvas {
	b := img.Rect
	if b.Empty() {
		return &canvas{image.NewGray(image.Rect(0, 0, 1, 1)), 1}
	}
	return &canvas{&image.Gray{Pix: img.Pix, Stride: img.Stride, Rect: image.Rect(0, 0, b.Dx(), b.Dy())}, 1}
}

// scales lists the factors at which a picture is searched, the likeliest first.
func scales(img *image.Gray, maxSide int) []float64 {
	side := float64(max(img.Rect.Dx(), img.Rect.Dy()))
	limit := float64(maxSide)
	switch {
	case side <= limit/2.2:
		return []float64{2, 1}
	case side <= limit:
		return []float64{1, min(2, 2*limit/side)}
	case side <= 2*limit:
		return []float64{limit / side, 1}
	}
	return []float64{limit / side, 2 * limit / side}
}

func (c *canvas) scaled(k float64) *canvas {
	if k == 1 {
		return c
	}
	w, h := int(float64(c.img.Rect.Dx())*k), int(float64(c.img.Rect.Dy())*k)
	return &canvas{raster.DownscaleGray(c.img, max(w, 1), max(h, 1)), k}
}

// finePitch is the number of pixels per character that reading asks for; more are not better, only slower.
const finePitch = 12.5

// source picks the picture that a zone is read from, the searched or the full one: the coarser of those that are fine enough.
func source(full, work *canvas, z zone) (*canvas, zone) {
	here, k := z.rows[0].pitch, 1/work.scale
	there := here * k
	if k == 1 || min(here, there) >= finePitch == (here < there) {
		return work, z
	}
	out := zone{score: z.score}
	for _, r := range z.rows {
		out.rows = append(out.rows, r.scaled(k))
	}
	return full, out
}

// scaled is the same row in a picture larger by k.
func (r row) scaled(k float64) row {
	r.origin = r.origin.times(k)
	r.a, r.c = r.a*k, r.c/k
	r.from, r.to, r.pitch, r.size = r.from*k, r.to*k, r.pitch*k, r.size*k
	r.at = slices.Clone(r.at)
	for i := range r.at {
		r.at[i] = r.at[i].times(k)
	}
	return r
}

// zone reads one candidate.
func (s *search) zone(work *canvas, z zone) (Reading, bool) {
	c, z := source(s.full, work, z)
	s.eye.canvas, s.eye.again = c, secondLooks
	gazes := make([]*gaze, len(z.rows))
	var upright float64
	var likely []float64
	for i := range z.rows {
		gazes[i] = s.eye.rest(gridOf(&z.rows[i], c))
		lead, sum := gazes[i].upright()
		likely = append(likely, sum)
		if sum > leastLikely {
			upright += lead
		}
	}
	if !promising(likely) {
		return Reading{}, false
	}
	rows, ok := readRows(gazes, upright < 0)
	if !ok {
		return Reading{}, false
	}
	f, chosen, ok := fits(rows)
	if !ok || f.score < leastScore {
		return Reading{}, false
	}
	return s.reading(f, chosen)
}

// readRows reads the rows of a zone in reading order; ok is false where they hold too few characters to go on.
func readRows(gazes []*gaze, turned bool) (rows []rowCells, ok bool) {
	starts, likely := make([]int, len(gazes)), make([]float64, len(gazes))
	for i, z := range gazes {
		if turned {
			z.turn()
		}
		starts[i], likely[i] = z.survey()
	}
	mend(gazes, starts, likely)
	if !promising(likely) {
		return nil, false
	}
	for i, z := range gazes {
		rows = append(rows, z.read(starts[i]))
	}
	if turned {
		slices.Reverse(rows)
	}
	return rows, true
}

// promising asks the best two rows to look like print of a zone.
func promising(likely []float64) bool {
	s := slices.Clone(likely)
	slices.Sort(s)
	return (s[len(s)-1]+s[len(s)-2])/2 >= leastLikely
}

// leastLikely is the mean log score of characters, without any priors, under which a candidate is not looked at any further.
const leastLikely = -2.2

// leastScore is the mean log score per character under which a candidate is no zone.
const leastScore = -1.6

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
		r.Fields = append(r.Fields, FieldQuad{e.field, f.quad(c, rows, e.span), mean(sureness[e.line][e.from:e.to])})
	}
	r.Quad = corners(r.Lines[0].Quad, r.Lines[len(r.Lines)-1].Quad)
	var ok bool
	r.Confidence, ok = trust(f.layout, text, before, sureness)
	return r, ok
}

// trust weighs unrepaired evidence: how sure the characters are, how many check digits agree and whether the fields hold what they
// may. Chance makes one digit in ten agree, so digits alone prove nothing; a zone without any is only believed where
// all else leaves no doubt.
func trust(l *layout, lines []string, before Record, sureness [][]float64) (float64, bool) {
	var all []float64
	for _, s := range sureness {
		all = append(all, s...)
	}
	right, clear, odd := 0, mean(all), l.violations(lines)
	for _, d := range before.CheckDigits {
		if d.OK && d.Printed != "<" {
			right++
		}
	}
	if strings.Trim(l.raw(lines, FieldNumber), "0<") == "" || strings.Trim(l.raw(lines, FieldBirth), "0<") == "" {
		right-- // an empty field agrees with any zero
	}
	confidence := clear * (.55 + .45*float64(right)/float64(len(l.rules)))
	dated := before.Birth.Year > 0 && (before.Expiry.Year > 0 || l.format == FRID)
	begins := strings.IndexByte("PVIAC", lines[0][0]) >= 0
	switch {
	case !begins && !knownState(l.raw(lines, FieldState)):
		return confidence, false
	case right >= 3:
		return confidence, clear >= .5 && odd <= 3
	case right == 2:
		return confidence, clear >= .55 && odd <= 2
	case right == 1:
		return confidence, clear >= .7 && odd <= 1 && dated
	}
	return confidence, clear >= .85 && odd == 0 && dated && knownState(l.raw(lines, FieldState))
}

// violations counts characters that their fields should not hold.
func (l *layout) violations(lines []string) int {
	n := 0
	for i, line := range lines {
		for col, prior := range l.priors(i) {
			if prior[glyph.Class(line[col])] <= priorClass {
				n++
			}
		}
	}
	return n
}

func mean(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x
	}
	return sum / max(1, float64(len(v)))
}

// quad gives the corners of a run of columns in the picture that was given.
func (f *fit) quad(c *canvas, rows []rowCells, s span) Quad {
	r := &rows[s.line]
	left, right, up := float64(r.low+f.starts[s.line]+s.from)-.5, float64(r.low+f.starts[s.line]+s.to)-.5, -.62
	if r.turned {
		left, right, up = float64(r.high-f.starts[s.line]-s.from)+.5, float64(r.high-f.starts[s.line]-s.to)+.5, .62
	}
	var q Quad
	for i, p := range [4]point{r.grid.spot(left, up), r.grid.spot(right, up), r.grid.spot(right, -up), r.grid.spot(left, -up)} {
		q[2*i], q[2*i+1] = p.x/c.scale, p.y/c.scale
	}
	return q
}

// corners joins the first line's upper and the last line's lower corners.
func corners(first, last Quad) Quad {
	return Quad{first[0], first[1], first[2], first[3], last[4], last[5], last[6], last[7]}
}

// quarter rounds the direction of reading to a quarter turn clockwise.
func quarter(r *rowCells) int {
	d := r.grid.row.dir
	if r.turned {
		d = d.times(-1)
	}
	degrees := math.Atan2(d.y, d.x) * 180 / math.Pi
	return (int(math.Round(degrees/90))*90 + 360) % 360
}
