package check

import "proofdesk/engine/finding"

// Phrase returns the check that nothing here recognises what was said: it is not run.
//
// Code voice.phrase. No score.
func Phrase(capture string) finding.Check {
	return finding.NewAbsent(finding.CodePhrase, finding.GroupVoice, capture, "No speech recogniser is installed")
}
