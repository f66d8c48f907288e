//go:build !js

package engine

import (
	"image"

	"proofdesk/engine/raster"
	"proofdesk/engine/text"
)

const (
	// visualSide is the longer side of the picture that words are read from, in pixels.
	visualSide = 1500
	recogniser = "tesseract"
)

// visual reads the printed text of the sides with a portrait, once all codes are read: what they say helps to find where
// values stand.
func (in *inspector) visual() {
	if in.Recognise == nil {
		return
	}
	known := text.Known{}
	for _, field := range []text.Field{text.Surname, text.GivenNames, text.Number, text.Birth, text.Issue, text.Expiry} {
		if r, ok := in.value(string(field)); ok {
			known[field] = r.Value
		}
	}
	for _, c := range in.fronts {
		in.print(c, known)
	}
}

// print reads one side.
func (in *inspector) print(c *card, known text.Known) {
	gray, back := c.upright()
	words, err := in.Recognise(gray)
	check := c.check(CodePrint, GroupDocument)
	check.Provider = recogniser
	if err != nil {
		check.say(NotRun, "", "The recogniser of printed text failed")
		in.add(check)
		return
	}
	values := text.Find(words, known)
	sum := 0.0
	for _, v := range values {
		box := back(v.Box)
		in.report.Readings = append(in.report.Readings, Reading{Source: VIZ, Field: string(v.Field), Value: v.Text, Capture: c.capture.ID, Box: &box, Confidence: rounded(v.Confidence)})
		check.see(c.capture.ID, string(v.Field), box)
		sum += v.Confidence
	}
	if len(values) == 0 {
		check.say(Inconclusive, "document.print_unread", "No printed field was read")
	} else {
		score := rounded(sum / float64(len(values)))
		check.Score, check.Outcome = &score, Pass
	}
	in.add(check)
}

// upright gives the document straightened, turned upright and grey, and the way back from its boxes to the capture's.
func (c *card) upright() (*image.Gray, func(image.Rectangle) Box) {
	flat := c.straightened()
	small, _ := flat.Fit(visualSide)
	w, h := small.Size()
	turn := (360 - c.report.Turned) % 360
	gray := raster.TurnGray(small.Gray(), turn)
	toCapture := c.fromStraightened(w, h)
	return gray, func(r image.Rectangle) Box {
		corners := [4]raster.Point{}
		for i, p := range [4]image.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}} {
			corners[i] = toCapture.Apply(unturned(p, turn, w, h))
		}
		var q [8]float64
		for i, p := range corners {
			q[2*i], q[2*i+1] = p.X, p.Y
		}
		return c.quadBox(q)
	}
}

// unturned takes a place of a picture that was turned clockwise back to the w × h picture before.
func unturned(p image.Point, turn, w, h int) raster.Point {
	x, y := float64(p.X), float64(p.Y)
	switch turn {
	case 90:
		return raster.Point{X: y, Y: float64(h) - x}
	case 180:
		return raster.Point{X: float64(w) - x, Y: float64(h) - y}
	case 270:
		return raster.Point{X: float64(w) - y, Y: x}
	}
	return raster.Point{X: x, Y: y}
}

// fromStraightened maps places of the straightened document at a size to places of the capture.
func (c *card) fromStraightened(w, h int) raster.Homography {
	from := raster.QuadOf(0, 0, float64(w), float64(h))
	to := raster.QuadOf(0, 0, float64(c.report.Width), float64(c.report.Height))
	if c.found && !c.outline.Full {
		to = c.outline.Quad.Scale(c.scale, c.scale)
	}
	m, ok := raster.NewHomography(from, to)
	if !ok {
		m, _ = raster.NewHomography(from, from)
	}
	return m
}
