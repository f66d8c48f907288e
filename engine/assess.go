package engine

import (
	"proofdesk/engine/barcode"
	"proofdesk/engine/face"
)

// Assess returns what is known about one capture by itself, fast: whether it can be read and, for a picture of a
// document or a face, which of the SDK's prompts apply. A picture that shows no document has no outline in its report.
func Assess(c Capture, t Thresholds) CaptureReport {
	in := &inspector{Submission: Submission{Thresholds: t}}
	switch c.Kind {
	case "id_front", "id_back", "passport", "secondary_front", "secondary_back", "document":
		p := open(c)
		if p.report.Fault == "" {
			in.assessDocument(&card{picture: p})
		}
		return p.report
	case "selfie":
		return in.assessSelfie(c)
	}
	in.capture(c)
	for _, r := range in.report.Captures {
		return r
	}
	return CaptureReport{ID: c.ID, Kind: c.Kind}
}

func (in *inspector) assessDocument(c *card) {
	c.locate()
	_ = qualityChecks(c, in.Thresholds)
	c.promptBarcode()
	if c.quality.Textured < textureLeast || c.nothingThere() {
		c.absent = true
		in.forget(c)
	}
	c.placed()
}

// clearOutline is from which confidence an outline alone speaks for a document.
const clearOutline = .9

// nothingThere reports whether nothing in the picture speaks for a document: neither a clear outline nor lines of
// print, nor a barcode, nor a portrait of the size of one on a document. It is quicker and less careful than found, as
// all that follows is that the applicant is asked to look.
func (c *card) nothingThere() bool {
	clear := c.found && !c.outline.Full && c.outline.Confidence >= clearOutline
	if clear || c.quality.TooDark || len(c.symbols) > 0 || c.letteredEitherWay() {
		return false
	}
	gray, _ := c.reduced(quickSide)
	if _, seen := barcode.Seen(gray); seen {
		return false
	}
	faces, err := face.Find(c.work.RGBA(), face.Options{Turns: true})
	c.faces = faces
	return err == nil && (len(faces) == 0 || c.person())
}

// letteredEitherWay is lettered for a document that may stand sideways.
func (c *card) letteredEitherWay() bool {
	if c.lettered() {
		return true
	}
	c.report.Turned, c.lines = 90, 0
	sideways := c.lettered()
	c.report.Turned = 0
	return sideways
}

// assessSelfie reports whether there is one face and whether it is large enough.
func (in *inspector) assessSelfie(c Capture) CaptureReport {
	p := open(c)
	if p.report.Fault != "" {
		return p.report
	}
	prompts := p.findFaces()
	p.report.Prompts = append(p.report.Prompts, prompts...)
	return p.report
}
