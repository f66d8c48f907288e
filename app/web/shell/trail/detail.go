package trail

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
)

// detailNames are the names of details in words. Any other name is shown as it is written.
var detailNames = []string{
	"accepted", "after", "assignments", "before", "capture days", "captures", "changed", "client", "consent", "days",
	"deadlines", "decline on", "deliveries", "due", "endpoint", "error", "event", "events", "field", "figure", "from",
	"function", "headers", "host", "job", "job days", "jobs", "keys", "left", "liveness detect", "masking",
	"minimum age", "moves", "name", "of", "options", "origin", "origins", "outcome", "overlaps", "overrides", "page",
	"phrase", "policy", "reason", "reasons", "renamed", "role", "rows", "run", "sandbox", "second review", "secret",
	"set", "size", "source", "state", "templates", "type", "until", "url", "verdict", "version", "weakens", "whole",
	"why", "wrong passwords",
}

// plainNames maps names that are abbreviations to what they stand for.
var plainNames = map[string]string{
	"bad":    "jobs that count against it",
	"head":   "last hash",
	"kid":    "key id",
	"review": "decision id",
}

// codes maps the name of a detail to a function that words its values, which are codes.
var codes = map[string]func(v shell.Visitor, code string) string{
	"accepted":     checkText,
	"declineOn":    reasonText,
	"deadlines":    func(v shell.Visitor, code string) string { return v.Function(onboarding.Function(code)) },
	"field":        func(v shell.Visitor, code string) string { return v.T(wording.Field(code)) },
	"figure":       func(v shell.Visitor, code string) string { return v.T(figureTexts[preset.Figure(code)]) },
	"function":     func(v shell.Visitor, code string) string { return v.Function(onboarding.Function(code)) },
	"outcome":      func(v shell.Visitor, code string) string { return v.Status(onboarding.Status(code)) },
	"overrides":    func(v shell.Visitor, code string) string { return v.T(catalogue.OverrideText(code)) },
	"reasons":      reasonText,
	"role":         func(v shell.Visitor, code string) string { return v.T(code) },
	"secondReview": func(v shell.Visitor, code string) string { return v.Status(onboarding.Status(code)) },
	"source":       func(v shell.Visitor, code string) string { return v.T(wording.Source(engine.Source(code))) },
	"state":        func(v shell.Visitor, code string) string { return v.T(format.Words(code)) },
	"verdict":      func(v shell.Visitor, code string) string { return v.T(wording.Verdicts[store.Verdict(code)]) },
	"why":          func(v shell.Visitor, code string) string { return v.T(whyTexts[code]) },
}

// figureTexts are the figures that a hold rule limits.
var figureTexts = map[preset.Figure]string{preset.ErrorFigure: "error rate", preset.RetryFigure: "retry rate"}

// whyTexts are why a quality check was closed without a second judgement.
var whyTexts = map[string]string{store.VoidNobodyLeft: "no agent is left who may judge it"}

// members maps the name of a detail to a function that words the names of its members, which are codes.
var members = map[string]func(v shell.Visitor, code string) string{
	"accepted":  checkText,
	"deadlines": codes["deadlines"],
	"overrides": reasonText,
}

func checkText(v shell.Visitor, code string) string { return v.T(catalogue.Title(code)) }

func reasonText(v shell.Visitor, code string) string {
	if r, ok := company.BuiltInReason(code); ok {
		return v.Reason(r)
	}
	return wording.ShortReason(v.Language, code)
}

// Detail returns the detail of an entry, a JSON object, as text: each name with its value, codes in words. Empty values
// are left out.
func Detail(v shell.Visitor, detail string) string {
	var all map[string]any
	if json.Unmarshal([]byte(detail), &all) != nil {
		return detail
	}
	text := ""
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if value := valueText(v, name, all[name]); value != "" {
			text = format.Join("; ", text, nameText(v, name)+": "+value)
		}
	}
	return text
}

// capital is where a word begins within a name such as minimumAge.
var capital = regexp.MustCompile(`\p{Lu}`)

// nameText returns the name of a detail in words.
func nameText(v shell.Visitor, name string) string {
	if plain, ok := plainNames[name]; ok {
		return v.T(plain)
	}
	text := format.Words(capital.ReplaceAllString(name, " $0"))
	if slices.Contains(detailNames, text) {
		return v.T(text)
	}
	return text
}

// valueText returns a value of the detail with a name as text.
func valueText(v shell.Visitor, of string, value any) string {
	switch one := value.(type) {
	case nil:
		return ""
	case string:
		if word, ok := codes[of]; ok && one != "" {
			return cmp.Or(word(v, one), one)
		}
		return one
	case float64:
		return strconv.FormatFloat(one, 'f', -1, 64) // it may be a version or an identifier
	case bool:
		return v.T(map[bool]string{true: "yes", false: "no"}[one])
	case []any:
		var texts []string
		for _, element := range one {
			text := cmp.Or(valueText(v, of, element), v.T("nothing"))
			if codes[of] == nil || !slices.Contains(texts, text) { // two captures may give one reason
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, ", ")
	case map[string]any:
		return membersText(v, of, one)
	}
	return fmt.Sprint(value)
}

// membersText returns the members of the detail with a name as text.
func membersText(v shell.Visitor, of string, all map[string]any) string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if word, ok := members[of]; ok {
			text = format.Join(", ", text, word(v, name)+": "+valueText(v, of, all[name]))
			continue
		}
		text = format.Join(", ", text, nameText(v, name)+" "+valueText(v, "", all[name]))
	}
	return text
}
