package web

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// why lists the policy's reasons, each with the check behind it.
func why(d dossier) []finding.Finding {
	all := arisen(d)
	unread := unreadable(d.Report.Checks)
	for _, reason := range d.Decision.Reasons {
		check := behind(d.Report.Checks, reason.Check)
		if i := slices.IndexFunc(d.Report.Checks, reason.Of); i >= 0 {
			check = &d.Report.Checks[i]
		}
		if reason.Check == engine.CodeReadable && len(unread) > 0 { // one reason for each capture, in the same order
			check, unread = unread[0], unread[1:]
		}
		f := finding.Finding{
			Tone:  ui.Warn,
			Text:  d.says(reason, check),
			Group: d.T(bandName(reason.Band)),
			Title: reason.Code + ": " + d.says(reason, nil),
			Code:  reason.Code,
			Check: reason.Check,
		}
		if check != nil {
			f.Title, f.Focus = title(d, *check), focusOf(d, *check)
			if check.Code == engine.CodeConsistency {
				f.Focus = cmp.Or(d.disputed(), f.Focus)
			}
			if check.Outcome == engine.Fail {
				f.Tone = ui.Fail
			}
		}
		rechecked(d, reason, &f)
		all = append(all, f)
	}
	return all
}

// unreadable lists the checks of captures that can't be read.
func unreadable(checks []engine.Check) []*engine.Check {
	var all []*engine.Check
	for i, c := range checks {
		if c.Code == engine.CodeReadable && c.Outcome == engine.Fail {
			all = append(all, &checks[i])
		}
	}
	return all
}

// bandName returns what a reason speaks for as people read it.
func bandName(band string) string {
	if band == "match" {
		return "faces"
	}
	return band
}

// behind returns the check that speaks loudest under a code.
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

func passed(d dossier) []finding.Finding {
	return findings(d, func(o engine.Outcome) bool { return o == engine.Pass })
}

func notRun(d dossier) []finding.Finding {
	return findings(d, func(o engine.Outcome) bool { return o == engine.NotRun })
}

func findings(d dossier, want func(engine.Outcome) bool) []finding.Finding {
	var all []finding.Finding
	for _, c := range d.Report.Checks {
		if !want(c.Outcome) {
			continue
		}
		text := d.T(policy.Title(c.Code))
		if limits := d.limits(&c); limits != "" {
			text += ": " + limits
		}
		all = append(all, finding.Finding{
			Tone:  toneOf(string(c.Outcome)),
			Text:  text,
			Group: captureWord(d, c.Capture),
			Title: title(d, c),
			Focus: focusOf(d, c),
		})
	}
	return all
}

// captureWord says of which capture a check speaks.
func captureWord(d dossier, ref string) string {
	for _, capture := range d.Captures {
		if sameCapture(capture.ID, ref) {
			return d.T(kindName(capture.Kind))
		}
	}
	return ""
}

// title tells all about a check that a line has no room for, codes and the engine's own sentence included.
func title(d dossier, c engine.Check) string {
	parts := []string{c.Code + ": " + string(c.Outcome)}
	if of := captureWord(d, c.Capture); of != "" {
		parts = []string{of, parts[0]}
	}
	parts = append(parts, d.T("by %s", strings.TrimSpace(c.Provider+" "+c.Version)), d.T(assuranceName(c.Assurance)),
		d.T(sideName(c.RanOn)))
	if limits := d.limits(&c); limits != "" {
		parts = append(parts, d.T("score %s", limits))
	}
	if detail := d.detail(c); detail != "" {
		parts = append(parts, detail)
	}
	return strings.Join(parts, " · ")
}

// detail returns the engine's own sentence, which is English; in another language what the console says of the check's
// reasons.
func (d dossier) detail(c engine.Check) string {
	if d.Language == words.English {
		return c.Detail
	}
	text := ""
	for _, code := range c.Reasons {
		told := d.fuller(code, &c)
		if s, ok := sayings[code]; ok && told == "" {
			told = d.T(s.text)
		}
		text = format.Join("; ", text, told)
	}
	return text
}

