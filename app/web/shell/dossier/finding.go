package dossier

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// Why lists the policy's reasons, each with the check behind it, and before them the red findings that the policy does
// not know: those that arose from corrections, and those of the cross-check.
func (d Dossier) Why() []finding.Finding {
	unread := unreadable(d.Report.Checks)
	red := d.Red()
	isRed := func(r policy.Reason) bool {
		return slices.ContainsFunc(red, func(other policy.Reason) bool { return other.Key() == r.Key() })
	}
	all := d.arisen(red)
	for _, reason := range d.Decision.Reasons {
		check := Worst(d.Report.Checks, reason.Check)
		if i := slices.IndexFunc(d.Report.Checks, reason.Of); i >= 0 {
			check = &d.Report.Checks[i]
		}
		if reason.Check == engine.CodeReadable && len(unread) > 0 { // one reason for each capture, in the same order
			check, unread = unread[0], unread[1:]
		}
		f := d.finding(reason, check, isRed(reason))
		d.markRechecked(reason, &f)
		all = append(all, f)
	}
	return all
}

// finding returns the finding of a reason; the check behind it may be nil.
func (d Dossier) finding(reason policy.Reason, check *engine.Check, red bool) finding.Finding {
	f := finding.Finding{
		Tone:  ui.Warn,
		Text:  d.Sentence(reason, check),
		Group: d.T(string(reason.Band)),
		Title: reason.Code + ": " + d.Sentence(reason, nil),
		Code:  reason.Code,
		Check: reason.Check,
		Field: fieldOf(reason),
	}
	if red {
		f.Tone = ui.Fail
	}
	if red && reason.OfRow() {
		f.Text = d.RedSentence(reason)
	}
	if check != nil {
		f.Title, f.Focus = d.reasonTitle(reason.Code, *check), d.Focus(*check)
	}
	if reason.Check == engine.CodeConsistency {
		f.Focus = cmp.Or(d.disputed(reason.Code), f.Focus)
	}
	return f
}

