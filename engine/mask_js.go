package engine

import (
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// maskChecks returns nothing: what was not judged is told by the server.
func maskChecks(*run, *picture, face.Face) []finding.Check { return nil }
