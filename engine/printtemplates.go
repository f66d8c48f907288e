//go:build !js

package engine

import (
	"encoding/json"

	"proofdesk/engine/finding"
	"proofdesk/engine/fingerprint"
)

// printTemplates returns the minutiae of a capture's prints as one template. Quality is the weakest print's score.
func printTemplates(capture string, prints []fingerprint.Template, quality float64) []finding.Template {
	data, err := json.Marshal(prints)
	if err != nil {
		return nil
	}
	return []finding.Template{{
		Capture: capture,
		Kind:    "fingerprints",
		Role:    "prints",
		Quality: quality,
		Data:    data,
	}}
}
