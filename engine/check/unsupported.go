package check

import "proofdesk/engine/finding"

// Unsupported returns the check of a capture of a kind that the engine can't inspect on the device: a video or a chip.
// It is not run. Other unknown kinds have no check. Codes video.challenge and chip.authentication; no score.
func Unsupported(capture, kind string) []finding.Check {
	const detail = "No provider for it is installed"
	switch kind {
	case "video":
		return []finding.Check{finding.NewAbsent(finding.CodeVideo, finding.GroupVideo, capture, detail)}
	case "nfc":
		return []finding.Check{finding.NewAbsent(finding.CodeChip, finding.GroupChip, capture, detail)}
	}
	return nil
}
