package engine

import (
	"strings"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/signature"
)

// inspectSignature judges a signature capture: a picture, or a JSON object with SignatureImage and
// SignatureDataCoordinates.
func inspectSignature(r *run, c Capture) results {
	var (
		drawn signature.Report
		err   error
	)
	if strings.Contains(c.ContentType, "json") {
		drawn, err = signature.Inspect(nil, signature.Coordinates(c.Bytes))
	} else {
		p, report := open(c)
		if p == nil {
			return unreadable(r, report)
		}
		drawn, err = signature.Inspect(p.work.Gray(), "")
	}
	if err != nil {
		return unreadable(r, faultReport(c, err))
	}
	return results{
		captures: []finding.CaptureReport{{ID: c.ID, Kind: c.Kind}},
		checks:   r.watch.charge([]finding.Check{check.Signature(c.ID, drawn)}),
	}
}
