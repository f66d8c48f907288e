package administration

import (
	"maps"
	"slices"

	"proofdesk/app/web/shell"
)

// Texts returns the texts of this package that stand in tables for tests.
func Texts() []string {
	all := []string{acceptedNote}
	all = slices.AppendSeq(all, maps.Values(permissionTexts))
	all = slices.AppendSeq(all, maps.Values(roleTexts))
	all = slices.AppendSeq(all, maps.Values(bandNames))
	for _, group := range []shell.Group{People, Company} {
		all = append(all, group.Heading)
		for _, link := range group.Links {
			all = append(all, link.Label)
		}
	}
	return all
}
