package intake_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
)

func script(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../static/sdk/hosted/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestThePageNamesTheTermsAsTheServerDoes(t *testing.T) {
	found := regexp.MustCompile(`export const consent = '([^']+)'`).FindStringSubmatch(script(t, "words.ts"))
	if found == nil || found[1] != intake.ConsentVersion {
		t.Errorf("the page sends %v, the server takes %s", found, intake.ConsentVersion)
	}
}

func TestThePagePerformsTheFunctionsOfLinks(t *testing.T) {
	table := regexp.MustCompile(`(?s)export const calls[^{]*= \{(.*?)\n\}`).FindStringSubmatch(script(t, "calls.ts"))
	if table == nil {
		t.Fatal("the page has no table of calls")
	}
	var calls, functions []string
	for _, found := range regexp.MustCompile(`(?m)^  ([A-Z_]+): `).FindAllStringSubmatch(table[1], -1) {
		calls = append(calls, found[1])
	}
	for _, f := range intake.LinkFunctions() {
		functions = append(functions, string(f))
	}
	slices.Sort(calls)
	slices.Sort(functions)
	if !slices.Equal(calls, functions) {
		t.Errorf("the page performs %v, links are for %v", calls, functions)
	}
}

func TestThePageHasWordsForAllThatAgentsAskFor(t *testing.T) {
	page := script(t, "asked.ts")
	for _, kind := range onboarding.CaptureKinds() {
		asked := slices.ContainsFunc(onboarding.Functions(), func(f onboarding.Function) bool {
			return slices.Contains(f.Askable(), kind)
		})
		if !asked {
			continue
		}
		for _, name := range append(kind.ReasonsToAsk(), string(kind)) {
			if !strings.Contains(page, "\n  "+name+": [") {
				t.Errorf("the page has no words for %s", name)
			}
		}
	}
}
