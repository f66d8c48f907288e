package preset

import (
	"fmt"
	"strconv"

	"proofdesk/app/fault"
)

// A finding about several options concerns what is in force, so values that are not set count with their defaults.

// pairs lists the options of which the first must not be above the second. Where both are equal, only exactly that is
// accepted, which is allowed and warned of.
var pairs = []struct{ low, high string }{
	{
		"selfieCaptureCustomizationOptions.captureOptions.minHeadEulerAngle",
		"selfieCaptureCustomizationOptions.captureOptions.maxHeadEulerAngle",
	},
	{
		"selfieCaptureCustomizationOptions.captureOptions.minRelativeNoseHeight",
		"selfieCaptureCustomizationOptions.captureOptions.maxRelativeNoseHeight",
	},
}

// fingers are the fingers of the four-fingerprint capture.
var fingers = []string{"INDEX", "MIDDLE", "RING", "BABY"}

// Conflicts returns the mistakes that only several options together make.
func (v Values) Conflicts() []fault.Field {
	var mistakes []fault.Field
	for _, pair := range pairs {
		low, high := number(v, pair.low), number(v, pair.high)
		if low > high {
			mistakes = append(mistakes, fault.Field{
				Name:    pair.low,
				Rule:    "order",
				Message: fmt.Sprintf("%s (%v) must not be above %s (%v)", name(pair.low), low, name(pair.high), high),
			})
		}
	}
	processed, kept := 0, 0
	for _, finger := range fingers {
		process, keep := "fourFingerConfiguration.CFC_PROCESS_"+finger+"_FINGER",
			"fourFingerConfiguration.CFC_KEEP_"+finger+"_FINGER"
		if v.effective(process) == "Y" {
			processed++
			if v.effective(keep) == "Y" {
				kept++
			}
		} else if v[keep] == "Y" {
			mistakes = append(mistakes, fault.Field{
				Name:    keep,
				Rule:    "match",
				Message: name(keep) + " must be N, as " + name(process) + " is N: what is not processed can't be kept",
			})
		}
	}
	if processed == 0 {
		mistakes = append(mistakes, fault.Field{
			Name:    "fourFingerConfiguration.CFC_PROCESS_INDEX_FINGER",
			Rule:    "required",
			Message: "at least one finger must be processed",
		})
	} else if kept == 0 {
		mistakes = append(mistakes, fault.Field{
			Name:    "fourFingerConfiguration.CFC_KEEP_INDEX_FINGER",
			Rule:    "required",
			Message: "at least one finger that is processed must be kept",
		})
	}
	return mistakes
}

func name(path string) string {
	_, last := split(path)
	return last
}

// effective returns the value in force of an option: what is set, or the default.
func (v Values) effective(path string) any {
	if value, ok := v[path]; ok {
		return value
	}
	o, _ := Find(path)
	return o.Default
}

// enoughContrast is what WCAG 2.2 asks of texts at level AA (1.4.3).
const enoughContrast = 4.5

// Warnings returns what is allowed and probably not meant: bounds between which nothing is left, and texts on a
// background from which they hardly differ. Pairs of colours of which nothing is set are left out.
func (v Values) Warnings() []fault.Field {
	warnings := v.narrow()
	for _, o := range options {
		if o.On == "" || v[o.Path] == nil && v[o.On] == nil {
			continue
		}
		ratio := v.contrast(o.Path, o.On)
		if ratio < enoughContrast {
			warnings = append(warnings, fault.Field{
				Name: o.Path,
				Rule: "contrast",
				Message: fmt.Sprintf("%s on %s has a contrast of %s:1; WCAG AA asks for 4.5:1",
					o.Name, name(o.On), strconv.FormatFloat(ratio, 'f', 2, 64)),
			})
		}
	}
	return warnings
}

// narrow returns a warning for each pair of bounds between which nothing is left.
func (v Values) narrow() []fault.Field {
	var warnings []fault.Field
	for _, pair := range pairs {
		if at := number(v, pair.low); at == number(v, pair.high) {
			warnings = append(warnings, fault.Field{
				Name: pair.low,
				Rule: "order",
				Message: fmt.Sprintf("%s and %s are both %v: only exactly that is accepted", name(pair.low),
					name(pair.high), at),
			})
		}
	}
	return warnings
}

// Contrast returns the contrast ratio, 1 to 21, of a colour on the one behind it.
func (v Values) Contrast(o Option) float64 { return v.contrast(o.Path, o.On) }

// contrast returns the contrast ratio of a colour on another, by their paths.
func (v Values) contrast(front, back string) float64 {
	text, _ := v.effective(front).(string)
	ground, _ := v.effective(back).(string)
	return contrastOf(text, ground)
}

// contrastOf returns the contrast ratio of a colour on another, both as texts. A background with alpha is taken as
// seen over white or black, whichever is worse.
func contrastOf(text, ground string) float64 {
	f, _ := ParseColor(text)
	b, _ := ParseColor(ground)
	worst := 21.
	for _, behind := range []string{"#FFF", "#000"} {
		base, _ := ParseColor(behind)
		seen := over(b, base)
		worst = min(worst, contrast(over(f, seen), seen))
	}
	return worst
}
