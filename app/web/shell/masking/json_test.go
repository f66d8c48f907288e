package masking_test

import (
	"strings"
	"testing"

	"proofdesk/app/web/shell/masking"
)

func TestADocumentIsCoveredWhereverAValueStands(t *testing.T) {
	in := `{
	"applicationDetails": {
		"jobId": "j",
		"status": "REVIEW",
		"reasons": ["The sources disagree: viz Doe, expired 12 days ago"],
		"location": {"latitude": 19.4326}
	},
	"personalDetails": {
		"firstName": "JANE", "lastName": "DOE", "dateOfBirth": "1987-03-18", "documentNumber": "G09988123",
		"issuingCountry": "MEX", "address": {"line1": "Main 5", "country": "MEX"}, "sources": {"firstName": "VIZ"}
	},
	"readings": [{"field": "lastName", "value": "DOE", "raw": "DOE<<JANE"}],
	"captures": [{"mrzLines": [{"text": "P<MEXDOE<<JANE"}]}],
	"verificationResults": {
		"comparisons": [{"field": "dateOfBirth", "match": "NO_MATCH", "values": {"VIZ": "1987-03-13"}}]
	},
	"templates": [{"vector": [0.5]}],
	"reviewDetails": {
		"comment": "jane brought G09988123",
		"corrections": [{"field": "personalNumber", "before": "77123456", "after": "77123457"}]
	}
}`
	out, err := masking.JSON([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{
		"DOE", "JANE", "1987-03", "G09988123", "MEXDOE", "doe", "Doe", "jane", "Main", "19.4326", "12 days", "77123",
		"0.5",
	} {
		if strings.Contains(string(out), secret) {
			t.Errorf("%q is told: %s", secret, out)
		}
	}
	for _, kept := range []string{
		`"firstName":"J•••"`, `"documentNumber":"••••••123"`, `"dateOfBirth":"1987-••-••"`, `"issuingCountry":"MEX"`,
		`"sources":{"firstName":"VIZ"}`, `"status":"REVIEW"`,
	} {
		if !strings.Contains(string(out), kept) {
			t.Errorf("%s is missing: %s", kept, out)
		}
	}
}

func FuzzCoverJSON(f *testing.F) {
	f.Add([]byte(`{"personalDetails":{"fullName":"Ünal (A"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _ = masking.JSON(body)
	})
}
