package policy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/engine"
)

// reasonOf returns the reason for a check that did not pass.
func reasonOf(c engine.Check) Reason {
	code := c.Code
	if len(c.Reasons) > 0 {
		code = c.Reasons[0]
	}
	return Reason{
		Code:    code,
		Check:   c.Code,
		Capture: of(c),
		Band:    bandOf(c),
		Text:    orText(c.Detail, catalogue.Title(c.Code)+": "+words(strings.ToLower(string(c.Outcome)))),
	}
}

// of returns the capture that a check ran for, where the check runs for each capture.
func of(c engine.Check) string {
	if c.Code == engine.CodeDocument {
		return c.Capture
	}
	return ""
}

// Of reports whether a check ran for the capture that the reason is about.
func (r Reason) Of(c engine.Check) bool {
	return r.Capture != "" && c.Code == r.Check && c.Capture == r.Capture
}

// sortReasons orders reasons by what is at stake. That a picture does not show one whole document comes before all of
// them, as they may follow from it.
func sortReasons(reasons []Reason) {
	slices.SortStableFunc(reasons, func(a, b Reason) int { return cmp.Compare(a.weight(), b.weight()) })
}

func (r Reason) weight() int {
	if r.Check == engine.CodeDocument {
		return -1
	}
	return r.Band.Stakes()
}

// incomplete reports whether a check found part of a document, or several documents: other findings may follow from
// that.
func incomplete(c engine.Check) bool {
	return c.Code == engine.CodeDocument && c.Outcome != engine.Pass && c.Outcome != engine.NotRun &&
		slices.ContainsFunc(c.Reasons, func(r string) bool { return r == "document.cut" || r == "document.multiple" })
}

// lowers holds checks that no function requires, but whose WARN needs a person's review.
var lowers = map[string]bool{
	engine.CodeDisagreement: true, engine.CodeCamera: true, engine.CodeChipPortrait: true, engine.CodeSecondFace: true,
}

// maskOpen reports whether a preset asks for faces without masks and nothing could tell.
func maskOpen(c engine.Check) bool { return c.Code == engine.CodeMask && c.Outcome != engine.Pass }

// secondOpen reports whether a second document was sent that is not proven to be another one of the same person.
func secondOpen(c engine.Check) bool { return c.Code == engine.CodeSecond && c.Outcome != engine.Pass }

// filmOpen reports whether a film does not show the moves that were asked for, or can't be followed: else any file
// would do in its place. A film for which none were asked for is told without a reason.
func filmOpen(c engine.Check) bool {
	return c.Code == engine.CodeVideo && c.Outcome != engine.Pass && len(c.Reasons) > 0
}

// unprovenChip reports whether a chip was sent that is not proven to be signed by a trusted State.
func unprovenChip(c engine.Check) bool { return c.Code == engine.CodeChip && c.Outcome != engine.Pass }

func words(code string) string { return strings.NewReplacer("_", " ", ".", " ").Replace(code) }

func orText(text, other string) string {
	if text != "" {
		return text
	}
	return other
}

func digit(a engine.Assurance) string { return strconv.Itoa(int(a)) }
