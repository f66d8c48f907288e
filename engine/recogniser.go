//go:build !js

package engine

import (
	"image"
	"time"

	"proofdesk/engine/text"
)

// Recogniser reads pictures of single printed lines, dark on white, capitals about 30 pixels high, and returns the
// words of each, their boxes in its picture. The State that issued the document, alpha-3 or empty, tells the language.
// It is given from outside, as it needs a program of its own.
type Recogniser func(lines []*image.Gray, state string) ([][]text.Word, error)

// LateError is a recogniser's error that it was ended at a limit of time.
type LateError struct{ Limit time.Duration }

func (e LateError) Error() string { return "ended after " + e.Limit.String() }
