package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/engine"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// why lists the policy's reasons, each with the check behind it.
func why(d review.Dossier) []views.Finding {
	all := arisen(d)
	for _, reason := range d.Decision.Reasons {
		f := views.Finding{Tone: ui.Warn, Text: reason.Text, Group: reason.Band, Title: reason.Code, Code: reason.Code, Check: reason.Check}
		if check := behind(d.Report.Checks, reason.Check); check != nil {
			f.Title, f.Focus = title(*check), focusOf(d, *check)
			if check.Outcome == engine.Fail {
				f.Tone = ui.Fail
			}
		}
		rechecked(d, reason, &f)
		all = append(all, f)
	}
	return all
}

// behind gives the check that speaks loudest under a code.
func behind(checks []engine.Check, code string) *engine.Check {
	var worst *engine.Check
	for i, c := range checks {
		if c.Code == code && (worst == nil || badness(c.Outcome) > badness(worst.Outcome)) {
			worst = &checks[i]
		}
	}
	return worst
}

func badness(o engine.Outcome) int {
	return slices.Index([]engine.Outcome{engine.NotRun, engine.Pass, engine.Inconclusive, engine.Warn, engine.Fail}, o)
}

func passed(d review.Dossier) []views.Finding {
	return findings(d, func(o engine.Outcome) bool { return o == engine.Pass })
}

func notRun(d review.Dossier) []views.Finding {
	return findings(d, func(o engine.Outcome) bool { return o == engine.NotRun })
}

func findings(d review.Dossier, want func(engine.Outcome) bool) []views.Finding {
	var all []views.Finding
	for _, c := range d.Report.Checks {
		if !want(c.Outcome) {
			continue
		}
		text := policy.Title(c.Code)
		if c.Score != nil {
			text += " " + score(*c.Score)
		} else if c.Outcome == engine.NotRun && c.Detail != "" {
			text += ": " + c.Detail
		}
		all = append(all, views.Finding{Tone: toneOf(string(c.Outcome)), Text: text, Group: captureWord(d, c.Capture), Title: title(c), Focus: focusOf(d, c)})
	}
	return all
}

// captureWord says of which capture a check speaks.
func captureWord(d review.Dossier, ref string) string {
	for _, capture := range d.Captures {
		if sameCapture(capture.ID, ref) {
			return kindName(capture.Kind)
		}
	}
	return ""
}

// title tells all about a check that a line has no room for.
func title(c engine.Check) string {
	parts := []string{c.Code + ": " + string(c.Outcome), "by " + strings.TrimSpace(c.Provider+" "+c.Version), "assurance " + strconv.Itoa(int(c.Assurance)), "on the " + strings.ToLower(string(c.RanOn))}
	if c.Score != nil && c.Threshold != nil {
		sign := "≥"
		if c.Below {
			sign = "≤"
		}
		parts = append(parts, fmt.Sprintf("score %s, passes at %s %s", score(*c.Score), sign, score(*c.Threshold)))
	}
	if c.Detail != "" {
		parts = append(parts, c.Detail)
	}
	return strings.Join(parts, " · ")
}

// focusOf gives the first place that a check points at: capture id and box.
func focusOf(d review.Dossier, c engine.Check) string {
	for _, e := range c.Evidence {
		if e.Box != nil {
			return focus(d, e.Capture, *e.Box)
		}
		if e.Quad != nil {
			return focus(d, e.Capture, bounds(*e.Quad))
		}
	}
	if id := captureID(d, c.Capture); id != "" {
		return id
	}
	return ""
}

func focus(d review.Dossier, ref string, b engine.Box) string {
	id := captureID(d, ref)
	if id == "" {
		return ""
	}
	return fmt.Sprintf("%s %d %d %d %d", id, b.X, b.Y, b.W, b.H)
}

func bounds(q [8]float64) engine.Box {
	x0, x1 := min(q[0], q[2], q[4], q[6]), max(q[0], q[2], q[4], q[6])
	y0, y1 := min(q[1], q[3], q[5], q[7]), max(q[1], q[3], q[5], q[7])
	return engine.Box{X: int(x0), Y: int(y0), W: int(x1 - x0), H: int(y1 - y0)}
}

// captureID gives the id of the capture that a report refers to by its URN, id or kind.
func captureID(d review.Dossier, ref string) string {
	for _, capture := range d.Captures {
		if sameCapture(capture.ID, ref) || string(capture.Kind) == ref {
			return capture.ID
		}
	}
	return ""
}

// sameCapture tells whether a report's reference, a URN or an id, is the capture.
func sameCapture(id, ref string) bool {
	return ref != "" && (ref == id || strings.HasSuffix(ref, ":"+id))
}

// strip is the checks of the score strip in their order: the first of each line that was asked is shown.
var strip = [][]string{
	{engine.CodeFocus},
	{engine.CodeGlare},
	{engine.CodeRealness},
	{engine.CodeMRZ, engine.CodeBarcode},
	{engine.CodeFaceMatch, engine.CodeCustomerFace},
	{engine.CodeLiveness},
	{engine.CodeFaceQuality},
	{engine.CodeVoice},
	{engine.CodeSignature},
	{engine.CodeFingerprints},
	{engine.CodeVideo},
}

const stripSize = 6

// shortTitles are the names that fit above a bar.
var shortTitles = map[string]string{
	engine.CodeMRZ: "MRZ", engine.CodeRealness: "Realness", engine.CodeFaceMatch: "Face match", engine.CodeCustomerFace: "Customer", engine.CodeVideo: "Video",
}

func scores(d review.Dossier) []views.Score {
	var all []views.Score
	for _, codes := range strip {
		for _, code := range codes {
			c := behind(d.Report.Checks, code)
			if c == nil || len(all) == stripSize {
				continue
			}
			all = append(all, scoreOf(d, *c))
			break
		}
	}
	return all
}

func scoreOf(d review.Dossier, c engine.Check) views.Score {
	s := views.Score{Label: policy.Title(c.Code), Value: outcomeWord(c.Outcome), At: "0", Tone: toneOf(string(c.Outcome)), Title: title(c), Focus: focusOf(d, c)}
	if short := shortTitles[c.Code]; short != "" {
		s.Label = short
	}
	if c.Score != nil {
		s.Value, s.At = score(*c.Score), percent(*c.Score)
	}
	if c.Threshold != nil {
		s.Mark = percent(*c.Threshold)
	}
	return s
}

// outcomeWord says what was found where there is no number.
func outcomeWord(o engine.Outcome) string {
	if o == engine.Inconclusive {
		return "unproven"
	}
	return words(string(o))
}

func percent(v float64) string { return strconv.FormatFloat(100*max(0, min(v, 1)), 'f', 1, 64) }
