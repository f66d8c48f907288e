//go:build !js

package engine

import (
	"errors"
	"image"
	"math"
	"slices"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/text"
)

// leastEdge is how near to its picture's edge, as a share of the picture's width, a printed value may continue outside.
// Tuned on the development samples.
const leastEdge = .01

// readPrint reads the printed text of the sides with a portrait. Of the machine-readable codes it uses where they stand
// and which State issued the document, never a value: what is printed is a source of its own.
func readPrint(r *run, fronts []sidePicture, before []finding.Reading) results {
	var all results
	if r.Recognise == nil {
		return all
	}
	for _, front := range fronts {
		r.watch.lap()
		issuer, _ := finding.Surest(slices.Concat(before, all.readings), "issuingCountry")
		readings, judged := readSidePrint(r, front, issuer.Value)
		all.readings = append(all.readings, readings...)
		all.checks = append(all.checks, r.watch.charge([]finding.Check{judged})...)
	}
	return all
}

// readSidePrint reads the printed text of one side, in the language of the State that issued the document.
func readSidePrint(r *run, front sidePicture, issuer string) ([]finding.Reading, finding.Check) {
	side := front.side
	p := straightenPage(front.picture, side)
	values, err := recognise(r, p, text.Options{
		MM:      p.mm,
		Issuer:  issuer,
		Booklet: side.Kind == "passport",
		Today:   r.Today,
	})
	var timeout TimeoutError
	switch {
	case errors.As(err, &timeout):
		return nil, check.PrintTimedOut(side.Capture, timeout.Limit)
	case err != nil:
		return nil, check.PrintFailed(side.Capture)
	}
	var readings []finding.Reading
	for _, v := range values {
		readings = append(readings, printReading(side, v, p.captureCorners(v.Box)))
	}
	return readings, check.Print(side.Capture, readings)
}

// printReading is one printed value, which fills the corners in the capture.
func printReading(side check.Side, v text.Value, corners [8]float64) finding.Reading {
	box := side.BoxAround(corners)
	r := finding.Reading{
		Source:     finding.VIZ,
		Field:      string(v.Field),
		Value:      v.Text,
		Or:         v.Or,
		Capture:    side.Capture,
		Box:        &box,
		Quad:       &corners,
		Confidence: finding.Rounded(v.Confidence),
		Truncated:  reachesEdge(side, corners),
	}
	if r.Truncated {
		r.Confidence = min(r.Confidence, doubtfulConfidence)
	}
	return r
}

// reachesEdge reports whether a printed value reaches its picture's edge, so that characters of it may lie outside: of
// a document that is not whole in its picture, also where the edge has room for half a letter only, which is not read.
func reachesEdge(s check.Side, corners [8]float64) bool {
	w, h := float64(s.Width), float64(s.Height)
	near := leastEdge * w
	if s.Document() == nil || s.Cut() {
		near = max(near, math.Hypot(corners[6]-corners[0], corners[7]-corners[1]))
	}
	for i := 0; i < len(corners); i += 2 {
		if corners[i] < near || corners[i] > w-near || corners[i+1] < near || corners[i+1] > h-near {
			return true
		}
	}
	return false
}

// recognise finds the lines of a page, has them read and finds the fields in them. Where one of the four that matter
// most is missing or unsure, the unsure lines are read a second time.
func recognise(r *run, p page, o text.Options) ([]text.Value, error) {
	if p.img == nil {
		return nil, nil
	}
	rows := slices.DeleteFunc(text.Rows(p.img, p.mm), func(row text.Row) bool {
		middle := row.Box.Min.Add(row.Box.Max).Div(2)
		return slices.ContainsFunc(p.leave, middle.In)
	})
	if len(rows) == 0 {
		return nil, nil
	}
	looks, err := readRows(r, rows, o.Issuer, text.Row.First)
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
	// where the second look fails, what was read at first stays
	if looks, err := readRows(r, again, o.Issuer, text.Row.Again, text.Row.Bold); err == nil {
		for _, look := range looks {
			text.Surer(lines, look, unsure)
		}
	}
	return text.Find(lines, o), nil
}

// readRows has the recogniser read rows at once, from the pictures that each way to prepare them makes, and returns the
// lines of each way.
func readRows(r *run, rows []text.Row, state string, shows ...func(text.Row) *image.Gray) ([][]text.Line, error) {
	var pictures []*image.Gray
	for _, show := range shows {
		for _, row := range rows {
			pictures = append(pictures, show(row))
		}
	}
	words, err := r.Recognise(pictures, state)
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
