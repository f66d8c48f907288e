//go:build !js

package finding

// Sketch is by what a film is known again: the SHA-256 of some of its key frames.
type Sketch struct {
	KeyFrames []string `json:"keyFrames,omitempty"`
}
