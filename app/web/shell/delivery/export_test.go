package delivery

import (
	"maps"
	"slices"
)

// Texts returns every text of this package for tests.
func Texts() []string { return slices.Collect(maps.Values(classNames)) }
