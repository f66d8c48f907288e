package format_test

import (
	"testing"

	"proofdesk/app/web/shell/format"
)

func TestASentenceBeginsWithACapitalInEveryScriptUnlessItIsAnOption(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"glare":                          "Glare",
		"último":                         "Último",
		"блик":                           "Блик",
		"وهج":                            "وهج",
		"moveCloser is missing":          "moveCloser is missing",
		"signature_stroke_color is dark": "signature_stroke_color is dark",
		"use moveCloser":                 "Use moveCloser",
		"langage: no such option":        "langage: no such option",
	} {
		if got := format.Sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
