package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// judgeSecond returns nothing: whether two documents belong together is told by the server.
func judgeSecond(check.Values, []finding.CaptureReport) []finding.Check { return nil }

// matchSecond returns nothing, for the same reason.
func matchSecond(_, _ *check.Likeness) []finding.Check { return nil }
