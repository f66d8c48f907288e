package webhooks

import "proofdesk/views/ui"

// truth writes a boolean attribute of ARIA.
func truth(on bool) string {
	if on {
		return "true"
	}
	return "false"
}

// noteTone gives the class of a note.
func noteTone(t ui.Tone) string {
	if t == ui.Fail {
		return "fail"
	}
	return "info"
}
