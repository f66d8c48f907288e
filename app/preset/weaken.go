package preset

import (
	"maps"
	"math"
	"slices"
)

// A change that makes the capture easier to deceive, or shows what should not be seen, needs a second person.

const (
	idOptions     = "idCaptureCustomizationOptions."
	selfieOptions = "selfieCaptureCustomizationOptions."
)

// weakerBelow are the thresholds that protect less the lower they are; weakerAbove those the higher they are.
var (
	weakerBelow = []string{
		idOptions + "captureOptions.frontRealnessThreshold",
		idOptions + "captureOptions.backRealnessThreshold",
		selfieOptions + "captureOptions.liveFaceProbabilityThreshold",
	}
	weakerAbove = []string{
		selfieOptions + "captureOptions.consecutiveFakeFaceLimit",
	}
	weakerTrue  = []string{"isDebugMode", "isScreenRecordingEnabled"}
	weakerFalse = []string{
		idOptions + "enableRealIDDetection",
		idOptions + "enableUploadIDData",
		selfieOptions + "captureOptions.uploadFaceData",
	}
)

// Weakened lists the options whose protection is weaker in one content than in another; nothing set counts as the
// default.
func Weakened(from, to Values) []string {
	var weaker []string
	for _, path := range weakerBelow {
		if number(to, path) < number(from, path) {
			weaker = append(weaker, path)
		}
	}
	for _, path := range weakerAbove {
		if number(to, path) > number(from, path) {
			weaker = append(weaker, path)
		}
	}
	for _, path := range slices.Concat(weakerTrue, weakerFalse) {
		weak := slices.Contains(weakerTrue, path)
		if to.effective(path) == weak && from.effective(path) != weak {
			weaker = append(weaker, path)
		}
	}
	return weaker
}

func number(v Values, path string) float64 {
	n, _ := v.effective(path).(float64)
	return n
}

// AtLeast returns values in which every protection is as strong as in the weakest of the floors, of which there must be
// one.
func (v Values) AtLeast(floors ...Values) Values {
	kept := maps.Clone(v)
	for _, path := range weakerBelow {
		kept[path] = max(number(kept, path), extreme(floors, path, math.Min))
	}
	for _, path := range weakerAbove {
		kept[path] = min(number(kept, path), extreme(floors, path, math.Max))
	}
	for _, path := range slices.Concat(weakerTrue, weakerFalse) {
		weak := slices.Contains(weakerTrue, path)
		allowed := slices.ContainsFunc(floors, func(f Values) bool { return f.effective(path) == weak })
		if kept.effective(path) == weak && !allowed {
			kept[path] = !weak
		}
	}
	return kept
}

// extreme returns the least or the greatest of a number's values in some floors.
func extreme(floors []Values, path string, pick func(a, b float64) float64) float64 {
	found := number(floors[0], path)
	for _, f := range floors[1:] {
		found = pick(found, number(f, path))
	}
	return found
}
