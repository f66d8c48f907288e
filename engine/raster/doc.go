// Package raster turns the bytes of a picture into pixels, safely, and does the pixel work that every
// other part of the engine builds on: scaling, turning, warping, blurring, gradients and thresholds.
//
// It decides what a file is by its bytes, refuses what is too large or too costly before anything is decoded, applies
// the EXIF orientation, and names what is wrong with a file by a stable code. It does not deal with documents, faces or
// codes, reads no files and keeps no state.
//
// Conventions: pictures are the standard library's [image.Gray] and [image.RGBA]. Row y of a picture starts
// at Pix[y*Stride], and Stride may exceed the width. Results start at (0,0). Continuous coordinates have
// their origin at the top-left corner of the top-left pixel, so that the centre of pixel (x,y) is
// (x+½, y+½). Angles are in degrees, clockwise as seen.
package raster
