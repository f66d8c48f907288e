package format_test

import (
	"testing"

	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

func TestSentencesWithValuesHaveTheirSpanish(t *testing.T) {
	for _, text := range format.Templates() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
