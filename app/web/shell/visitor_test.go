package shell_test

import (
	"testing"

	"proofdesk/app/web/shell"
	"proofdesk/views/words"
)

// A biometric job has the country that its applicant named, and no document.
func TestACountryAloneIsNoDocument(t *testing.T) {
	for _, c := range []struct {
		language                  words.Language
		kind, country, want, also string
	}{
		{words.English, "", "USA", "", "United States"},
		{words.English, "PASSPORT", "USA", "passport, United States", "United States"},
		{words.Spanish, "PASSPORT", "USA", "pasaporte, Estados Unidos", "Estados Unidos"},
		{words.English, "PASSPORT", "", "passport", ""},
	} {
		v := shell.Visitor{Language: c.language}
		if got := v.Document(c.kind, c.country); got != c.want {
			t.Errorf("%s %q of %q: %q, want %q", c.language, c.kind, c.country, got, c.want)
		}
		if got := v.Country(c.country); got != c.also {
			t.Errorf("%s %q: %q, want %q", c.language, c.country, got, c.also)
		}
	}
}
