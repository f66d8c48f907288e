package policy

import (
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/engine"
	"proofdesk/engine/crosscheck"
)

// Worst returns the check of a code with the worst outcome; nil where there is none.
func Worst(checks []engine.Check, code string) *engine.Check {
	var worst *engine.Check
	for i, c := range checks {
		if c.Code == code && (worst == nil || Severity(c.Outcome) > Severity(worst.Outcome)) {
			worst = &checks[i]
		}
	}
	return worst
}

// Severity orders the outcomes of checks; the worst is the highest.
func Severity(o engine.Outcome) int {
	return slices.Index([]engine.Outcome{engine.NotRun, engine.Pass, engine.Inconclusive, engine.Warn, engine.Fail}, o)
}

// CodeUnchecked is the code of the reason that captures which an applicant was asked for could not be checked. The
// other reasons of its decision are about the captures before them.
const CodeUnchecked = "review.unchecked"

// Red reports whether a reason speaks against the applicant: it is a sign of fraud, its check failed, or what the
// applicant sent last was not checked at all. Who approves the job has to name why. The check may be nil.
func (r Reason) Red(check *engine.Check) bool {
	return r.Band == BandFraud || r.Code == CodeUnchecked || check != nil && check.Outcome == engine.Fail
}

// Key returns the name of a reason within its decision.
func (r Reason) Key() string {
	if r.Capture == "" {
		return r.Code
	}
	return r.Code + "@" + r.Capture[strings.LastIndexByte(r.Capture, ':')+1:]
}

// Red returns the red reasons of a decision, each key once. The checks are those of the report, found those before an
// agent corrected values; the two are equal where nobody did. A reason that a correction has settled is left out; a
// check that fails only since a correction is a reason of its own. So is each red row of the cross-check, in place of
// the one reason that the policy gives for all of them.
func (d Decision) Red(checks, found []engine.Check, rows []CheckRow) []Reason {
	red := d.redChecks(checks, found)
	if slices.ContainsFunc(rows, func(r CheckRow) bool { return strings.HasPrefix(r.Code, mismatchCode) }) {
		red = slices.DeleteFunc(red, Reason.OfRow)
	}
	for _, row := range rows {
		if row.Red() {
			red = append(red, d.reasonOfRow(row))
		}
	}
	return red
}

// reasonOfRow returns the reason that the policy gave for a red row, else a new one.
func (d Decision) reasonOfRow(row CheckRow) Reason {
	if i := slices.IndexFunc(d.Reasons, func(r Reason) bool { return r.Code == row.Code }); i >= 0 {
		return d.Reasons[i]
	}
	text := "The sources disagree on "
	if strings.HasPrefix(row.Code, customerCode) {
		text = "The enrolled customer has another "
	}
	return Reason{
		Code:  row.Code,
		Check: engine.CodeConsistency,
		Band:  BandData,
		Text:  text + crosscheck.FieldWords(row.Field),
	}
}

// OfRow reports whether a reason is about a row of the cross-check, and not about the check behind it as a whole.
func (r Reason) OfRow() bool {
	for _, start := range []string{mismatchCode, customerCode, "data.differs.", "data.unclear."} {
		if strings.HasPrefix(r.Code, start) {
			return true
		}
	}
	return false
}

// redChecks returns the red reasons that rest on checks.
func (d Decision) redChecks(checks, found []engine.Check) []Reason {
	var red []Reason
	add := func(r Reason, check *engine.Check) {
		same := func(other Reason) bool { return other.Key() == r.Key() }
		if r.Red(check) && !slices.ContainsFunc(red, same) {
			red = append(red, r)
		}
	}
	for _, r := range d.Reasons {
		check := Worst(checks, r.Check)
		if i := slices.IndexFunc(checks, r.Of); i >= 0 {
			check = &checks[i]
		}
		if check == nil || check.Outcome != engine.Pass || !slices.Contains(engine.Rechecked(), r.Check) {
			add(r, check)
		}
	}
	for _, code := range engine.Rechecked() {
		is, was := Worst(checks, code), Worst(found, code)
		known := slices.ContainsFunc(d.Reasons, func(r Reason) bool { return r.Check == code })
		if is != nil && is.Outcome == engine.Fail && !known && (was == nil || was.Outcome != engine.Fail) {
			add(reasonOf(*is), is)
		}
	}
	return red
}

// Override is why an agent approved a job in spite of a red reason.
type Override struct {
	Finding string `json:"finding"` // the key of the reason
	Code    string `json:"code"`    // of the reason
	Band    Band   `json:"band"`
	Text    string `json:"text"`   // of the reason
	Reason  string `json:"reason"` // the code of the override
}

// The codes of overrides.
const (
	OverrideSamePerson  = "same_person"
	OverrideOtherPerson = "other_person"
	OverrideMayEnrol    = "may_enrol_again"
	OverrideGenuine     = "genuine"
	OverrideLive        = "live"
	OverrideMisread     = "reading_mistake"
	OverrideKnown       = "known_difference"
	OverrideClearEnough = "clear_enough"
	OverrideOther       = "other"
)

// checkOverrides are the overrides that fit a check; those of other checks go by their band.
var checkOverrides = map[string][]string{
	engine.CodeFaceMatch:    {OverrideSamePerson},
	engine.CodeCustomerFace: {OverrideSamePerson},
	engine.CodeChipPortrait: {OverrideSamePerson},
	engine.CodeDuplicate:    {OverrideOtherPerson, OverrideMayEnrol},
	engine.CodeLiveness:     {OverrideLive},
	engine.CodeVideo:        {OverrideLive},
	engine.CodeFilmFaces:    {OverrideLive},
	engine.CodeFilmPerson:   {OverrideSamePerson},
	engine.CodeFilmMotion:   {OverrideLive},
	engine.CodePhrase:       {OverrideLive},
}

var bandOverrides = map[Band][]string{
	BandFraud:   {OverrideGenuine},
	BandData:    {OverrideMisread, OverrideKnown},
	BandQuality: {OverrideClearEnough},
	BandPolicy:  {OverrideClearEnough},
}

// Overrides returns the codes of the overrides that an agent may choose for a reason, the likeliest first.
func (r Reason) Overrides() []string {
	fitting, ok := checkOverrides[r.Check]
	switch {
	case strings.HasPrefix(r.Code, "customer.") && strings.HasSuffix(r.Code, "_known"):
		fitting = []string{OverrideSamePerson, OverrideMayEnrol}
	case !ok:
		fitting = bandOverrides[r.Band]
	}
	return append(slices.Clone(fitting), OverrideOther)
}

// Name returns the overrides of red reasons from the codes that an agent chose, by the keys of the reasons. It refuses
// a reason without one, a code that does not fit, and “other” without a note. Codes for other keys are ignored: they
// are of findings that are settled.
func Name(red []Reason, chosen map[string]string, note string) ([]Override, error) {
	named := []Override{}
	for _, r := range red {
		code := chosen[r.Key()]
		switch {
		case code == "":
			return nil, fault.BadField("override", "required",
				"choose, for each red finding, why you approve in spite of it")
		case !slices.Contains(r.Overrides(), code):
			return nil, fault.BadField("override", "one_of",
				"choose one of the reasons that are offered for a red finding")
		case code == OverrideOther && strings.TrimSpace(note) == "":
			return nil, fault.BadField("note", "required",
				"write a note: you chose “other” as the reason for approving")
		}
		named = append(named, Override{Finding: r.Key(), Code: r.Code, Band: r.Band, Text: r.Text, Reason: code})
	}
	return named, nil
}
