// Package glyph tells one character of a machine-readable zone from another: a small convolutional network over one
// cell of 16 by 24 samples, trained by ../train on glyphs drawn from OCR-B outlines. It does not deal with lines or
// layouts and refuses what is no glyph through a class of its own.
package glyph
