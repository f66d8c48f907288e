package check

import (
	"errors"
	"slices"
	"strconv"

	"proofdesk/engine/finding"
	"proofdesk/engine/fingerprint"
)

const (
	// leastMinutiae is how many minutiae a print needs to be worth comparing. Set by judgement, not measured.
	leastMinutiae = 12
	// leastPrints is how many fit prints a capture needs: the error rates of a single finger are too high.
	leastPrints = 2
)

// Finger is one finger's print: how well it was captured, and what was extracted from it.
type Finger struct {
	Score    float64 // of fingerprint.Judge, 0..1
	Minutiae int
	Err      error    // why there are no minutiae; fingerprint.ErrAbsent where nothing here extracts them
	Reasons  []string // of fingerprint.Judge
}

// fit reports whether a print is worth comparing.
func (p Finger) fit() bool {
	return p.Err == nil && p.Minutiae >= leastMinutiae && p.Score >= fingerprint.Floor
}

// Fingerprints reports whether every print of a capture is fit for comparison.
//
// Code fingerprint.quality. Score: the weakest print's, 0..1, see fingerprint.Judge. Passes where every print is at or
// above fingerprint.Floor and has enough minutiae; fails where none is. Assurance: model.
func Fingerprints(capture string, prints []Finger) finding.Check {
	c := finding.NewCheck(finding.CodeFingerprints, finding.GroupFingerprint, capture)
	c.Provider, c.Assurance = "sourceafis", finding.Model
	weakest, good, absent := 1.0, 0, false
	for _, p := range prints {
		weakest = min(weakest, p.Score)
		absent = absent || errors.Is(p.Err, fingerprint.ErrAbsent)
		if p.fit() {
			good++
		}
	}
	c.Measured(finding.Rounded(weakest), fingerprint.Floor)
	switch {
	case absent:
		c.Conclude(finding.NotRun, "", "Minutiae are found on the server")
	case good == len(prints) && good >= leastPrints:
		c.Outcome = finding.Pass
	case good == 0:
		c.Conclude(finding.Fail, "fingerprint.unusable", "No print is fit for comparison")
	default:
		c.Conclude(finding.Warn, "fingerprint.poor",
			strconv.Itoa(good)+" of "+strconv.Itoa(len(prints))+" prints are fit for comparison")
	}
	return c
}

// FingerPrompts lists the SDK's prompt that prints of too low a quality ask for: to come closer where a print is too
// small or can't be seen at all, else to hold still.
func FingerPrompts(prints []Finger) []string {
	var prompts []string
	for _, p := range prints {
		if p.Score >= fingerprint.Floor {
			continue
		}
		if slices.Contains(p.Reasons, "blank") || slices.Contains(p.Reasons, "small_area") {
			return []string{"move_closer"}
		}
		prompts = []string{"hold_steady"}
	}
	return prompts
}
