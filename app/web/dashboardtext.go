package web

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/app/dashboard"
	"proofdesk/app/policy"
	"proofdesk/engine"
	"proofdesk/views/ui"
)

func spanLabel(s dashboard.Span) string {
	if s.Hours > 48 {
		return strconv.FormatInt(s.Hours/24, 10) + " d"
	}
	return strconv.FormatInt(s.Hours, 10) + " h"
}

// took writes a time with two or three figures; below 0 is none.
func took(d time.Duration) string {
	switch {
	case d < 0:
		return "–"
	case d < time.Millisecond:
		return "<1 ms"
	case d < 995*time.Millisecond:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', 0, 64) + " s"
	case d < time.Hour:
		return twoUnits(d.Round(time.Second), time.Minute, "min", "s")
	case d < 24*time.Hour:
		return twoUnits(d.Round(time.Minute), time.Hour, "h", "min")
	}
	return twoUnits(d.Round(time.Hour), 24*time.Hour, "d", "h")
}

var smaller = map[string]time.Duration{"s": time.Second, "min": time.Minute, "h": time.Hour}

func twoUnits(d, unit time.Duration, large, small string) string {
	text := strconv.FormatInt(int64(d/unit), 10) + " " + large
	if rest := d % unit / smaller[small]; rest > 0 {
		text += " " + strconv.FormatInt(int64(rest), 10) + " " + small
	}
	return text
}

func tookMillis(ms float64) string { return took(time.Duration(ms * float64(time.Millisecond))) }

// millisOf gives times as numbers for a line; below 0 is none.
func millisOf(times []time.Duration) []float64 {
	values := make([]float64, len(times))
	for i, d := range times {
		values[i] = float64(d) / float64(time.Millisecond)
		if d < 0 {
			values[i] = -1
		}
	}
	return values
}

// bare writes a time as a table for programs has it: milliseconds, empty for none.
func bare(d time.Duration) string {
	if d < 0 {
		return ""
	}
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', -1, 64)
}

func numbersOf(counts []int64) []float64 {
	values := make([]float64, len(counts))
	for i, n := range counts {
		values[i] = float64(n)
	}
	return values
}

// thousands writes a number with a comma between its thousands.
func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	digits := strings.TrimPrefix(text, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n < 0 {
		return "-" + digits
	}
	return digits
}

func whole(v float64) string { return thousands(int64(v)) }

// shareText writes a share as per cent; "–" where there is nothing to share.
func shareText(n, all int64) string {
	if all <= 0 {
		return "–"
	}
	percent := 100 * dashboard.Share(n, all)
	digits := 0
	if percent > 0 && percent < 10 || percent > 90 && percent < 100 {
		digits = 1
	}
	return strconv.FormatFloat(percent, 'f', digits, 64) + " %"
}

func bareShare(n, all int64) string {
	if all <= 0 {
		return ""
	}
	return strconv.FormatFloat(dashboard.Share(n, all), 'f', 4, 64)
}

func figure(n int64) string { return strconv.FormatInt(n, 10) }

// outcomeWords are the outcomes of jobs as the dashboard names them.
var outcomeWords = map[string]string{
	"APPROVED": "Approved", "REVIEW": "To review", "DECLINED": "Declined", "ERROR": "Error", "EXISTING_CUSTOMER": "Existing customer", "SUSPICIOUS": "Suspicious",
}

func outcomeName(status string) string {
	if name := outcomeWords[strings.ToUpper(status)]; name != "" {
		return name
	}
	return sentence(words(status))
}

var leanNames = map[string]string{
	string(dashboard.LeanApprove): "nothing failed", string(dashboard.LeanUnsure): "something warned", string(dashboard.LeanDecline): "something failed",
}

var stepNames = map[string]string{
	string(engine.GroupCapture): "decoding", string(engine.GroupQuality): "quality", string(engine.GroupDocument): "document", string(engine.GroupData): "data checks",
}

func stepName(group string) string {
	if name := stepNames[group]; name != "" {
		return name
	}
	return group
}

// findingName names the code of a reason of the engine: the title of its check where it is one.
func findingName(code string) string {
	if title := policy.Title(code); title != strings.NewReplacer("_", " ", ".", " ").Replace(code) {
		return title
	}
	return sentence(strings.ReplaceAll(words(code), "mrz", "MRZ"))
}

// toneClass gives the class of an area for a tone.
func toneClass(t ui.Tone) string {
	if t == ui.Plain {
		return string(ui.Soft)
	}
	return string(t)
}

func oneDigit(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
