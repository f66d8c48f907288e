package specimen

import (
	"image"

	"proofdesk/engine/face/drawn"
)

// Selfie draws the person as a phone held at arm's length sees them, about size pixels wide, a room behind. The
// occasion varies pose, light and framing.
func Selfie(p Person, occasion uint64, size int) *image.RGBA {
	rng := source(p.Face^occasion, "selfie")
	o := drawn.Options{Size: size, Capture: 1 + rng.Uint64()>>1, Selfie: true, Zoom: between(rng, .95, 1.1)}
	if rng.IntN(3) == 0 {
		o.Expression = drawn.Smile
	}
	return drawn.Portrait(p.Face, o)
}
