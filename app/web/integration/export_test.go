package integration

import (
	"maps"
	"slices"
)

// Texts returns the texts of this package that stand in tables for tests.
func Texts() []string {
	all := []string{trustNote, sandboxNote, Menu.Heading}
	for _, link := range Menu.Links {
		all = append(all, link.Label)
	}
	for _, life := range tokenLives {
		all = append(all, life.Label)
	}
	for _, o := range slices.Concat(linkValidities, linkDesktops) {
		all = append(all, o.Label)
	}
	all = slices.AppendSeq(all, maps.Values(linkProblems))
	return slices.AppendSeq(all, maps.Values(capabilityNames))
}
