package dashboard

import (
	"strconv"
	"strings"
	"time"

	"proofdesk/app/dashboard"
	"proofdesk/app/web/shell/delivery"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/webhook"
	"proofdesk/engine"
	"proofdesk/views/ui"
	"proofdesk/views/words"
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

// millisOf returns times as numbers for a line; below 0 is none.
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

func whole(v float64) string { return format.Thousands(int64(v)) }

func bareShare(n, all int64) string {
	if all <= 0 {
		return ""
	}
	return strconv.FormatFloat(dashboard.Share(n, all), 'f', 4, 64)
}

// outcomeWords are the outcomes of jobs as the dashboard names them.
var outcomeWords = map[string]string{
	"APPROVED":          "Approved",
	"REVIEW":            "To review",
	"DECLINED":          "Declined",
	"ERROR":             "Error",
	"EXISTING_CUSTOMER": "Existing customer",
	"SUSPICIOUS":        "Suspicious",
}

func outcomeName(status string) string {
	if name := outcomeWords[strings.ToUpper(status)]; name != "" {
		return name
	}
	return format.Sentence(format.Words(status))
}

// board is a company's figures, told in a visitor's language.
type board struct {
	dashboard.Board
	words.Language
}

// outcome names an outcome of a job.
func (b board) outcome(status string) string { return b.T(outcomeName(status)) }

// perStep returns the time that each point of a line sums up.
func (b board) perStep() string {
	if b.Step == 1 {
		return b.T("by hour, %s", spanLabel(b.Span))
	}
	return b.T("by %d hours, %s", b.Step, spanLabel(b.Span))
}

// soFar reports how the point that is not over is drawn.
func (b board) soFar() string {
	if b.Step == 1 {
		return b.T("Rings show the current hour so far; zoom leaves it out.")
	}
	return b.T("Rings show the current %d hours so far; zoom leaves them out.", b.Step)
}

// dated writes a time by a layout with the day's and the month's name in a language.
func dated(l words.Language, at time.Time, layout string) string {
	text := at.Format(layout)
	if l == words.English {
		return text
	}
	for _, name := range []string{at.Format("Mon"), at.Format("Jan")} {
		text = strings.Replace(text, name, l.T(name), 1)
	}
	return text
}

// The short names of days and months, as time.Format writes them.
var (
	weekdays = []string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
	_        = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
)

var leanNames = map[string]string{
	string(dashboard.LeanApprove): "no failures",
	string(dashboard.LeanUnsure):  "warnings",
	string(dashboard.LeanDecline): "failures",
}

var stepNames = map[string]string{
	string(engine.GroupCapture):     "decoding",
	string(engine.GroupQuality):     "quality",
	string(engine.GroupDocument):    "document",
	string(engine.GroupData):        "data checks",
	string(engine.GroupFace):        "face",
	string(engine.GroupLiveness):    "liveness",
	string(engine.GroupVoice):       "voice",
	string(engine.GroupSignature):   "signature",
	string(engine.GroupFingerprint): "fingerprint",
	string(engine.GroupVideo):       "video",
	string(engine.GroupChip):        "chip",
}

// ending names how an attempt ended.
func (b board) ending(class string) string {
	return delivery.Class(b.Language, webhook.Class(class))
}

func stepName(group string) string {
	if name := stepNames[group]; name != "" {
		return name
	}
	return group
}

// toneClass returns the class of an area for a tone.
func toneClass(t ui.Tone) string {
	if t == ui.Plain {
		return string(ui.Soft)
	}
	return string(t)
}
