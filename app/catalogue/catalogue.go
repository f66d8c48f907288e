package catalogue

import (
	"bytes"
	"embed"
	"encoding/json"
	"strings"
)

// Score is the direction in which a check's score is good.
type Score string

// The directions of scores.
const (
	NoScore      Score = "none"     // the check has no score
	HigherPasses Score = "higher"   // passes at the threshold and above
	LowerPasses  Score = "lower"    // passes at the threshold and below
	RangePasses  Score = "range"    // passes between two limits; the threshold is the nearer one
	Unjudged     Score = "unjudged" // the score is a measure; the outcome does not follow from it
)

// Check is a check of the engine or of the program.
type Check struct {
	Code    string `json:"code"`
	Title   Text   `json:"title"`
	Meaning Text   `json:"meaning"` // what holds where the check passes
	Score   Score  `json:"score"`
	Remedy  Text   `json:"remedy"` // what an agent can do where it does not
}

// Reason is why a check did not pass or a job was decided so. A code with * stands for all codes that have something in
// its place, which the text names by %s where it does.
type Reason struct {
	Code     string `json:"code"`
	Check    string `json:"check,omitempty"` // the check that finds it; empty where none does
	Text     Text   `json:"text"`
	Short    Text   `json:"short"`              // in a few words, for lists
	Measured bool   `json:"measured,omitempty"` // the check's score and threshold explain it
	Remedy   Text   `json:"remedy,omitzero"`    // empty where the check's is meant
}

// Prompt is what the SDK asks the applicant to do before a capture is taken.
type Prompt struct {
	Code  string `json:"code"`
	Short Text   `json:"short"`
	Text  Text   `json:"text"`
}

// Fault is what is wrong with the file of a capture. It is also the rule of the field that carried the file.
type Fault struct {
	Code string `json:"code"`
	Text Text   `json:"text"` // begins with "it"
}

// Rule is a rule that a field of a request or a form can break.
type Rule struct {
	Code   string `json:"code"`
	Text   Text   `json:"text"`
	Remedy Text   `json:"remedy"`
}

// ProblemType is a kind of error that the REST API answers with.
type ProblemType struct {
	Code   string `json:"code"`
	Text   Text   `json:"text"`
	Remedy Text   `json:"remedy"`
}

// Action is what an entry of the audit trail records.
type Action struct {
	Code string `json:"code"`
	Text Text   `json:"text"` // what the actor did, in the past tense
}

// Override is why an agent approves a job in spite of a finding.
type Override struct {
	Code string `json:"code"`
	Text Text   `json:"text"`
}

// files holds the lists of codes, and a folder per further language, as Translations reads it.
//
//go:embed codes
var files embed.FS

// The catalogue, each list in the order in which it is written.
var (
	Checks  = mustRead[Check]("checks")
	Reasons = mustRead[Reason]("reasons")
	Prompts = mustRead[Prompt]("prompts")
	Faults  = mustRead[Fault]("faults")
	Rules   = mustRead[Rule]("rules")
	Actions = mustRead[Action]("actions")

	Problems = mustRead[ProblemType]("problems")

	Overrides = mustRead[Override]("overrides")
)

var (
	checks  = index(Checks, func(c Check) string { return c.Code })
	reasons = index(Reasons, func(r Reason) string { return r.Code })
	prompts = index(Prompts, func(p Prompt) string { return p.Code })
	faults  = index(Faults, func(f Fault) string { return f.Code })
	actions = index(Actions, func(a Action) string { return a.Code })

	overrides = index(Overrides, func(o Override) string { return o.Code })
)

func mustRead[T any](name string) []T {
	data, err := files.ReadFile("codes/" + name + ".json")
	if err != nil {
		panic(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var all []T
	if err := d.Decode(&all); err != nil {
		panic(name + ": " + err.Error())
	}
	return all
}

func index[T any](all []T, code func(T) string) map[string]T {
	byCode := make(map[string]T, len(all))
	for _, one := range all {
		byCode[code(one)] = one
	}
	return byCode
}

// CheckOf returns the check with the code.
func CheckOf(code string) (Check, bool) {
	c, ok := checks[code]
	return c, ok
}

// Title returns the English name of a check; of an unknown one its code in words.
func Title(code string) string {
	if c, ok := checks[code]; ok {
		return c.Title.English
	}
	return strings.NewReplacer("_", " ", ".", " ").Replace(code)
}

// ReasonOf returns the reason with the code, and what stands in the place of * in it.
func ReasonOf(code string) (Reason, string, bool) {
	if r, ok := reasons[code]; ok {
		return r, "", true
	}
	for _, r := range Reasons {
		before, after, ok := strings.Cut(r.Code, "*")
		if !ok {
			continue
		}
		rest, starts := strings.CutPrefix(code, before)
		varied, ends := strings.CutSuffix(rest, after)
		if starts && ends && varied != "" {
			return r, varied, true
		}
	}
	return Reason{}, "", false
}

// RemedyOf returns what an agent can do about a reason: its own remedy, or else that of its check.
func RemedyOf(r Reason) Text {
	if r.Remedy.English != "" {
		return r.Remedy
	}
	return checks[r.Check].Remedy
}

// PromptOf returns the prompt with the code.
func PromptOf(code string) (Prompt, bool) {
	p, ok := prompts[code]
	return p, ok
}

// FaultOf returns what is wrong with a file, by its code.
func FaultOf(code string) (Fault, bool) {
	f, ok := faults[code]
	return f, ok
}

// ActionOf returns the action of the audit trail with the code.
func ActionOf(code string) (Action, bool) {
	a, ok := actions[code]
	return a, ok
}

// OverrideText returns the English text of an override; of an unknown one its code in words.
func OverrideText(code string) string {
	if o, ok := overrides[code]; ok {
		return o.Text.English
	}
	return strings.ReplaceAll(code, "_", " ")
}

// Texts returns every text of the catalogue.
func Texts() []Text {
	var all []Text
	for _, c := range Checks {
		all = append(all, c.Title, c.Meaning, c.Remedy)
	}
	for _, r := range Reasons {
		all = append(all, r.Text, r.Short)
		if r.Remedy.English != "" {
			all = append(all, r.Remedy)
		}
	}
	for _, p := range Prompts {
		all = append(all, p.Short, p.Text)
	}
	for _, f := range Faults {
		all = append(all, f.Text)
	}
	for _, r := range Rules {
		all = append(all, r.Text, r.Remedy)
	}
	for _, p := range Problems {
		all = append(all, p.Text, p.Remedy)
	}
	for _, a := range Actions {
		all = append(all, a.Text)
	}
	for _, o := range Overrides {
		all = append(all, o.Text)
	}
	return all
}
