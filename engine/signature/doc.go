// Package signature examines one signature capture: the coordinates that the pad recorded, the picture, or both. It
// measures ink, strokes, duration and extent, distinguishes a blank pad and a dot from a plausible signature, parses
// the strokes for replay, and reports how far picture and coordinates agree. It does not compare signatures of two
// occasions and does not know whose signature it is.
package signature
