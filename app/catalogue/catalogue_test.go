package catalogue_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/catalogue"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// declared returns the codes that look like noun.verb or noun.adjective: checks, reasons and actions.
func declared() []string {
	var all []string
	for _, c := range catalogue.Checks {
		all = append(all, c.Code)
	}
	for _, r := range catalogue.Reasons {
		all = append(all, r.Code)
	}
	for _, a := range catalogue.Actions {
		all = append(all, a.Code)
	}
	return all
}

func known(code string) bool {
	_, check := catalogue.CheckOf(code)
	_, _, reason := catalogue.ReasonOf(code)
	_, action := catalogue.ActionOf(code)
	return check || reason || action
}

// others are literals that look like a code and are none, by what they are.
var others = map[string]string{
	"jobs.view": "permission", "jobs.review": "permission", "jobs.reveal": "permission", "jobs.correct": "permission",
	"jobs.escalated": "permission", "jobs.export": "permission", "quality.view": "permission",
	"quality.manage": "permission", "audit.view": "permission",

	"data.mismatch": "reason of agents", "data.not_accepted": "reason of agents", "data.underage": "reason of agents",
	"data.duplicate": "reason of agents", "quality.unreadable": "reason of agents",
	"quality.face_unclear": "reason of agents", "quality.incomplete": "reason of agents",
	"quality.missing": "reason of agents",

	"device.id": "field", "device.manufacturer": "field", "device.model": "field", "device.os": "field",
	"sandbox.outcome": "field", "review.reason": "metric",
	"audit.json": "file", "signature.md": "file",
}

var dotted = regexp.MustCompile(`^[a-z_]+(\.[a-z_]+)+$`)

func TestEveryCodeInTheSourceIsDeclared(t *testing.T) {
	families := map[string]bool{}
	for _, code := range declared() {
		family, _, _ := strings.Cut(code, ".")
		families[family] = true
	}
	all := literals(t)
	for text, paths := range all {
		family, _, _ := strings.Cut(text, ".")
		if dotted.MatchString(text) && families[family] && !known(text) && others[text] == "" {
			t.Errorf("%s: the code %q is not in the catalogue", paths[0], text)
		}
	}
	for text := range others {
		if _, used := all[text]; !used {
			t.Errorf("others: nothing holds %q any more", text)
		}
	}
}

// made reports whether the source makes a code: as a literal, or of a literal that ends in a dot and its rest.
func made(all map[string][]string, code string) bool {
	before, after, varied := strings.Cut(code, "*")
	if varied {
		return (before == "" || len(all[before]) > 0) && (after == "" || len(all[after]) > 0 || len(all[after[1:]]) > 0)
	}
	family, rest, _ := strings.Cut(code, ".")
	return len(all[code]) > 0 || len(all[family+"."]) > 0 && joined(all, rest)
}

// joined reports whether a text is a literal, or two: the second begins with an underscore.
func joined(all map[string][]string, text string) bool {
	if len(all[text]) > 0 {
		return true
	}
	at := strings.LastIndexByte(text, '_')
	return at > 0 && len(all[text[:at]]) > 0 && len(all[text[at:]]) > 0
}

func TestEveryDeclaredCodeIsMade(t *testing.T) {
	all := literals(t)
	for _, code := range declared() {
		if !made(all, code) {
			t.Errorf("nothing makes the code %q", code)
		}
	}
	for _, p := range catalogue.Prompts {
		if len(all[p.Code]) == 0 {
			t.Errorf("nothing makes the prompt %q", p.Code)
		}
	}
	for _, f := range catalogue.Faults {
		if len(all[f.Code]) == 0 {
			t.Errorf("nothing makes the fault %q", f.Code)
		}
	}
}

func TestEveryRuleOfAFieldIsDeclaredAndUsed(t *testing.T) {
	used := rulesIn(t)
	var rules []string
	for _, r := range catalogue.Rules {
		rules = append(rules, r.Code)
		if len(used[r.Code]) == 0 {
			t.Errorf("no field breaks the rule %q", r.Code)
		}
	}
	for rule, paths := range used {
		if !slices.Contains(rules, rule) {
			t.Errorf("%s: the rule %q is not in the catalogue", paths[0], rule)
		}
	}
}

func TestEveryActionOfTheAuditTrailIsDeclared(t *testing.T) {
	for action, paths := range actionsIn(t) {
		if _, ok := catalogue.ActionOf(action); !ok {
			t.Errorf("%s: the action %q is not in the catalogue", paths[0], action)
		}
	}
}

