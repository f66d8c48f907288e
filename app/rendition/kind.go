package rendition

import (
	"strings"

	"proofdesk/app/onboarding"
)

// The sizes of a picture.
const (
	Thumb   = "thumb"
	View    = "view"
	Full    = "full"
	Blurred = "blurred" // all that may be shown of a covered job
)

// What is drawn of a capture, in bytes at most.
const (
	maxChip    = 4 << 20
	maxStrokes = 4 << 20
	maxVoice   = 16 << 20
)

// IsImage reports whether a content type is a picture's.
func IsImage(contentType string) bool { return strings.HasPrefix(contentType, "image/") }

// IsChip reports whether a capture is what a document's chip held, which a portrait may be part of.
func IsChip(c onboarding.Capture) bool {
	return c.Kind == onboarding.NFC && strings.Contains(c.ContentType, "json") && c.Size <= maxChip
}

// IsStrokes reports whether a capture is a signature as coordinates.
func IsStrokes(c onboarding.Capture) bool {
	return c.Kind == onboarding.Signature && strings.Contains(c.ContentType, "json") && c.Size <= maxStrokes
}

// IsVoice reports whether a capture is sound that a waveform can be drawn of.
func IsVoice(c onboarding.Capture) bool {
	return strings.HasPrefix(c.ContentType, "audio/") && c.Size <= maxVoice
}
