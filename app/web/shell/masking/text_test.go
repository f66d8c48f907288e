package masking_test

import (
	"strings"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/masking"
	"proofdesk/engine"
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

// known returns a dossier that holds values of a person from everywhere, and what a text about it may say of each.
func known() (d review.Dossier, covered map[string]string) {
	d.Job = onboarding.Job{FullName: "Quill Li", DocumentNumber: "JOB4711003"}
	d.Request.Submitted = map[string]string{"lastName": "Sentby", "address.line1": "17 Wobblegate Lane"}
	d.Report.Readings = []engine.Reading{
		{Field: "firstName", Value: "Readout", Or: "Readouz", Raw: "R3ADOUT"},
		{Field: "personalNumber", Value: "7712", Or: "7712-99881"},
	}
	d.Report.Comparisons = []engine.Comparison{
		{Field: "lastName", Values: map[engine.Source]string{engine.Submitted: "Compared"}},
	}
	d.Corrections = []store.Correction{{Field: "lastName", Before: "Formerly", After: "Thereafter"}}
	d.Payload.PersonalDetails = onboarding.PersonalDetails{FirstName: "Payden", PersonalNumber: "PN998877"}
	return d, map[string]string{
		"Quill":      "Q••••",
		"Li":         "L•",
		"JOB4711003": "•••••••003",
		"Sentby":     "S•••••",
		"Wobblegate": "••••••••••",
		"Readout":    "R••••••",
		"Readouz":    "R••••••",
		"R3ADOUT":    "•••••••",
		"7712-99881": "••••-••881", // and not as the shorter number that it begins with
		"Compared":   "C•••••••",
		"Formerly":   "F•••••••",
		"Thereafter": "T•••••••••",
		"Payden":     "P•••••",
		"PN998877":   "•••••877",
	}
}

func TestAValueIsCoveredInTextsWhereverItIsKnownFrom(t *testing.T) {
	_, covered := known()
	for value, want := range covered {
		for _, written := range []string{value, strings.ToUpper(value), strings.ToLower(value)} {
			d, _ := known()
			said := "it says " + written + "."
			d.Report.Checks, d.Found = []engine.Check{{Detail: said}}, []engine.Check{{Detail: said}}
			d.Decision.Reasons = []policy.Reason{{Text: said}}
			d = masking.Dossier(d)
			for _, got := range []string{d.Report.Checks[0].Detail, d.Found[0].Detail, d.Decision.Reasons[0].Text} {
				if got != "it says "+want+"." {
					t.Errorf("%q becomes %q, want %q", said, got, want)
				}
			}
		}
	}
}
