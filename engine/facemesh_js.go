package engine

import (
	"image"

	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// meshPrompts returns nothing: eyes and noses are measured on the server.
func meshPrompts(*image.RGBA, face.Face, Thresholds, map[string]float64) []string { return nil }

// meshChecks returns nothing: eyes are judged on the server.
func meshChecks(*run, *picture, face.Face, *finding.Face) []finding.Check { return nil }
