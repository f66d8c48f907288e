package check

import "proofdesk/engine/finding"

// chipReasons are the reasons of a comparison of faces as they are named where one is a chip's portrait.
var chipReasons = map[string]string{
	"face.mismatch":  "chip.portrait_mismatch",
	"face.unsure":    "chip.portrait_unsure",
	"face.small":     "chip.portrait_small",
	"face.too_small": "chip.portrait_small",
}

// ChipPortrait reports whether the portrait in a document's chip is the printed one, which should be the same picture.
// That the printed one is too small to be sure is no evidence against either: it is inconclusive.
//
// Code chip.portrait. Score, thresholds and assurance are those of FaceMatch.
func ChipPortrait(printed, stored Likeness) finding.Check {
	c := matchCheck(finding.CodeChipPortrait, finding.GroupChip)
	compareFaces(&c, printed, stored)
	for i, reason := range c.Reasons {
		c.Reasons[i] = chipReasons[reason]
	}
	switch {
	case c.Outcome == finding.Fail:
		c.Detail = "The portrait in the chip is not the printed one: " + distanceWords(*c.Score)
	case c.Outcome == finding.Warn && c.Reasons[0] == "chip.portrait_unsure":
		c.Detail = "The portrait in the chip may not be the printed one: " + distanceWords(*c.Score)
	case c.Outcome == finding.Warn:
		c.Outcome = finding.Inconclusive
	}
	return c
}

// NoChipPortrait returns the check that a chip's portrait could not be compared, with the reason.
func NoChipPortrait(capture string, outcome finding.Outcome, reason, detail string) finding.Check {
	c := matchCheck(finding.CodeChipPortrait, finding.GroupChip)
	c.Capture, c.Assurance = capture, finding.Absent
	c.Conclude(outcome, reason, detail)
	return c
}
