package review

import (
	"maps"
	"slices"
)

// Upright is upright for tests.
func Upright(width, height, turned int) (view, place string) { return upright(width, height, turned) }

// Measurements lists the texts about measurements for tests.
func Measurements() []string {
	return slices.Collect(maps.Values(scoreNames))
}

// Whole is whole for tests.
func Whole(angle float64) float64 { return whole(angle) }
