package format_test

import (
	"testing"

	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

func TestARatioOfContrastIsWrittenAsInTheReadersLanguage(t *testing.T) {
	const warning = "textColor on pageColor has a contrast of 1.47:1; WCAG AA asks for 4.5:1"
	if got := format.Translate(words.Spanish, warning); got != "textColor sobre pageColor tiene un contraste de "+
		"1,47:1; WCAG AA pide 4,5:1" {
		t.Error(got)
	}
}

func TestSentencesWithValuesHaveTheirSpanish(t *testing.T) {
	for _, text := range format.Templates() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
