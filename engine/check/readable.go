package check

import "proofdesk/engine/finding"

// Readable is the check of a picture whose bytes could be decoded: it passes. Code capture.readable; no score.
func Readable(capture string) finding.Check {
	c := finding.NewCheck(finding.CodeReadable, finding.GroupCapture, capture)
	c.Outcome = finding.Pass
	return c
}

// Unreadable is the check of a capture whose report has a fault: it fails, and names the fault. Code capture.readable;
// no score.
func Unreadable(r finding.CaptureReport) finding.Check {
	c := finding.NewCheck(finding.CodeReadable, finding.GroupCapture, r.ID)
	c.Conclude(finding.Fail, "capture."+r.Fault, "The file can't be read: "+finding.FaultWords(r))
	c.Evidence = []finding.Evidence{{Capture: r.ID}}
	return c
}
