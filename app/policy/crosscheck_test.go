package policy_test

import (
	"slices"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// compared returns a comparison of two sources.
func compared(field string, match engine.Match, viz, zone string) engine.Comparison {
	return engine.Comparison{
		Field:  field,
		Match:  match,
		Values: map[engine.Source]string{engine.VIZ: viz, engine.MRZ: zone},
	}
}

// redCodes returns the codes of the red rows of a cross-check.
func redCodes(rows []policy.CheckRow) []string {
	codes := []string{}
	for _, r := range rows {
		if r.Red() {
			codes = append(codes, r.Code)
		}
	}
	slices.Sort(codes)
	return codes
}

func TestARowIsRedOnlyWhereItContradictsTheIdentity(t *testing.T) {
	agreed := []engine.Comparison{
		compared("lastName", engine.MatchFull, "DOE", "DOE"),
		compared("firstName", engine.MatchFull, "JANE", "JANE"),
		compared("dateOfBirth", engine.MatchFull, "1987-03-18", "1987-03-18"),
		compared("documentNumber", engine.MatchFull, "G09988123", "G09988123"),
	}
	jane := onboarding.Customer{FullName: "DOE, JANE", DateOfBirth: "1987-03-18", DocumentNumber: "G09988123"}
	other := jane
	other.FullName, other.DateOfBirth = "ROE, RICHARD", "1990-01-02"
	renewed := jane
	renewed.DocumentNumber, renewed.IssuingCountry = "G11111111", "USA"
	cases := map[string]struct {
		rows   []engine.Comparison
		known  *onboarding.Customer
		masked bool
		want   []string
	}{
		"all agree":         {agreed, nil, false, []string{}},
		"the same customer": {agreed, &jane, false, []string{}},
		"nothing was read": {
			[]engine.Comparison{{Field: "dateOfBirth", Match: engine.MatchNotRead}}, &jane, false, []string{},
		},
		"identifying fields differ": {
			[]engine.Comparison{
				compared("lastName", engine.MatchNone, "DOE", "ROE"),
				compared("expiryDate", engine.MatchNone, "2030-01-01", "2031-01-01"),
			}, nil, false, []string{"data.mismatch.expiryDate", "data.mismatch.lastName"},
		},
		"other fields differ": {
			[]engine.Comparison{compared("nationality", engine.MatchNone, "MEX", "USA")}, nil, false, []string{},
		},
		"a field may be misread": {
			[]engine.Comparison{compared("dateOfBirth", engine.MatchPartial, "1987-03-13", "1987-03-18")},
			nil, false,
			[]string{},
		},
		"the customer is somebody else": {
			agreed, &other, false, []string{"customer.mismatch.dateOfBirth", "customer.mismatch.fullName"},
		},
		"the customer has an older document": {agreed, &renewed, false, []string{}},
		"a row has one finding": {
			[]engine.Comparison{compared("dateOfBirth", engine.MatchNone, "1987-03-13", "1987-03-18")},
			&other, false,
			[]string{"data.mismatch.dateOfBirth"},
		},
		"the customer has the name of one source": {
			[]engine.Comparison{
				compared("lastName", engine.MatchFull, "DOE", "DOE"),
				compared("firstName", engine.MatchPartial, "JANE", "JAN"),
			}, &jane, false, []string{},
		},
		"only the last name was read": {
			[]engine.Comparison{compared("lastName", engine.MatchFull, "DOE", "DOE")}, &jane, false, []string{},
		},
		"masked names can't be compared": {
			agreed, &onboarding.Customer{FullName: "R••, R••••••"}, true, []string{},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := redCodes(policy.CrossCheck(c.rows, c.known, c.masked)); !slices.Equal(got, c.want) {
				t.Errorf("red are %v, want %v", got, c.want)
			}
		})
	}
}

func TestEachRedRowIsAFindingThatAnApprovalNames(t *testing.T) {
	failed := []engine.Check{{Code: engine.CodeConsistency, Outcome: engine.Fail}}
	stored := policy.Reason{
		Code:  "data.mismatch.lastName",
		Check: engine.CodeConsistency,
		Band:  policy.BandData,
		Text:  "The sources disagree on last name: viz DOE, mrz ROE",
	}
	rows := policy.CrossCheck([]engine.Comparison{
		compared("lastName", engine.MatchNone, "DOE", "ROE"),
		compared("dateOfBirth", engine.MatchNone, "1987-03-13", "1987-03-18"),
	}, nil, false)
	for name, d := range map[string]policy.Decision{
		"the policy gave one reason for all": {Reasons: []policy.Reason{stored}},
		"the policy gave no reason":          {},
	} {
		red := d.Red(failed, failed, rows)
		for _, row := range rows {
			named := func(r policy.Reason) bool { return r.Key() == row.Code && len(r.Overrides()) > 1 }
			if n := len(slices.DeleteFunc(slices.Clone(red), func(r policy.Reason) bool { return !named(r) })); n != 1 {
				t.Errorf("%s: %s is red and has %d findings: %+v", name, row.Field, n, red)
			}
		}
	}
	red := policy.Decision{Reasons: []policy.Reason{stored}}.Red(failed, failed, rows)
	if len(red) != 2 || red[0] != stored {
		t.Errorf("the policy's own words are gone: %+v", red)
	}
	settled := policy.Decision{Reasons: []policy.Reason{stored}}.Red(failed, failed, rows[1:])
	if len(settled) != 1 || settled[0].Code != "data.mismatch.dateOfBirth" {
		t.Errorf("a row that a correction has settled is still to be named: %+v", settled)
	}
}

func TestAWrongCheckDigitIsRedOnlyWhereItWasReadWithCertainty(t *testing.T) {
	front := func(ref string) bool { return ref == "front" }
	for outcome, want := range map[engine.Outcome]bool{engine.Fail: true, engine.Warn: false, engine.Pass: false} {
		checks := []engine.Check{
			{Code: engine.CodeCheckDigits, Capture: "front", Outcome: outcome},
			{Code: engine.CodeCheckDigits, Capture: "back", Outcome: engine.Fail},
		}
		if got := policy.WrongDigits(checks, front); got != want {
			t.Errorf("%s: %v", outcome, got)
		}
	}
}
