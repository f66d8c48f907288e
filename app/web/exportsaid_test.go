package web

import (
	"maps"
	"slices"
)

// Tables returns the sentences of administration and webhooks that stand in tables, which no search for calls of T
// finds.
func Tables() []string {
	all := slices.Concat(rungs, []string{trustNote, acceptedNote, sandboxNote})
	for _, table := range []map[string]string{actionNames, areaNames, targetNames, doneHooks} {
		all = slices.AppendSeq(all, maps.Values(table))
	}
	all = slices.AppendSeq(all, maps.Values(permissionTexts))
	all = slices.AppendSeq(all, maps.Values(roleTexts))
	all = slices.AppendSeq(all, maps.Values(classNames))
	all = slices.AppendSeq(all, maps.Values(capabilityNames))
	all = slices.AppendSeq(all, maps.Values(bandNames))
	for _, s := range deliveryStates {
		all = append(all, s.label, s.heading, s.empty)
	}
	for _, group := range office {
		all = append(all, group.Heading)
		for _, link := range group.Links {
			all = append(all, link.Label)
		}
	}
	return all
}
