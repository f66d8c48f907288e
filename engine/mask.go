//go:build !js

package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// maskChecks returns the check that nobody looked for a mask, where a preset asks for that.
func maskChecks(r *run, p *picture, f face.Face) []finding.Check {
	if r.Thresholds.Mask >= check.Mask {
		return nil
	}
	return r.watch.charge([]finding.Check{check.MaskNotJudged(p.Frame, f)})
}
