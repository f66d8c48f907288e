package administration_test

import (
	"slices"
	"testing"

	"proofdesk/app/web/administration"
	"proofdesk/views/words"
)

// same are texts that are spelt alike in both languages.
var same = []string{"Roles"}

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range administration.Texts() {
		if words.Spanish.T(text) == text && !slices.Contains(same, text) {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
