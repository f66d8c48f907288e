package words_test

import (
	"strings"
	"testing"

	"proofdesk/views/words"
)

// It stands beside names of both genders, such as a nationality and a number.
func TestUnknownHasNoGenderInSpanish(t *testing.T) {
	said := words.Spanish.T("unknown")
	if said == "unknown" || strings.HasSuffix(said, "o") || strings.HasSuffix(said, "a") {
		t.Errorf("%q is of one gender", said)
	}
}
