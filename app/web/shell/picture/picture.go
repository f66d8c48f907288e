package picture

import (
	"strings"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/rendition"
)

// The sizes of a picture.
const (
	Thumb   = rendition.Thumb
	View    = rendition.View
	Full    = rendition.Full
	Blurred = rendition.Blurred // all that may be shown of a covered job
)

// Path returns the URL of a capture's picture.
func Path(id, size string) string { return "/media/" + id + "?size=" + size }

// IsImage reports whether a content type is a picture's.
func IsImage(contentType string) bool { return rendition.IsImage(contentType) }

// IsChip reports whether a capture is what a document's chip held.
func IsChip(c onboarding.Capture) bool { return rendition.IsChip(c) }

// IsStrokes reports whether a capture is a signature as coordinates.
func IsStrokes(c onboarding.Capture) bool { return rendition.IsStrokes(c) }

// IsVoice reports whether a capture is sound that a waveform can be drawn of.
func IsVoice(c onboarding.Capture) bool { return rendition.IsVoice(c) }

// CaptureID returns the id in a text that is a capture's id or its URN.
func CaptureID(text string) (string, bool) {
	return ids.ParseUUID(text[strings.LastIndexByte(text, ':')+1:])
}
