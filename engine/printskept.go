//go:build !js

package engine

import (
	"encoding/json"

	"proofdesk/engine/fingerprint"
)

// keepPrints adds the prints' minutiae as a template.
func (in *inspector) keepPrints(c Capture, templates []fingerprint.Template, quality float64) {
	data, err := json.Marshal(templates)
	if err != nil {
		return
	}
	in.report.Templates = append(in.report.Templates, Template{
		Capture: c.ID,
		Kind:    "fingerprints",
		Role:    "prints",
		Quality: quality,
		Data:    data,
	})
}
