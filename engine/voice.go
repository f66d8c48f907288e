package engine

import (
	"errors"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/raster"
	"proofdesk/engine/signature"
	"proofdesk/engine/voice"
)

// inspectVoice judges a voice capture. What was said is not recognised here.
func inspectVoice(r *run, c Capture) results {
	heard, err := voice.Inspect(c.Bytes)
	if err != nil {
		return unreadable(r, faultReport(c, err))
	}
	return results{
		captures: []finding.CaptureReport{{ID: c.ID, Kind: c.Kind, Format: heard.Format}},
		checks:   append(r.watch.charge([]finding.Check{check.Voice(c.ID, heard)}), check.Phrase(c.ID)),
	}
}

// faultReport is the report of a capture whose bytes could not be used.
func faultReport(c Capture, err error) finding.CaptureReport {
	report := finding.CaptureReport{ID: c.ID, Kind: c.Kind, Fault: string(raster.Corrupt)}
	var (
		sound  voice.Fault
		ink    signature.Fault
		pixels *raster.Fault
	)
	switch {
	case errors.As(err, &sound):
		report.Fault = string(sound)
	case errors.As(err, &ink):
		report.Fault = string(ink)
	case errors.As(err, &pixels):
		report.Fault = string(pixels.Code)
	}
	return report
}
