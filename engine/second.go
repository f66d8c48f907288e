//go:build !js

package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func judgeSecond(v check.Values, captures []finding.CaptureReport) []finding.Check {
	return check.Second(v, captures)
}

// matchSecond compares the portrait of a second document with that of the first, where both have one.
func matchSecond(second, first *check.Likeness) []finding.Check {
	if second == nil || first == nil {
		return nil
	}
	return []finding.Check{check.SecondPortrait(*first, *second)}
}
