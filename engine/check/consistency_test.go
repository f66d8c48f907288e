package check_test

import (
	"strings"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestSourcesThatDisagreeAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		readings []finding.Reading
		want     want
		detail   string
	}{
		"agree": {
			[]finding.Reading{digit("lastName", "DOE", true), reading(finding.Submitted, "lastName", "Doe")},
			pass, "",
		},
		"one source": {
			[]finding.Reading{digit("lastName", "DOE", true)},
			inconclusive("data.one_source"), "Only one source",
		},
		"an identifying field": {
			[]finding.Reading{digit("lastName", "DOE", true), reading(finding.Submitted, "lastName", "MILLER")},
			fail("data.mismatch.lastName"), "last name: mrz DOE, submitted MILLER",
		},
		"another field": {
			[]finding.Reading{digit("nationality", "UTO", true), reading(finding.Submitted, "nationality", "DEU")},
			warn("data.differs.nationality"), "The sources differ in nationality",
		},
		"a printed number that may be misread": {
			[]finding.Reading{
				digit("documentNumber", "L898902C3", true), unsure("documentNumber", "L898902X3"),
			},
			warn("data.unclear.documentNumber"), "The sources differ in document number",
		},
	} {
		got := only(t, name, check.Consistency(valuesOf(c.readings...)))
		expect(t, name, got, c.want)
		if !strings.Contains(got.Detail, c.detail) {
			t.Errorf("%s: %q, want %q in it", name, got.Detail, c.detail)
		}
	}
	if got := check.Consistency(valuesOf()); len(got) != 0 {
		t.Errorf("nothing was read: %+v", got)
	}
}

// unsure is a printed value that was read with little confidence.
func unsure(field, value string) finding.Reading {
	r := reading(finding.VIZ, field, value)
	r.Confidence = .5
	return r
}

func TestAnotherDocumentAmongTheCapturesFails(t *testing.T) {
	first, other := digit("documentNumber", "L898902C3", true), digit("documentNumber", "X1234567", true)
	other.Capture = "back"
	values := valuesOf(first, other)
	got := only(t, "two", check.Consistency(values))
	expect(t, "two", got, fail("data.other_document"))
	if len(values.Readings) != 1 || len(values.Others) != 1 || len(got.Evidence) != 1 ||
		got.Evidence[0].Capture != "back" {
		t.Errorf("%d readings, %d others, evidence %v", len(values.Readings), len(values.Others), got.Evidence)
	}
}
