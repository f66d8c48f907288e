package format

import "slices"

// Templates returns templates for tests.
func Templates() []string { return slices.Concat(templates, presetTemplates) }

// Special are the names of codes that no list of countries has.
var Special = special
