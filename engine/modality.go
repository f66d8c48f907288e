package engine

import (
	"errors"
	"strings"

	"proofdesk/engine/raster"
	"proofdesk/engine/signature"
	"proofdesk/engine/voice"
)

// voice judges a voice capture. What was said is not recognised here.
func (in *inspector) voice(c Capture) {
	r, err := voice.Inspect(c.Bytes)
	if err != nil {
		in.fault(c, err)
		return
	}
	in.report.Captures = append(in.report.Captures, CaptureReport{ID: c.ID, Kind: c.Kind, Format: r.Format})
	check := Check{
		Code:      CodeVoice,
		Group:     GroupVoice,
		Capture:   c.ID,
		Provider:  builtIn,
		Version:   Version,
		Assurance: Heuristic,
		RanOn:     OnServer,
	}
	share := r.SpeechShare
	check.Score = &share
	switch r.Verdict {
	case voice.Speech:
		check.Outcome = Pass
	default:
		check.say(Fail, "voice."+string(r.Verdict), "The recording holds "+string(r.Verdict)+" instead of clear speech")
	}
	in.add(check)
	in.add(Check{
		Code:     CodePhrase,
		Group:    GroupVoice,
		Capture:  c.ID,
		Provider: "none",
		RanOn:    OnServer,
		Outcome:  NotRun,
		Detail:   "No speech recogniser is installed",
	})
}

// signature judges a signature capture: a picture, or a JSON object with SignatureImage and SignatureDataCoordinates.
func (in *inspector) signature(c Capture) {
	check := Check{
		Code:      CodeSignature,
		Group:     GroupSignature,
		Capture:   c.ID,
		Provider:  builtIn,
		Version:   Version,
		Assurance: Heuristic,
		RanOn:     OnServer,
	}
	var r signature.Report
	var err error
	if strings.Contains(c.ContentType, "json") {
		r, err = signature.Inspect(nil, signature.Coordinates(c.Bytes))
	} else {
		p := open(c)
		if p.report.Fault != "" {
			in.report.Captures = append(in.report.Captures, p.report)
			in.add(Unreadable(p.report))
			return
		}
		r, err = signature.Inspect(p.work.Gray(), "")
	}
	if err != nil {
		in.fault(c, err)
		return
	}
	in.report.Captures = append(in.report.Captures, CaptureReport{ID: c.ID, Kind: c.Kind})
	ink := r.InkLength
	check.Score = &ink
	if r.Verdict == signature.Plausible {
		check.Outcome = Pass
	} else {
		check.say(Fail, "signature."+string(r.Verdict), "The signature is a "+string(r.Verdict))
	}
	in.add(check)
}

// fault reports a capture whose bytes could not be used.
func (in *inspector) fault(c Capture, err error) {
	r := CaptureReport{ID: c.ID, Kind: c.Kind, Fault: "corrupt"}
	var v voice.Fault
	var s signature.Fault
	var p *raster.Fault
	switch {
	case errors.As(err, &v):
		r.Fault = string(v)
	case errors.As(err, &s):
		r.Fault = string(s)
	case errors.As(err, &p):
		r.Fault = string(p.Code)
	}
	in.report.Captures = append(in.report.Captures, r)
	in.add(Unreadable(r))
}
