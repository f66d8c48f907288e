//go:build !js

package engine

import (
	"errors"
	"image"
	"math"
	"slices"
	"strings"

	"proofdesk/engine/raster"
	"proofdesk/engine/text"
)

const recogniser = "tesseract"

// visual reads the printed text of the sides with a portrait. Of the machine-readable codes it uses where they stand
// and which State issued the document, never a value: what is printed is a source of its own.
func (in *inspector) visual() {
	if in.Recognise == nil {
		return
	}
	for _, c := range in.fronts {
		in.print(c)
	}
}

// print reads one side.
func (in *inspector) print(c *card) {
	check := c.check(CodePrint, GroupDocument)
	check.Provider = recogniser
	p := c.page()
	values, err := in.printed(c, p)
	if err != nil {
		check.unrecognised(err)
		in.add(check)
		return
	}
	sum, cut := 0.0, []string{}
	for _, v := range values {
		quad := c.printQuad(p, v.Box)
		box := c.quadBox(quad)
		r := Reading{
			Source:     VIZ,
			Field:      string(v.Field),
			Value:      v.Text,
			Or:         v.Or,
			Capture:    c.capture.ID,
			Box:        &box,
			Quad:       &quad,
			Confidence: rounded(v.Confidence),
		}
		if r.Truncated = c.overEdge(quad); r.Truncated {
			r.Confidence = min(r.Confidence, openConfidence)
			cut = append(cut, r.Field)
		}
		in.report.Readings = append(in.report.Readings, r)
		check.Evidence = append(check.Evidence, Evidence{Capture: c.capture.ID, Label: r.Field, Box: &box, Quad: &quad})
		sum += r.Confidence
	}
	if len(values) > 0 {
		score := rounded(sum / float64(len(values)))
		check.Score = &score
	}
	switch {
	case len(values) == 0:
		check.say(Inconclusive, "document.print_unread", "No printed field was read")
	case len(cut) > 0:
		check.say(Inconclusive, "document.print_cut",
			"The picture's edge cuts printed values: "+strings.Join(cut, ", "))
	default:
		check.Outcome = Pass
	}
	in.add(check)
}

// unrecognised reports why printed text was not read.
func (c *Check) unrecognised(err error) {
	var late LateError
	if errors.As(err, &late) {
		c.say(NotRun, "document.print_late",
			"The recogniser of printed text was ended at its limit of "+late.Limit.String())
		return
	}
	c.say(NotRun, "document.print_failed", "The recogniser of printed text failed")
}

// edgeShare is how near to its picture's edge, as a share of the picture's width, a printed value may go on outside.
const edgeShare = .01

// overEdge reports whether a printed value reaches its picture's edge, so that characters of it may lie outside: of a
// document that is not whole in its picture, also where the edge has room for half a letter only, which is not read.
func (c *card) overEdge(q [8]float64) bool {
	w, h := float64(c.report.Width), float64(c.report.Height)
	near := edgeShare * w
	if !c.found || c.cut() {
		near = max(near, math.Hypot(q[6]-q[0], q[7]-q[1]))
	}
	for i := 0; i < len(q); i += 2 {
		if q[i] < near || q[i] > w-near || q[i+1] < near || q[i+1] > h-near {
			return true
		}
	}
	return false
}

// printed finds the lines of a page, has them read and tells the fields. Where one of the four that matter most is
// missing or unsure, the unsure lines are read a second time.
func (in *inspector) printed(c *card, p page) ([]text.Value, error) {
	if p.img == nil {
		return nil, nil
	}
	rows := text.Rows(p.img, p.mm)
	rows = slices.DeleteFunc(rows, func(r text.Row) bool {
		middle := r.Box.Min.Add(r.Box.Max).Div(2)
		return slices.ContainsFunc(p.leave, middle.In)
	})
	if len(rows) == 0 {
		return nil, nil
	}
	issuer, _ := in.value("issuingCountry")
	o := text.Options{MM: p.mm, Issuer: issuer.Value, Booklet: c.capture.Kind == "passport", Today: in.Today}
	looks, err := in.lines(rows, issuer.Value, text.Row.First)
	if err != nil {
		return nil, err
	}
	lines := looks[0]
	values := text.Find(lines, o)
	unsure := text.Unsure(lines, p.mm)
	if text.Settled(values, o) || len(unsure) == 0 {
		return values, nil
	}
	var again []text.Row
	for _, i := range unsure {
		again = append(again, rows[i])
	}
	// else what was read at first sight stays
	if looks, err := in.lines(again, issuer.Value, text.Row.Again, text.Row.Bold); err == nil {
		for _, look := range looks {
			text.Surer(lines, look, unsure)
		}
	}
	return text.Find(lines, o), nil
}

// lines has rows read in one go from the pictures that each way to show them gives.
func (in *inspector) lines(rows []text.Row, state string, shows ...func(text.Row) *image.Gray) ([][]text.Line, error) {
	var pictures []*image.Gray
	for _, show := range shows {
		for _, r := range rows {
			pictures = append(pictures, show(r))
		}
	}
	words, err := in.Recognise(pictures, state)
	if err != nil {
		return nil, err
	}
	words = append(words, make([][]text.Word, max(0, len(pictures)-len(words)))...)
	looks := make([][]text.Line, len(shows))
	for i := range looks {
		looks[i] = text.Lines(rows, words[i*len(rows):(i+1)*len(rows)])
	}
	return looks, nil
}

// printQuad takes a place of a page back to the capture.
func (c *card) printQuad(p page, r image.Rectangle) [8]float64 {
	return flat(p.back.ApplyQuad(raster.QuadOf(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))),
		1)
}
