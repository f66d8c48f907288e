package engine

import (
	"image"
	"math"

	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

const (
	// smallDocument is the share of the picture under which the applicant is asked to come closer.
	smallDocument = .15
	// largePortrait is the share of the picture's shorter side from which a face is a person's before the camera: portraits
	// on documents that fill the picture stay under .45 of it.
	largePortrait = .5
	// twinFace is from which size, against the first portrait's, another is a second document's; the second, fainter
	// portraits that documents carry are smaller.
	twinFace = .7
	// textureLeast is the share of the picture with any contrast under which it shows no document.
	textureLeast = .06
	// edgeNear is how near to the picture's edge a corner counts as cut off, as a share of the picture's side.
	edgeNear = .01
)

func (c *card) back() bool { return c.capture.Kind == "id_back" || c.capture.Kind == "secondary_back" }

// found tells whether there is one whole document, after everything on it was looked for.
func (in *inspector) found(c *card) {
	check := c.check(CodeDocument, GroupDocument)
	threshold := in.Thresholds.FrontConfidence
	if c.back() {
		threshold = in.Thresholds.BackConfidence
	}
	score := rounded(c.outline.Confidence)
	check.Score, check.Threshold = &score, &threshold
	if c.report.Document != nil {
		check.Evidence = append(check.Evidence, Evidence{Capture: c.capture.ID, Label: "document", Quad: &c.report.Document.Corners})
	}
	coded := c.hasZone || len(c.symbols) > 0
	switch {
	case !coded && c.person():
		c.absent = true
		check.say(Fail, "document.person", "The picture shows a person, not a document")
	case !coded && len(c.faces) == 0 && (!c.found || c.quality.Textured < textureLeast):
		c.absent = true
		check.say(Fail, "document.none", "No document was found in the picture")
	case c.second():
		check.say(Warn, "document.multiple", "More than one document seems to be in the picture")
		c.placed("alignDocumentText")
	case c.cut():
		check.say(Warn, "document.cut", "A part of the document lies outside of the picture")
	case c.outline.Full && !coded:
		check.say(Inconclusive, "document.outline_unknown", "The document's edges were not found: it fills the picture, or a part of it is missing")
	case score < threshold && !coded:
		check.say(Warn, "document.outline_unsure", "The document's outline is not clear")
	default:
		check.Outcome = Pass
	}
	c.placed()
	in.add(check)
}

// placed names the prompts about where the document lies, besides those given.
func (c *card) placed(prompts ...string) {
	w, h := c.work.Size()
	switch {
	case len(prompts) > 0:
	case c.absent, !c.found, c.quality.Textured < textureLeast:
		prompts = []string{"alignDocumentText"}
	case c.cut():
		prompts = []string{"moveAway"}
	case c.outline.Quad.Area() < smallDocument*float64(w)*float64(h):
		prompts = []string{"moveCloser"}
	}
	for _, p := range prompts {
		c.prompted(p)
	}
}

// prompted adds a prompt once.
func (c *card) prompted(name string) {
	for _, p := range c.report.Prompts {
		if p == name {
			return
		}
	}
	c.report.Prompts = append(c.report.Prompts, name)
}

// person tells a face that is too large for a portrait on a document.
func (c *card) person() bool {
	w, h := c.work.Size()
	return len(c.faces) > 0 && float64(c.faces[0].Box.Dx()) > largePortrait*float64(min(w, h))
}

// second tells whether another document's portrait is in the picture: outside of the outline, or as large as the first
// and far from it.
func (c *card) second() bool {
	if len(c.faces) < 2 {
		return false
	}
	first := c.faces[0]
	for _, f := range c.faces[1:] {
		outside := c.found && !c.outline.Full && !inside(c.outline.Quad, middle(f))
		a, b := middle(first), middle(f)
		far := math.Hypot(a.X-b.X, a.Y-b.Y) > 2*float64(first.Box.Dx())
		if f.Confirmed && float64(f.Box.Dx()) > twinFace*float64(first.Box.Dx()) && (outside || far) {
			return true
		}
	}
	return false
}

// inside tells whether a place lies in a quad whose corners go clockwise.
func inside(q raster.Quad, p raster.Point) bool {
	for i, a := range q {
		b := q[(i+1)%4]
		if (b.X-a.X)*(p.Y-a.Y)-(b.Y-a.Y)*(p.X-a.X) < 0 {
			return false
		}
	}
	return true
}

func middle(f face.Face) raster.Point {
	at := f.Box.Min.Add(f.Box.Max)
	return raster.Point{X: float64(at.X) / 2, Y: float64(at.Y) / 2}
}

// cut tells an outline of which a whole side lies at the picture's edge while its shape is no document's.
func (c *card) cut() bool {
	if !c.found || c.outline.Full || c.outline.Format != "" {
		return false
	}
	w, h := c.work.Size()
	near := image.Pt(int(edgeNear*float64(w)), int(edgeNear*float64(h)))
	inner := image.Rect(near.X, near.Y, w-near.X, h-near.Y)
	for i, p := range c.outline.Quad {
		q := c.outline.Quad[(i+1)%4]
		if !image.Pt(int(p.X), int(p.Y)).In(inner) && !image.Pt(int(q.X), int(q.Y)).In(inner) {
			return true
		}
	}
	return false
}
