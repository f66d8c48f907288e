package picture

import (
	"strings"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
)

const maxChip = 4 << 20 // bytes of what a chip held that its portrait is looked for in

// IsChip reports whether a capture is what a document's chip held.
func IsChip(c onboarding.Capture) bool {
	return c.Kind == onboarding.NFC && strings.Contains(c.ContentType, "json") && c.Size <= maxChip
}

// The sizes of a picture.
const (
	Thumb   = "thumb"
	View    = "view"
	Full    = "full"
	Blurred = "blurred" // all that may be shown of a covered job
)

// Path returns the URL of a capture's picture.
func Path(id, size string) string { return "/media/" + id + "?size=" + size }

// IsImage reports whether a content type is a picture's.
func IsImage(contentType string) bool { return strings.HasPrefix(contentType, "image/") }

// CaptureID returns the id in a text that is a capture's id or its URN.
func CaptureID(text string) (string, bool) {
	return ids.ParseUUID(text[strings.LastIndexByte(text, ':')+1:])
}

// maxStrokes is how many bytes of coordinates are drawn.
const maxStrokes = 4 << 20

// IsStrokes reports whether a capture is a signature as coordinates.
func IsStrokes(c onboarding.Capture) bool {
	return c.Kind == onboarding.Signature && strings.Contains(c.ContentType, "json") && c.Size <= maxStrokes
}

// maxWave is how many bytes of sound are drawn.
const maxWave = 16 << 20

// IsVoice reports whether a capture is sound that a waveform can be drawn of.
func IsVoice(c onboarding.Capture) bool {
	return strings.HasPrefix(c.ContentType, "audio/") && c.Size <= maxWave
}
