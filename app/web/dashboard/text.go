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

// spanLabel names a span: in days, or in hours where it is at most two days.
func spanLabel(l words.Language, s dashboard.Span) string {
	label := l.T("%s h", l.Count(s.Hours))
	if s.Hours > 48 {
		label = l.Age(time.Duration(s.Hours) * time.Hour)
	}
	return strings.ReplaceAll(label, " ", "\u00a0")
}

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

// whole writes a number of jobs on an axis.
func (b board) whole(v float64) string { return b.Count(int64(v)) }

// tookMillis writes a time in milliseconds on an axis.
func (b board) tookMillis(ms float64) string {
	return b.Took(time.Duration(ms * float64(time.Millisecond)))
}

// outcome names an outcome of a job.
func (b board) outcome(status string) string { return b.T(outcomeName(status)) }

// perStep returns the time that each point of a line sums up.
func (b board) perStep() string {
	if b.Step == 1 {
		return b.T("by hour, %s", spanLabel(b.Language, b.Span))
	}
	return b.T("by %d hours, %s", b.Step, spanLabel(b.Language, b.Span))
}

// soFar reports how the point that is not over is drawn.
func (b board) soFar() string {
	if b.Step == 1 {
		return b.T("Rings show the current hour so far; zoom leaves it out.")
	}
	return b.T("Rings show the current %d hours so far; zoom leaves them out.", b.Step)
}

var leanNames = map[string]string{
	string(dashboard.LeanApprove): "no failures",
	string(dashboard.LeanUnsure):  "doubtful checks",
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