// RedSentence returns a red reason in one sentence: that of its own row of the cross-check, where it is about one.
func (d Dossier) RedSentence(reason policy.Reason) string {
	if reason.OfRow() {
		return d.Sentence(reason, nil)
	}
	check := Worst(d.Report.Checks, reason.Check)
	if i := slices.IndexFunc(d.Report.Checks, reason.Of); i >= 0 {
		check = &d.Report.Checks[i]
	}
	return d.Sentence(reason, check)
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

// Worst returns the check of a code with the worst outcome; nil where there is none.
func Worst(checks []engine.Check, code string) *engine.Check {
	return policy.Worst(checks, code)
}

// Severity orders the outcomes of checks; the worst is the highest.
func Severity(o engine.Outcome) int {
	return policy.Severity(o)
}

// Passed lists the checks that passed.
func (d Dossier) Passed() []finding.Finding {
	return d.findings(func(o engine.Outcome) bool { return o == engine.Pass })
}

// NotRun lists the checks that were not run.
func (d Dossier) NotRun() []finding.Finding {
	return d.findings(func(o engine.Outcome) bool { return o == engine.NotRun })
}

// findings lists the checks with some outcomes.
func (d Dossier) findings(want func(engine.Outcome) bool) []finding.Finding {
	var all []finding.Finding
	for _, c := range d.Report.Checks {
		if !want(c.Outcome) {
			continue
		}
		text := d.T(catalogue.Title(c.Code))
		if limits := d.Limits(&c); limits != "" {
			text += ": " + limits
		}
		all = append(all, finding.Finding{
			Tone:  wording.OutcomeTone(string(c.Outcome)),
			Text:  text,
			Group: format.Sentence(d.CaptureName(c.Capture)),
			Title: d.CheckTitle(c),
			Focus: d.Focus(c),
		})
	}
	return all
}

// CaptureName names the capture that a report refers to; empty where the job has no such capture.
func (d Dossier) CaptureName(ref string) string {
	for _, capture := range d.Captures {
		if SameCapture(capture.ID, ref) {
			return d.T(wording.Capture(capture.Kind))
		}
	}
	return ""
}

// reasonTitle returns what CheckTitle does, with what can be done about one reason of the check.
func (d Dossier) reasonTitle(code string, c engine.Check) string {
	r, _, ok := catalogue.ReasonOf(code)
	if !ok || r.Remedy.English == "" {
		return d.CheckTitle(c)
	}
	return d.explained(c) + "\n" + d.T("What to do: %s", d.T(r.Remedy.English))
}

// CheckTitle returns all about a check that a line has no room for: what it means, what it found, the engine's own
// sentence, and what can be done where it did not pass.
func (d Dossier) CheckTitle(c engine.Check) string {
	known, ok := catalogue.CheckOf(c.Code)
	if !ok || c.Outcome == engine.Pass {
		return d.explained(c)
	}
	return d.explained(c) + "\n" + d.T("What to do: %s", d.T(known.Remedy.English))
}

// explained returns what a check requires and what it found.
func (d Dossier) explained(c engine.Check) string {
	known, ok := catalogue.CheckOf(c.Code)
	if !ok {
		return d.found(c)
	}
	return d.T("Required: %s", d.T(known.Meaning.English)) + "\n" + d.found(c)
}

// found returns what a check found, with its provider, its score and the engine's own sentence.
func (d Dossier) found(c engine.Check) string {
	parts := []string{d.T(catalogue.Title(c.Code)) + ": " + d.T(wording.Outcome(c.Outcome))}
	if of := d.CaptureName(c.Capture); of != "" {
		parts = []string{of, parts[0]}
	}
	parts = append(parts, d.T("by %s", strings.TrimSpace(c.Provider+" "+c.Version)),
		d.T(wording.Assurance(c.Assurance)),
		d.T(wording.Side(c.RanOn)))
	if limits := d.Limits(&c); limits != "" {
		parts = append(parts, limits)
	}
	if detail := d.Detail(c); detail != "" {
		parts = append(parts, detail)
	}
	return strings.Join(parts, " · ")
}

// isoDate matches the dates in the engine's sentences, covered ones too.
var isoDate = regexp.MustCompile(`\d{4}-(\d\d-\d\d|••-••)`)

// Detail returns the engine's own sentence about a check, which is English; in another language the console's sentences
// about the reasons of the check.
func (d Dossier) Detail(c engine.Check) string {
	if d.Language == words.English {
		return isoDate.ReplaceAllStringFunc(c.Detail, d.Calendar)
	}
	text := ""
	for _, code := range c.Reasons {
		told := d.withValues(code, &c)
		if s, ok := wording.Reason(code); ok && told == "" {
			told = d.T(s.Text.English)
		}
		text = format.Join("; ", text, told)
	}
	return text
}

// Focus returns the first place that a check points at: capture id and corners or box.
func (d Dossier) Focus(c engine.Check) string {
	for _, e := range c.Evidence {
		if at := d.Place(e.Capture, e.Quad, e.Box); at != "" {
			return at
		}
	}
	if id := d.CaptureID(c.Capture); id != "" {
		return id
	}
	return ""
}

// BoxFocus returns the place of a box in a capture.
func (d Dossier) BoxFocus(ref string, b engine.Box) string {
	id := d.CaptureID(ref)
	if id == "" {
		return ""
	}
	return fmt.Sprintf("%s %d %d %d %d", id, b.X, b.Y, b.W, b.H)
}

// Place returns where something is in a capture: its four corners where they are known, else its box.
func (d Dossier) Place(ref string, q *[8]float64, b *engine.Box) string {
	switch id := d.CaptureID(ref); {
	case id == "":
		return ""
	case q != nil:
		return id +
			fmt.Sprintf(" %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f", q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7])
	case b != nil:
		return d.BoxFocus(ref, *b)
	}
	return ""
}

// CaptureID returns the id of the capture that a report refers to by its URN, id or kind.
func (d Dossier) CaptureID(ref string) string {
	for _, capture := range d.Captures {
		if SameCapture(capture.ID, ref) || string(capture.Kind) == ref {
			return capture.ID
		}
	}
	return ""
}

// SameCapture reports whether a report's reference, a URN or an id, is the capture.
func SameCapture(id, ref string) bool {
	return ref != "" && (ref == id || strings.HasSuffix(ref, ":"+id))
}
