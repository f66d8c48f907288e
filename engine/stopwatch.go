package engine

import (
	"time"

	"proofdesk/engine/finding"
)

// stopwatch measures how long the steps of an inspection take.
type stopwatch struct {
	clock func() time.Duration // time since some start; nil where nobody wants to know
	last  time.Duration        // when the last lap ended
}

func (w *stopwatch) now() time.Duration {
	if w.clock == nil {
		return 0
	}
	return w.clock()
}

// lap returns the time since the lap before.
func (w *stopwatch) lap() time.Duration {
	now := w.now()
	took := now - w.last
	w.last = now
	return took
}

// charge returns checks that were made together with an equal share each of the time since the lap before.
func (w *stopwatch) charge(checks []finding.Check) []finding.Check {
	took := w.lap()
	for i := range checks {
		checks[i].Elapsed = took / time.Duration(len(checks))
	}
	return checks
}

// laps is how long each step of reading a document took.
type laps struct {
	outline, zone, barcodes, portrait, quality, realness time.Duration
}

// of returns the time that reading took for the check with a code.
func (l laps) of(code string) time.Duration {
	switch code {
	case finding.CodeDocument:
		return l.outline
	case finding.CodeMRZ:
		return l.zone
	case finding.CodeBarcode:
		return l.barcodes
	case finding.CodePortrait:
		return l.portrait
	case finding.CodeFocus, finding.CodeGlare, finding.CodeBrightness, finding.CodeObstruction:
		return l.quality / qualityChecks
	case finding.CodeRealness:
		return l.realness
	}
	return 0
}

// charge returns checks with the time that reading took for each.
func (l laps) charge(checks []finding.Check) []finding.Check {
	for i := range checks {
		checks[i].Elapsed = l.of(checks[i].Code)
	}
	return checks
}
