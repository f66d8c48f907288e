//go:build !js

package engine

import (
	"context"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// isCopy reports whether the check of realness fails for a side of a document. Codes are left out of what is measured
// and tell which document is judged, and reading them takes long: they are only read where the place of the one
// document is not clear, or where it looks like a copy with them.
func isCopy(p *picture, t Thresholds) bool {
	if !t.RealID {
		return false
	}
	least := t.realness(p.kind)
	side := sideOf(p, codes{}, located{outline: detectOutline(p)})
	if o := side.Outline; isSure(o, t.confidence(p.kind)) && o.Second == nil {
		if r := measureRealness(p, side); r != nil && r.Score >= least {
			return false
		}
	}
	read, ok := readSide(newRun(context.Background(), Submission{Thresholds: t}), p)
	return ok && check.Realness(read.side, least).Outcome == finding.Fail
}
