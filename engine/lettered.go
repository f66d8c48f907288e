//go:build !js

package engine

import "proofdesk/engine/text"

const (
	// fewestLines is from how many printed lines a picture shows a text: photographs of letters gave 11 and more, those
	// of animals, grass and machines 3 at most.
	fewestLines = 6
	// pageLong is the longer side in mm that a page is taken to have to count its lines: of letters the larger print,
	// of data pages all of it.
	pageLong = 125
	// lineLong is how many times as long as high a line is, at least; hair and leaves make shorter ones.
	lineLong = 6
)

// lettered reports whether the document, or the picture where there is no outline, shows lines of print.
func (c *card) lettered() bool {
	if c.lines == 0 {
		c.lines = 1 + c.countLines()
	}
	return c.lines > fewestLines
}

func (c *card) countLines() int {
	img := c.straightened().RGBA()
	mm := float64(max(img.Rect.Dx(), img.Rect.Dy())) / pageLong
	n := 0
	for _, row := range text.Rows(img, mm) {
		if row.Box.Dx() > lineLong*row.Box.Dy() {
			n++
		}
	}
	return n
}
