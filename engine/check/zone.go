package check

import "proofdesk/engine/finding"

// Zone reports whether the machine-readable zone was read. That there is none is only reported of a passport, which
// must have one.
//
// Code mrz.read. Score: the zone's confidence before any repair, 0..1, see mrz.Reading. Passes at or above min, the
// option minMrzConfidence (default .5); below it warns. Assurance: model.
func Zone(s Side, min float64) []finding.Check {
	if !s.ZoneSought || s.Zone == nil && s.Kind != "passport" {
		return nil
	}
	c := finding.NewCheck(finding.CodeMRZ, finding.GroupDocument, s.Capture)
	c.Assurance = finding.Model
	if s.Zone == nil {
		c.Conclude(finding.Fail, "mrz.not_read", "No machine-readable zone was read")
		return []finding.Check{c}
	}
	c.AtLeast(s.Zone.Confidence, min)
	if c.Outcome == finding.Fail {
		c.Conclude(finding.Warn, "mrz.unsure", "The machine-readable zone was read with little confidence")
	}
	c.Show("mrz", s.BoxAround(s.Zone.Quad))
	return []finding.Check{c}
}
