package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// readPrint adds for every side with a portrait the check that its printed text was not read: recognisers run on the
// server.
func readPrint(_ *run, fronts []sidePicture, _ []finding.Reading) results {
	var all results
	for _, front := range fronts {
		all.checks = append(all.checks, check.PrintAbsent(front.side.Capture))
	}
	return all
}
