package engine

import (
	"image"

	"proofdesk/engine/text"
)

// Recogniser reads the words of an upright grey picture. It is given from outside, as it needs a program of its own.
type Recogniser func(img *image.Gray) ([]text.Word, error)
