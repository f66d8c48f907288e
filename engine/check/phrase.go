package check

import "proofdesk/engine/finding"

// Phrase returns the check of a spoken phrase. It is never run, because the engine does not recognise speech.
//
// Code voice.phrase. No score.
func Phrase(capture string) finding.Check {
	return finding.NewAbsent(finding.CodePhrase, finding.GroupVoice, capture, "No speech recogniser is installed")
}
