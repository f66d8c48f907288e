package trail

import (
	"maps"
	"slices"
)

// Texts returns every text of this package for tests.
func Texts() []string {
	var all []string
	for _, names := range []map[string]string{areaNames, targetNames, plainNames, whyTexts} {
		all = slices.AppendSeq(all, maps.Values(names))
	}
	return append(all, detailNames...)
}

// HasArea reports whether the area of an action has a name.
func HasArea(area string) bool { return areaNames[area] != "" }
