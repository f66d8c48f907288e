package rendition

import (
	"bytes"
	"fmt"
	"math"

	"proofdesk/app/fault"
	"proofdesk/engine/signature"
)

// The signature's size in its own units with the margin around it, and how many seconds its replay takes at most.
const (
	strokesWidth  = 600.0
	strokesHeight = 300.0
	strokesMargin = 20.0
	replayTime    = 4.0
)

// strokes draws a signature's coordinates as a picture that writes itself, as fast as it was written but in a few
// seconds; it stands still for who wants no motion.
func strokes(capture []byte) (Picture, error) {
	lines, err := signature.ParseStrokes(signature.Coordinates(capture))
	if err != nil {
		return Picture{}, fault.Wrap(err, fault.Invalid, "this signature can't be drawn")
	}
	at := placeOf(lines)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g"><style>`+
		`path{fill:none;stroke:#8fb4ff;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}`+
		`@media (prefers-reduced-motion:no-preference){path{stroke-dasharray:1 2;animation:w linear both}@keyframes `+
		`w{from{stroke-dashoffset:1.01}}}</style>`, strokesWidth, strokesHeight, strokesWidth, strokesHeight)
	total, begun := 1e-9, 0.0
	for _, line := range lines {
		total += duration(line)
	}
	for _, line := range lines {
		lasts := duration(line)
		fmt.Fprintf(&b,
			`<path pathLength="1" style="animation-delay:%.2fs;animation-duration:%.2fs" d="`, begun/total*replayTime,
			lasts/total*replayTime)
		for i, p := range line {
			x, y := at(p)
			fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], x, y)
		}
		if len(line) == 1 {
			b.WriteString("h.1")
		}
		b.WriteString(`"/>`)
		begun += lasts
	}
	b.WriteString(`</svg>`)
	return Picture{Bytes: b.Bytes(), ContentType: "image/svg+xml"}, nil
}

// duration is how long a stroke took; where no times were kept, its points stand for them.
func duration(line signature.Stroke) float64 {
	if len(line) == 0 {
		return 0
	}
	if d := line[len(line)-1].T - line[0].T; d > 0 && !math.IsInf(d, 0) {
		return d
	}
	return float64(len(line))
}

// placeOf fits all points into the picture, in proportion.
func placeOf(lines []signature.Stroke) func(signature.Point) (x, y float64) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, line := range lines {
		for _, p := range line {
			x0, y0, x1, y1 = min(x0, p.X), min(y0, p.Y), max(x1, p.X), max(y1, p.Y)
		}
	}
	scale := min((strokesWidth-2*strokesMargin)/max(x1-x0, 1e-9), (strokesHeight-2*strokesMargin)/max(y1-y0, 1e-9))
	return func(p signature.Point) (x, y float64) {
		return strokesWidth/2 + (p.X-(x0+x1)/2)*scale, strokesHeight/2 + (p.Y-(y0+y1)/2)*scale
	}
}
