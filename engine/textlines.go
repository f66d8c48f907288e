//go:build !js

package engine

import (
	"image"

	"proofdesk/engine/document"
	"proofdesk/engine/text"
)

// Both were tuned on photographs of letters and of things without print.
const (
	// pageLong is the longer side in mm that a page is taken to have to count its lines: of letters the larger print,
	// of data pages all of it.
	pageLong = 125
	// lineLong is how many times as long as high a line is, at least; hair and leaves make shorter ones.
	lineLong = 6
)

// textLines returns a function that counts the printed lines on the document, or in the picture where its edges were
// not found. It counts when it is first called.
func textLines(p *picture, o *document.Outline) func() int {
	counted := -1
	return func() int {
		if counted < 0 {
			counted = countTextLines(straightened(p, o).RGBA())
		}
		return counted
	}
}

func countTextLines(img *image.RGBA) int {
	mm := float64(max(img.Rect.Dx(), img.Rect.Dy())) / pageLong
	n := 0
	for _, row := range text.Rows(img, mm) {
		if row.Box.Dx() > lineLong*row.Box.Dy() {
			n++
		}
	}
	return n
}
