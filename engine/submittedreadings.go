package engine

import (
	"strings"

	"proofdesk/engine/finding"
)

// submittedReadings lists what the host application gave.
func submittedReadings(submitted map[string]string) []finding.Reading {
	var readings []finding.Reading
	for _, field := range finding.Fields() {
		if value := strings.TrimSpace(submitted[field]); value != "" {
			readings = append(readings, finding.Reading{
				Source:     finding.Submitted,
				Field:      field,
				Value:      value,
				Confidence: 1,
			})
		}
	}
	return readings
}
