package engine

import (
	"math"
	"slices"

	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

const (
	// smallDocument is the share of the picture under which the applicant is asked to come closer.
	smallDocument = .15
	// largePortrait is the share of the picture's shorter side from which a face is a person's before the camera:
	// portraits on documents that fill the picture stay under .45 of it.
	largePortrait = .5
	// twinFace is from which size, against the first portrait's, another is a second document's; the second, fainter
	// portraits that documents carry are smaller.
	twinFace = .7
	// textureLeast is the share of the picture with any contrast under which it shows no document.
	textureLeast = .06
	// cutShare is the share of a document outside of the picture, by where its zone stands, from which it counts as cut
	// off: perspective alone makes it seem to lie outside a little.
	cutShare = .15
)

func (c *card) back() bool { return c.capture.Kind == "id_back" || c.capture.Kind == "secondary_back" }

// found reports whether there is one whole document, after everything on it was looked for.
func (in *inspector) found(c *card) {
	check := c.check(CodeDocument, GroupDocument)
	threshold, score := in.clear(c), rounded(c.outline.Confidence)
	check.Score, check.Threshold = &score, &threshold
	check.outlined(c)
	coded := c.coded()
	switch {
	case !coded && c.person():
		c.absent = true
		check.say(Fail, "document.person", "The picture shows a person, not a document")
	case !coded && len(c.faces) == 0 && (!c.found || c.quality.Textured < textureLeast || in.invented(c, threshold)):
		c.absent = true
		check.say(Fail, "document.none", "No document was found in the picture")
	case c.second():
		check.say(Warn, "document.multiple",
			"More than one document seems to be in the picture: what is told is of one of them")
		in.others(c, &check)
		c.placed("alignDocumentText")
	case c.cut():
		check.say(Warn, "document.cut", "A part of the document seems to lie outside of the picture")
	case c.sheet():
		check.Score, check.Threshold = nil, nil
		check.say(Pass, "", "A page of print fills the picture")
	case !c.found:
		check.say(Warn, "document.outline_unknown", "A code was read, but no document's edges were found around it")
	case c.outline.Full && !coded:
		check.say(Inconclusive, "document.outline_unknown",
			"The document's edges were not found: it fills the picture, or a part of it is missing")
	case score < threshold && coded:
		check.say(Warn, "document.outline_unsure", "The document's outline is not clear, though a code was read on it")
	case score < threshold:
		check.say(Warn, "document.outline_unsure", "The document's outline is not clear")
	default:
		check.Outcome = Pass
	}
	c.whole = check.Outcome == Pass
	if c.absent {
		check.Evidence = nil
		in.forget(c)
	}
	c.placed()
	in.add(check)
}

// others shows where the other document is, by its outline, its portrait or its barcodes.
func (in *inspector) others(c *card, check *Check) {
	if c.other != nil {
		corners := flat(c.other.Quad, c.scale)
		check.Evidence = append(check.Evidence, Evidence{
			Capture: c.capture.ID,
			Label:   "second document",
			Quad:    &corners,
		})
	}
	for _, f := range c.strangers {
		check.see(c.capture.ID, "other portrait", c.boxOf(f.Box))
	}
	for _, s := range c.strange {
		check.see(c.capture.ID, "other barcode", c.quadBox(s.Corners))
	}
}

// coded reports whether a code shows that something is there.
func (c *card) coded() bool { return c.hasZone || len(c.symbols) > 0 }

// proven reports whether a code shows that it is an identity document.
func (c *card) proven() bool { return c.hasZone || c.licence }

// invented reports whether the outline is one that any picture gives: it is weak or the picture's own, and a sharp,
// light picture shows no printed lines.
func (in *inspector) invented(c *card, threshold float64) bool {
	weak := c.outline.Full || c.outline.Confidence < threshold && !c.outline.Cut
	return weak && c.quality.Lens >= in.Thresholds.Focus && !c.quality.TooDark && !c.lettered()
}

// sheet tells a page of print that fills the picture: for a document of no particular kind that is a document. One with
// a portrait is an identity document, of which a half may be missing.
func (c *card) sheet() bool {
	return c.capture.Kind == "document" && c.outline.Full && !c.hasZone && len(c.faces) == 0 && c.lettered()
}

// forget takes back an outline that turned out to be no document's, and the places that were shown by it.
func (in *inspector) forget(c *card) {
	c.found, c.report.Document = false, nil
	for i, check := range in.report.Checks {
		if check.Capture == c.capture.ID {
			in.report.Checks[i].Evidence = slices.DeleteFunc(check.Evidence,
				func(e Evidence) bool { return e.Label == "document" })
		}
	}
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
	large := func(f face.Face) bool { return float64(f.Box.Dx()) > largePortrait*float64(min(w, h)) }
	return len(c.faces) > 0 && large(c.faces[0]) || slices.ContainsFunc(c.strangers, large)
}

// second reports whether another document is in the picture: its outline beside the first, a licence's barcode or a
// portrait beside the outline, or a portrait as large as the first and far from it.
func (c *card) second() bool {
	if c.other != nil || holdsLicence(c.strange) {
		return true
	}
	all := append(slices.Clone(c.faces), c.strangers...)
	first := all[:min(1, len(all))]
	for i, f := range all {
		if !f.Confirmed || float64(f.Box.Dx()) <= twinFace*float64(first[0].Box.Dx()) {
			continue
		}
		a, b := middle(first[0]), middle(f)
		if i >= len(c.faces) || math.Hypot(a.X-b.X, a.Y-b.Y) > 2*float64(first[0].Box.Dx()) {
			return true
		}
	}
	return false
}

func middle(f face.Face) raster.Point {
	at := f.Box.Min.Add(f.Box.Max)
	return raster.Point{X: float64(at.X) / 2, Y: float64(at.Y) / 2}
}

// cut reports whether a part of the document lies outside of the picture. Where its zone was read that tells where its
// edges are; where only a barcode was, the outline counts if its shape is no document's.
func (c *card) cut() bool {
	switch {
	case c.hasZone:
		return c.zoneOutside() > cutShare
	case !c.found || !c.outline.Cut:
		return false
	}
	return len(c.symbols) == 0 || !c.outline.Full && !c.outline.Shaped()
}

// zoneOutside is the share of the document that lies outside of the picture, as far as its zone tells; visas are glued
// to pages and tell nothing.
func (c *card) zoneOutside() float64 {
	if c.zone.Record.Format == mrz.MRVA || c.zone.Record.Format == mrz.MRVB {
		return 0
	}
	var text raster.Quad
	for i := range text {
		text[i] = raster.Point{X: c.zone.Quad[2*i], Y: c.zone.Quad[2*i+1]}
	}
	around, ok := document.AroundMRZ(text, len(c.zone.Lines[0].Text), len(c.zone.Lines))
	if !ok {
		return 0
	}
	const steps = 24
	at, ok := raster.NewHomography(raster.QuadOf(0, 0, steps, steps), around.Quad)
	if !ok {
		return 0
	}
	w, h := c.full.Size()
	outside := 0
	for y := range steps {
		for x := range steps {
			p := at.Apply(raster.Point{X: float64(x) + .5, Y: float64(y) + .5})
			if p.X < 0 || p.Y < 0 || p.X > float64(w) || p.Y > float64(h) {
				outside++
			}
		}
	}
	return float64(outside) / (steps * steps)
}
