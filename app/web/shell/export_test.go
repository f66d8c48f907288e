package shell

import (
	"maps"
	"slices"
)

// DoneTexts returns doneTexts for tests.
func DoneTexts() []string { return slices.Collect(maps.Values(doneTexts)) }
