package web

import (
	"maps"
	"slices"
)

// Tables returns the sentences of administration and webhooks that stand in tables, which no search for calls of T
// finds.
func Tables() []string {
	all := []string{trustNote, acceptedNote, sandboxNote}
	all = slices.AppendSeq(all, maps.Values(doneHooks))
	all = slices.AppendSeq(all, maps.Values(permissionTexts))
	all = slices.AppendSeq(all, maps.Values(roleTexts))
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
