package policy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/engine"
)

// bands files the groups of checks under what they speak for.
var bands = map[engine.Group]string{
	engine.GroupCapture:     "quality",
	engine.GroupQuality:     "quality",
	engine.GroupDocument:    "fraud",
	engine.GroupData:        "data",
	engine.GroupFace:        "match",
	engine.GroupLiveness:    "fraud",
	engine.GroupVoice:       "quality",
	engine.GroupSignature:   "quality",
	engine.GroupFingerprint: "quality",
	engine.GroupVideo:       "fraud",
	engine.GroupChip:        "fraud",
}

// reasonOf returns the reason that a check stands for.
func reasonOf(c engine.Check) Reason {
	code := c.Code
	if len(c.Reasons) > 0 {
		code = c.Reasons[0]
	}
	band := bands[c.Group]
	switch c.Code {
	case engine.CodeRead, engine.CodeKind:
		band = "data"
	case engine.CodeDocument:
		band = "quality"
	}
	return Reason{
		Code:    code,
		Check:   c.Code,
		Capture: of(c),
		Band:    orText(band, "policy"),
		Text:    orText(c.Detail, catalogue.Title(c.Code)+": "+words(strings.ToLower(string(c.Outcome)))),
	}
}

// of is the capture of a check that is told for each capture by itself.
func of(c engine.Check) string {
	if c.Code == engine.CodeDocument {
		return c.Capture
	}
	return ""
}

// Of reports whether a check is the one of the capture that the reason speaks of.
func (r Reason) Of(c engine.Check) bool {
	return r.Capture != "" && c.Code == r.Check && c.Capture == r.Capture
}

// weight orders reasons: what speaks against the applicant before what could not be proven. That there is not one whole
// document in the picture comes before all of them, as they may follow from it.
var weight = map[string]int{"fraud": 0, "data": 1, "match": 2, "quality": 3, "policy": 4}

func sortReasons(reasons []Reason) {
	slices.SortStableFunc(reasons, func(a, b Reason) int { return cmp.Compare(a.weight(), b.weight()) })
}

func (r Reason) weight() int {
	if r.Check == engine.CodeDocument {
		return -1
	}
	return weight[r.Band]
}

// incomplete reports whether a check found a part of a document, or several: what else was found may follow from that.
func incomplete(c engine.Check) bool {
	return c.Code == engine.CodeDocument && c.Outcome != engine.Pass && c.Outcome != engine.NotRun &&
		slices.ContainsFunc(c.Reasons, func(r string) bool { return r == "document.cut" || r == "document.multiple" })
}

// lowers are checks that no function requires, but whose WARN is for a person to look at.
var lowers = map[string]bool{engine.CodeDisagreement: true, engine.CodeChipPortrait: true}

// unprovenChip reports whether a chip was sent that no trusted State is known to have signed.
func unprovenChip(c engine.Check) bool { return c.Code == engine.CodeChip && c.Outcome != engine.Pass }

func words(code string) string { return strings.NewReplacer("_", " ", ".", " ").Replace(code) }

func orText(text, other string) string {
	if text != "" {
		return text
	}
	return other
}

func digit(a engine.Assurance) string { return strconv.Itoa(int(a)) }
