package shell_test

import (
	"testing"

	"proofdesk/app/web/shell"
	"proofdesk/views/words"
)

func TestWhatWasDoneIsSaidInSpanishToo(t *testing.T) {
	for _, text := range shell.DoneTexts() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