func sideName(on engine.RanOn) string {
	if on == engine.OnDevice {
		return "on the device"
	}
	return "on the server"
}

// focusOf returns the first place that a check points at: capture id and corners or box.
func focusOf(d dossier, c engine.Check) string {
	for _, e := range c.Evidence {
		if at := locus(d, e.Capture, e.Quad, e.Box); at != "" {
			return at
		}
	}
	if id := captureID(d, c.Capture); id != "" {
		return id
	}
	return ""
}

func focus(d dossier, ref string, b engine.Box) string {
	id := captureID(d, ref)
	if id == "" {
		return ""
	}
	return fmt.Sprintf("%s %d %d %d %d", id, b.X, b.Y, b.W, b.H)
}

// locus is where something stands in a capture: by its four corners where they are known, else by its box.
func locus(d dossier, ref string, q *[8]float64, b *engine.Box) string {
	switch id := captureID(d, ref); {
	case id == "":
		return ""
	case q != nil:
		return id +
			fmt.Sprintf(" %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f", q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7])
	case b != nil:
		return focus(d, ref, *b)
	}
	return ""
}

func bounds(q [8]float64) engine.Box {
	x0, x1 := min(q[0], q[2], q[4], q[6]), max(q[0], q[2], q[4], q[6])
	y0, y1 := min(q[1], q[3], q[5], q[7]), max(q[1], q[3], q[5], q[7])
	return engine.Box{X: int(x0), Y: int(y0), W: int(x1 - x0), H: int(y1 - y0)}
}

// captureID returns the id of the capture that a report refers to by its URN, id or kind.
func captureID(d dossier, ref string) string {
	for _, capture := range d.Captures {
		if sameCapture(capture.ID, ref) || string(capture.Kind) == ref {
			return capture.ID
		}
	}
	return ""
}

// sameCapture reports whether a report's reference, a URN or an id, is the capture.
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
	engine.CodeMRZ:          "MRZ",
	engine.CodeRealness:     "Realness",
	engine.CodeFaceMatch:    "Face distance",
	engine.CodeCustomerFace: "Customer’s face",
	engine.CodeVideo:        "Video",
}

func scores(d dossier) []views.Score {
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

func scoreOf(d dossier, c engine.Check) views.Score {
	s := views.Score{
		Label: d.T(policy.Title(c.Code)),
		Value: d.T(outcomeWord(c.Outcome)),
		At:    "0",
		Tone:  toneOf(string(c.Outcome)),
		Title: title(d, c),
		Of:    captureWord(d, c.Capture),
		Focus: focusOf(d, c),
	}
	if short := shortTitles[c.Code]; short != "" {
		s.Title = s.Label + " · " + s.Title
		s.Label = d.T(short)
	}
	switch {
	case c.Score != nil && (c.Threshold != nil || *c.Score <= 1):
		s.Value, s.At = format.Score(*c.Score), percent(*c.Score)
	case c.Score != nil: // a length or a count, of which no share is known
		s.Value, s.At = d.T(outcomeWord(c.Outcome)), "100"
	}
	if c.Threshold != nil {
		s.Mark, s.Limit = percent(*c.Threshold), d.atWhich(c)
	}
	return s
}

// atWhich is the threshold of a score with its direction, or both where a pass lies between two.
func (d dossier) atWhich(c engine.Check) string {
	if c.Limits != nil {
		return format.Score(c.Limits[0]) + "–" + format.Score(c.Limits[1])
	}
	if c.Below {
		return "≤ " + format.Score(*c.Threshold)
	}
	return "≥ " + format.Score(*c.Threshold)
}

// outcomeWord reports what was found where there is no number.
func outcomeWord(o engine.Outcome) string {
	switch o {
	case engine.Pass:
		return "pass"
	case engine.Warn:
		return "doubtful"
	case engine.Fail:
		return "fail"
	case engine.Inconclusive:
		return "unproven"
	}
	return "not run"
}

func percent(v float64) string { return strconv.FormatFloat(100*max(0, min(v, 1)), 'f', 1, 64) }
