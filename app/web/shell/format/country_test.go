package format_test

import (
	"testing"

	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

// own are names that are alike in both languages.
var own = map[string]bool{"XPO": true}

func TestEveryCodeOfItsOwnHasASpanishName(t *testing.T) {
	for code := range format.Special {
		if format.Country(words.Spanish, code) == format.Country(words.English, code) && !own[code] {
			t.Errorf("%s has no Spanish name", code)
		}
	}
}

func TestACountryIsNamedInTheLanguageOfThePage(t *testing.T) {
	cases := []struct{ code, english, spanish string }{
		{"MEX", "Mexico", "México"},
		{"USA", "United States", "Estados Unidos"},
		{"D", "Germany", "Alemania"},
		{"DEU", "Germany", "Alemania"},
		{"RKS", "Kosovo", "Kosovo"},
		{"EUE", "European Union", "Unión Europea"},
		{"UNO", "United Nations", "Naciones Unidas"},
		{"GBD", "British Overseas Territories citizen", "ciudadano de los territorios británicos de ultramar"},
		{"XXA", "stateless person", "apátrida"},
		{"UTO", "Utopia (specimen)", "Utopía (muestra)"},
		{"us", "United States", "Estados Unidos"},
		{"QQQ", "QQQ", "QQQ"},
		{"M••", "M••", "M••"},
		{"", "", ""},
	}
	for _, c := range cases {
		if got := format.Country(words.English, c.code); got != c.english {
			t.Errorf("%s is %q, want %q", c.code, got, c.english)
		}
		if got := format.Country(words.Spanish, c.code); got != c.spanish {
			t.Errorf("%s is %q in Spanish, want %q", c.code, got, c.spanish)
		}
	}
}
