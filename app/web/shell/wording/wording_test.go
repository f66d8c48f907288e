package wording_test

import (
	"slices"
	"testing"

	"proofdesk/app/web/shell/wording"
	"proofdesk/views/words"
)

// same are texts that are spelt alike in both languages.
var same = []string{"chip", "Chip", "MRZ", "selfie", "video"}

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range wording.Texts() {
		if words.Spanish.T(text) == text && !slices.Contains(same, text) {
			t.Errorf("%q has no Spanish", text)
		}
	}
}

func TestAComparedCountryKeepsItsCode(t *testing.T) {
	for _, c := range []struct{ field, value, want string }{
		{"issuingCountry", "MEX", "Mexico (MEX)"},
		{"nationality", "QQQ", "QQQ"},
		{"documentType", "DRIVING_LICENCE", "driving licence"},
		{"lastName", "MEX", "MEX"},
	} {
		if got := wording.Value(words.English, c.field, c.value); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.field, c.value, got, c.want)
		}
	}
}
