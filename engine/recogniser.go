//go:build !js

package engine

import (
	"image"
	"time"

	"proofdesk/engine/text"
)

// Recogniser reads pictures of single printed lines, dark on white, capitals about 30 pixels high, and returns the
// words of each, their boxes in its picture. The State that issued the document, alpha-3 or empty, determines the
// language. It is given from outside, as it needs a program of its own.
type Recogniser func(lines []*image.Gray, state string) ([][]text.Word, error)

// TimeoutError is the error of a recogniser that was ended at its limit of time.
type TimeoutError struct{ Limit time.Duration }

func (e TimeoutError) Error() string { return "ended after " + e.Limit.String() }
