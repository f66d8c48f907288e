package rendition

import (
	"bytes"
	"fmt"

	"proofdesk/app/fault"
	"proofdesk/engine/voice"
)

// The waveform's size in its own units.
const (
	waveWidth  = 600
	waveHeight = 120
)

// waveform draws a recording as lines from its lowest to its highest sample, left to right.
func waveform(sound []byte) (Picture, error) {
	report, err := voice.Inspect(sound)
	if err != nil {
		return Picture{}, fault.Wrap(err, fault.Invalid, "this recording can't be drawn")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d"><path fill="none" `+
			`stroke="#8fb4ff" stroke-width="1.6" stroke-linecap="round" d="`, waveWidth, waveHeight, waveWidth,
		waveHeight)
	peaks := report.Waveform(waveWidth / 2)
	for i, p := range peaks {
		x := (float64(i) + .5) * waveWidth / float64(len(peaks))
		fmt.Fprintf(&b, "M%.1f %.1fV%.1f", x, level(p.High)-.4, level(p.Low)+.4)
	}
	b.WriteString(`"/></svg>`)
	return Picture{Bytes: b.Bytes(), ContentType: "image/svg+xml"}, nil
}

// level returns the height of a sample of -1 to 1.
func level(sample float32) float64 {
	return waveHeight / 2 * (1 - .94*float64(max(-1, min(sample, 1))))
}
