// Package document reports what a photograph shows of a document: where its outline lies, whether it is in focus, lit
// well and free of glare and fingers, and whether it looks like an original or like a photocopy or a screen. It
// examines geometry, light and colour only; what is printed on the document is read elsewhere.
//
// Every measure is a heuristic of assurance 1. The scores are calibrated so that the SDK's default thresholds fit them:
// focus .98, glare .20, finger .30, realness .80.
//
// Coordinates are those of package raster: continuous, in pixels of the picture that was passed in.
package document
