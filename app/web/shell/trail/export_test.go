package trail

import (
	"maps"
	"slices"
)

// Texts returns every text of this package for tests.
func Texts() []string {
	var all []string
	for _, names := range []map[string]string{areaNames, targetNames} {
		all = slices.AppendSeq(all, maps.Values(names))
	}
	return all
}
