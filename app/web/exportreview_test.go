package web

import (
	"maps"
	"slices"
)

// Measurements lists the texts about measurements for tests.
func Measurements() []string {
	return slices.AppendSeq(slices.Collect(maps.Values(scoreNames)), maps.Values(promptNames))
}
