package webhooks

import (
	"maps"
	"slices"
)

// Texts returns the texts of this package that stand in tables for tests.
func Texts() []string {
	all := slices.Collect(maps.Values(doneHooks))
	for _, s := range deliveryStates {
		all = append(all, s.label, s.heading, s.empty)
	}
	return all
}
