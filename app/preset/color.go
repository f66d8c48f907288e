package preset

import (
	"image/color"
	"math"
	"strconv"
)

// ParseColor parses #RGB, #RRGGBB or #AARRGGBB, Android's order in which alpha comes first, and reports whether text is
// one of them.
func ParseColor(text string) (color.NRGBA, bool) {
	if len(text) < 4 || text[0] != '#' {
		return color.NRGBA{}, false
	}
	digits := text[1:]
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return color.NRGBA{}, false
	}
	switch len(digits) {
	case 3:
		r, g, b := uint8(n>>8&15), uint8(n>>4&15), uint8(n&15)
		return color.NRGBA{R: r * 17, G: g * 17, B: b * 17, A: 255}, true
	case 6:
		return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}, true
	case 8:
		return color.NRGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: uint8(n >> 24)}, true
	}
	return color.NRGBA{}, false
}

// over returns a colour as it is seen over an opaque one.
func over(front, back color.NRGBA) color.NRGBA {
	mix := func(f, b uint8) uint8 {
		return uint8((int(f)*int(front.A) + int(b)*(255-int(front.A)) + 127) / 255)
	}
	return color.NRGBA{R: mix(front.R, back.R), G: mix(front.G, back.G), B: mix(front.B, back.B), A: 255}
}

// contrast returns the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, "contrast ratio").
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// luminance returns the relative luminance, 0 to 1 (WCAG 2.2, "relative luminance").
func luminance(c color.NRGBA) float64 {
	return .2126*linear[c.R] + .7152*linear[c.G] + .0722*linear[c.B]
}

// linear holds the linear value of each value of a channel (sRGB, IEC 61966-2-1).
var linear = func() (values [256]float64) {
	for v := range values {
		s := float64(v) / 255
		if s <= .04045 {
			values[v] = s / 12.92
		} else {
			values[v] = math.Pow((s+.055)/1.055, 2.4)
		}
	}
	return values
}()
