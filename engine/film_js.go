package engine

import (
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// filmed is nothing: the device build does not read films, as what it would say about its own proves nothing.
type filmed struct{}

func (filmed) seen() bool { return false }

func isFilm(Capture) bool { return false }

func inspectFilm(_ *run, c Capture) results { return inspectUnsupported(c) }

func matchFilm(filmed, ...*check.Likeness) []finding.Check { return nil }
