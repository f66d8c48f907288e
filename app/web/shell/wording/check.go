package wording

import (
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/views/ui"
)

// Levels are the levels of assurance as people read them.
var Levels = []string{
	"0: not at all", "1: a rule of thumb", "2: tested on specimens", "3: measured on your own data, with a record",
	"4: certified by a laboratory",
}

// Side describes where a check ran.
func Side(on engine.RanOn) string {
	if on == engine.OnDevice {
		return "on the device"
	}
	return "on the server"
}

// Outcome names the outcome of a check.
func Outcome(o engine.Outcome) string {
	switch o {
	case engine.Pass:
		return "pass"
	case engine.Warn:
		return "doubtful"
	case engine.Fail:
		return "fail"
	case engine.Inconclusive:
		return "not proven"
	}
	return "not run"
}

// OutcomeTone returns the colour of the outcome of a check.
func OutcomeTone(outcome string) ui.Tone {
	switch outcome {
	case "PASS":
		return ui.Pass
	case "FAIL":
		return ui.Fail
	case "NOT_RUN":
		return ui.Soft
	}
	return ui.Warn
}

// Verdicts describe what a lead decided about a disagreement.
var Verdicts = map[store.Verdict]string{
	store.VerdictFirst:  "Upheld: the first judgement is correct",
	store.VerdictSecond: "Overruled: the second judgement is correct",
	store.VerdictEither: "Either judgement is defensible",
}

// assuranceNames are the levels of assurance, by what provides them.
var assuranceNames = []string{
	"nothing", "a rule of thumb", "a method tested on specimens", "a calibrated provider", "a certified provider",
}

// Assurance names how far a provider may be trusted.
func Assurance(a engine.Assurance) string {
	return assuranceNames[max(0, min(int(a), len(assuranceNames)-1))]
}
