package masking_test

import (
	"strings"
	"testing"

	"proofdesk/app/web/shell/masking"
)

func TestAFieldIsCoveredByItsKind(t *testing.T) {
	for _, tt := range []struct{ field, value, want string }{
		{"documentNumber", "G09988123", "••••••123"},
		{"documentNumber", "123456", "•••456"},
		{"documentNumber", "12345", "•••••"}, // its last three would be most of it
		{"personalNumber", "771", "•••"},
		{"personalNumber", "7712345", "••••345"},
		{"personalNumber", "", ""},
		{"fullName", "DOE, JANE", "D••, J•••"},
		{"lastName", "O'Hara 2", "O'H••• •"},
		{"firstName", "X", "•"},
		{"dateOfBirth", "1987-03-18", "1987-••-••"},
		{"dateOfBirth", "18 March 1987", "•• ••••• ••••"},
		{"issuingCountry", "MEX", "MEX"},
		{"documentType", "TD3", "TD3"},
		{"sex", "F", "•"},
		{"address.city", "Mérida 5", "•••••• •"},
	} {
		if got := masking.Field(tt.field, tt.value); got != tt.want {
			t.Errorf("%s %q is covered as %q, want %q", tt.field, tt.value, got, tt.want)
		}
	}
}

func TestEachWordOfANameIsCoveredInRunningText(t *testing.T) {
	out, err := masking.JSON([]byte(`{
		"personalDetails": {"fullName": "María de la Cruz", "documentNumber": "12345"},
		"reasons": ["The chip says CRUZ, the zone maría", "Number 12345 is not 123456", "Crux"]
	}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `"reasons":["The chip says C•••, the zone m••••","Number ••••• is not 123456","Crux"]`
	if got := strings.ToLower(string(out)); !strings.Contains(got, strings.ToLower(want)) {
		t.Errorf("%s lacks %s", out, want)
	}
}
