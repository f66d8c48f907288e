//go:build !js

package check

import (
	"errors"

	"proofdesk/engine/chip"
	"proofdesk/engine/finding"
)

// Chip reports whether the data of a document's chip was signed by a trusted State: passive authentication, ICAO
// 9303-11 §5.1. Anyone can write a chip and sign it. Result and err are what chip.Authenticate returned for d.
//
// Code chip.authentication. No score. Forged data fails; a signer that can't be traced to a trusted country certificate
// is inconclusive. Assurance: calibrated, as a signature either holds or does not.
func Chip(capture string, d chip.Document, result chip.Result, err error) finding.Check {
	c := finding.NewCheck(finding.CodeChip, finding.GroupChip, capture)
	c.Provider, c.Assurance = "passive authentication", finding.Calibrated
	c.Evidence = []finding.Evidence{{Capture: capture}}
	switch {
	case len(d.SOD) == 0 || len(d.Groups[1]) == 0:
		c.Conclude(finding.Inconclusive, "chip.missing",
			"The chip's security object or its first data group is missing")
		return c
	case errors.Is(err, chip.ErrMissing):
		c.Conclude(finding.Inconclusive, "chip.no_signer", "The chip's security object does not say who signed it")
		return c
	case err != nil:
		c.Conclude(finding.Fail, "chip.unreadable", "The chip's security object can't be read")
		c.Assurance = finding.Heuristic
		return c
	}
	for _, f := range result.Findings {
		c.Reasons = append(c.Reasons, "chip."+string(f))
	}
	switch {
	case result.Authentic():
		c.Conclude(finding.Pass, "", "Signed by "+result.Signer)
	case result.Forged():
		c.Conclude(finding.Fail, "", "The chip's data is not what its State signed")
	default:
		c.Conclude(finding.Inconclusive, "", unprovenChip(result))
	}
	return c
}

// unprovenChip returns why the intact data of a chip is not proven to come from a State.
func unprovenChip(r chip.Result) string {
	switch r.Findings[0] {
	case chip.SignerExpired:
		return "The chip's signer was certified by a trusted State, but not for today"
	case chip.UnknownAlgorithm:
		return "The chip is signed with an algorithm that is not known here"
	}
	return "The chip's data is sound, but its signer can't be traced to a trusted country certificate"
}
