package check

import (
	"proofdesk/engine/finding"
	"proofdesk/engine/voice"
)

// Voice reports whether a recording holds clear speech.
//
// Code voice.quality. Score: the share of the recording that is speech, 0..1; it passes by the verdict of
// engine/voice/report.go, not by the score. Assurance: heuristic.
func Voice(capture string, r voice.Report) finding.Check {
	c := finding.NewCheck(finding.CodeVoice, finding.GroupVoice, capture)
	share := r.SpeechShare
	c.Score = &share
	if r.Verdict == voice.Speech {
		c.Outcome = finding.Pass
		return c
	}
	c.Conclude(finding.Fail, "voice."+string(r.Verdict),
		"The recording holds "+string(r.Verdict)+" instead of clear speech")
	return c
}
