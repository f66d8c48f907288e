package wording

import (
	"maps"
	"slices"

	"proofdesk/engine"
)

// Texts returns every text of this package for tests.
func Texts() []string {
	all := slices.Concat(Levels, assuranceNames)
	for _, names := range []map[string]string{digitNames, NoDocument} {
		all = slices.AppendSeq(all, maps.Values(names))
	}
	all = slices.AppendSeq(all, maps.Values(captureNames))
	all = slices.AppendSeq(all, maps.Values(moveNames))
	all = append(all, Followed(engine.Fail), Followed(engine.NotRun))
	all = slices.AppendSeq(all, maps.Values(sourceNames))
	all = slices.AppendSeq(all, maps.Values(sourceHints))
	all = slices.AppendSeq(all, maps.Values(Verdicts))
	for _, f := range fields {
		all = append(all, f.label)
	}
	return all
}
