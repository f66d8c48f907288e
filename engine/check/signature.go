package check

import (
	"proofdesk/engine/finding"
	"proofdesk/engine/signature"
)

// Signature reports whether a signature was drawn, and not a dot or nothing.
//
// Code signature.ink. Score: the length of the ink, see signature.Report; it passes by the verdict of
// engine/signature/report.go, not by the score. Assurance: heuristic.
func Signature(capture string, r signature.Report) finding.Check {
	c := finding.NewCheck(finding.CodeSignature, finding.GroupSignature, capture)
	ink := r.InkLength
	c.Score = &ink
	if r.Verdict == signature.Plausible {
		c.Outcome = finding.Pass
		return c
	}
	c.Conclude(finding.Fail, "signature."+string(r.Verdict), "The signature is a "+string(r.Verdict))
	return c
}
