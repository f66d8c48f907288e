package mrz

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

const (
	grainRows      = 200   // rows of a picture that are examined
	medianOfNormal = .6745 // median of the absolute value of a normal variable, in its standard deviations
	maskEnergy     = 36    // sum of the squares of the mask's weights
)

// grain estimates the spread of a picture's noise in gray levels, from the median of how much a pixel differs from what
// its eight neighbours foretell (the mask of Immerkær, 1996, which lines and slopes leave at zero).
func grain(img *image.Gray) float64 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w < 3 || h < 3 {
		return 0
	}
	var histogram [2048]int
	n := 0
	step := max(1, h/grainRows)
	for y := 1; y < h-1; y += step {
		a, b, c := img.Pix[(y-1)*img.Stride:][:w], img.Pix[y*img.Stride:][:w], img.Pix[(y+1)*img.Stride:][:w]
		for x := 1; x < w-1; x += 2 {
			d := int(a[x-1]) - 2*int(a[x]) + int(a[x+1]) - 2*int(b[x-1]) + 4*int(b[x]) - 2*int(b[x+1]) + int(c[x-1]) -
				2*int(c[x]) + int(c[x+1])
			histogram[min(max(d, -d), len(histogram)-1)]++
			n++
		}
	}
	seen := 0
	for v, count := range histogram {
		if seen += count; 2*seen >= n {
			return float64(v) / medianOfNormal / math.Sqrt(maskEnergy)
		}
	}
	return 0
}

// When and how much a grainy picture is smoothed before it is searched. Tuned on the development samples.
const (
	coarse        = 7.0 // grain from which it is, gray levels
	leastSigma    = .6  // deviation of the blur without any grain, pixels
	grainPerSigma = 40  // gray levels of grain for each pixel more
	mostSigma     = 1.4
)

// quieted smooths a grainy picture.
func quieted(img *image.Gray) *image.Gray {
	g := grain(img)
	if g < coarse {
		return img
	}
	return raster.GaussianBlur(img, min(mostSigma, leastSigma+g/grainPerSigma))
}
