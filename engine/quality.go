package engine

import (
	"math"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

// quality judges how well a document was photographed, on the part inside its outline.
func (in *inspector) quality(c *card) {
	in.share(qualityChecks(c, in.Thresholds))
}

// qualityChecks judges a document photograph; the SDK's prompts that apply go into the capture's report.
func qualityChecks(c *card, t Thresholds) []Check {
	var quad *raster.Quad
	if c.found && !c.outline.Full {
		quad = &c.outline.Quad
	}
	q := document.Assess(c.work.Gray(), c.work.RGBA(), quad)
	c.quality = q
	c.report.Scores = map[string]float64{
		"focus":      rounded(q.Focus),
		"glare":      rounded(q.Glare),
		"brightness": rounded(q.Brightness),
		"finger":     rounded(q.Finger),
	}
	return []Check{c.focus(q, t), c.glare(q, t), c.brightness(q), c.obstruction(q, t)}
}

func (c *card) prompt(check *Check, name, reason, detail string) {
	if check.Outcome == Pass {
		return
	}
	c.report.Prompts = append(c.report.Prompts, name)
	check.say(check.Outcome, reason, detail)
}

func (c *card) focus(q document.Quality, t Thresholds) Check {
	check := c.check(CodeFocus, GroupQuality)
	if q.Textured == 0 {
		check.say(Inconclusive, "quality.no_texture", "There is nothing in the picture to judge the focus by")
		return check
	}
	check.scored(rounded(q.Focus), t.Focus, false)
	check.outlined(c)
	c.prompt(&check, "tooBlurry", "quality.blurred", "The document is out of focus")
	return check
}

// outlined takes the document's outline as evidence, where there is one.
func (c *Check) outlined(of *card) {
	if of.report.Document != nil {
		c.Evidence = append(c.Evidence, Evidence{
			Capture: of.capture.ID,
			Label:   "document",
			Quad:    &of.report.Document.Corners,
		})
	}
}

func (c *card) glare(q document.Quality, t Thresholds) Check {
	check := c.check(CodeGlare, GroupQuality)
	check.scored(rounded(q.Glare), t.Glare, true)
	for _, box := range q.GlareBoxes {
		check.see(c.capture.ID, "glare", c.boxOf(box))
	}
	c.prompt(&check, "tooMuchGlare", "quality.glare", "Reflections lie over the document")
	return check
}

func (c *card) brightness(q document.Quality) Check {
	check := c.check(CodeBrightness, GroupQuality)
	check.Limits = &[2]float64{document.Darkest, document.Brightest}
	if score := rounded(q.Brightness); score < (document.Darkest+document.Brightest)/2 {
		check.scored(score, document.Darkest, false)
	} else {
		check.scored(score, document.Brightest, true)
	}
	check.outlined(c)
	if check.Below {
		c.prompt(&check, "makeSurePhotoTextVisible", "quality.bright", "The picture is washed out")
	} else {
		c.prompt(&check, "tooMuchDark", "quality.dark", "The picture is too dark")
	}
	return check
}

func (c *card) obstruction(q document.Quality, t Thresholds) Check {
	check := c.check(CodeObstruction, GroupQuality)
	check.scored(rounded(q.Finger), t.Finger, true)
	if check.Outcome == Fail {
		check.Outcome = Warn
	}
	for _, box := range q.Fingers {
		check.see(c.capture.ID, "finger", c.boxOf(box))
	}
	c.prompt(&check, "fingerDetectedOnIdText", "quality.finger", "A finger covers a part of the document")
	return check
}

// rounded keeps three places: more would be noise.
func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }
