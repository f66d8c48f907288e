//go:build !js

package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func judgeSecond(v check.Values, captures []finding.CaptureReport) []finding.Check {
	return check.Second(v, captures)
}