func TestEveryTextIsThereInBothLanguages(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	for _, text := range catalogue.Texts() {
		if text.English == "" || text.In("es") == "" {
			t.Errorf("%q, %q: a text is missing", text.English, text.In("es"))
		}
		if !slices.Equal(verbs.FindAllString(text.English, -1), verbs.FindAllString(text.In("es"), -1)) {
			t.Errorf("%q, %q take different values", text.English, text.In("es"))
		}
	}
}

func TestACodeIsDeclaredOnce(t *testing.T) {
	once(t, catalogue.Checks, func(c catalogue.Check) string { return c.Code })
	once(t, catalogue.Reasons, func(r catalogue.Reason) string { return r.Code })
	once(t, catalogue.Prompts, func(p catalogue.Prompt) string { return p.Code })
	once(t, catalogue.Actions, func(a catalogue.Action) string { return a.Code })
	var rules []string // of fields, which faults of files are too
	for _, r := range catalogue.Rules {
		rules = append(rules, r.Code)
	}
	for _, f := range catalogue.Faults {
		rules = append(rules, f.Code)
	}
	once(t, rules, func(rule string) string { return rule })
}

func once[T any](t *testing.T, all []T, code func(T) string) {
	t.Helper()
	seen := map[string]bool{}
	for _, one := range all {
		if seen[code(one)] {
			t.Errorf("%q is declared twice", code(one))
		}
		seen[code(one)] = true
	}
}

func TestEveryReasonHasARemedyAndACheckThatExists(t *testing.T) {
	for _, r := range catalogue.Reasons {
		if _, ok := catalogue.CheckOf(r.Check); r.Check != "" && !ok {
			t.Errorf("%s: there is no check %q", r.Code, r.Check)
		}
		if catalogue.RemedyOf(r).English == "" && !strings.HasPrefix(r.Code, "*") {
			t.Errorf("%s: nobody is told what to do", r.Code)
		}
	}
}

func TestAReasonIsFoundByWhatVariesInIt(t *testing.T) {
	for code, want := range map[string][2]string{
		"data.expired":              {"data.expired", ""},
		"data.mismatch.lastName":    {"data.mismatch.*", "lastName"},
		"mrz.composite_digit":       {"mrz.*_digit", "composite"},
		"capture.missing":           {"capture.missing", ""},
		"capture.corrupt":           {"capture.*", "corrupt"},
		"liveness.not_run":          {"liveness.not_run", ""},
		"face.match.not_run":        {"*.not_run", "face.match"},
		"device.disagreement.x.y":   {"device.disagreement.*", "x.y"},
		"quality.focus.unproven":    {"*.unproven", "quality.focus"},
		"data.mismatch.":            {},
		"nothing.of.the.kind":       {},
		"document.realness_unsure.": {},
	} {
		r, varied, ok := catalogue.ReasonOf(code)
		if ok != (want[0] != "") || r.Code != want[0] || varied != want[1] {
			t.Errorf("%s: %q with %q, want %v", code, r.Code, varied, want)
		}
	}
}

func TestTheDirectionOfAScoreIsTheEngines(t *testing.T) {
	today := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	met := map[string]bool{}
	for kind, captures := range map[specimen.Kind][]string{
		specimen.Passport: {"passport", "selfie"},
		specimen.Licence:  {"id_back"},
	} {
		set := specimen.ApplicantWith(kind, 7, specimen.Good, today)
		s := engine.Submission{Thresholds: engine.DefaultThresholds(), Today: today, MinimumAge: 18}
		for id, c := range set.Captures(captures...) {
			capture := engine.Capture{ID: id, Kind: id, ContentType: c.ContentType, Bytes: c.Bytes}
			s.Captures = append(s.Captures, capture)
		}
		for _, c := range engine.Inspect(t.Context(), s).Checks {
			declared, ok := catalogue.CheckOf(c.Code)
			if !ok {
				t.Errorf("%s is not in the catalogue", c.Code)
				continue
			}
			got, undeclared := directionOf(c), c.Score != nil && declared.Score == catalogue.NoScore
			if got != "" && got != declared.Score || undeclared {
				t.Errorf("%s: the engine's score is %q, the catalogue says %q", c.Code, got, declared.Score)
			}
			met[c.Code] = true
		}
	}
	if len(met) < 15 {
		t.Errorf("only %d checks ran", len(met))
	}
}

// directionOf returns which scores of a check pass; empty where its result does not show it.
func directionOf(c engine.Check) catalogue.Score {
	switch {
	case c.Score == nil || c.Threshold == nil:
		return ""
	case c.Limits != nil:
		return catalogue.RangePasses
	case c.Below:
		return catalogue.LowerPasses
	}
	return catalogue.HigherPasses
}
