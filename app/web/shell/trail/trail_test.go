package trail_test

import (
	"slices"
	"testing"

	"proofdesk/app/web/shell/trail"
	"proofdesk/views/words"
)

// same are texts that are spelt alike in both languages.
var same = []string{"tokens", "token %s"}

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range trail.Texts() {
		if words.Spanish.T(text) == text && !slices.Contains(same, text) {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
