package engine_test

import (
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// twoPeople is one person's passport beside the back of another's card.
func twoPeople(t *testing.T) engine.Submission {
	t.Helper()
	sub := submission(specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, today))
	back, ok := capture(specimen.CardTD1, 77, specimen.Good, "id_back")
	if !ok {
		t.Fatal("no back")
	}
	sub.Captures = append(sub.Captures, engine.Capture{
		ID:          "id_back",
		Kind:        "id_back",
		ContentType: back.ContentType,
		Bytes:       back.Bytes,
	})
	return sub
}

func TestTwoDocumentsAreNeverMixedIntoOnePerson(t *testing.T) {
	report := engine.Inspect(t.Context(), twoPeople(t))
	check := checkOf(report, engine.CodeConsistency)
	if check.Outcome != engine.Fail || !slices.Contains(check.Reasons, "data.other_document") ||
		len(check.Evidence) == 0 {
		t.Errorf("%+v", check)
	}
	if len(report.Others) == 0 {
		t.Error("what the other document says is not in the report")
	}
	for _, r := range report.Readings {
		if r.Capture == "id_back" {
			t.Errorf("%s %s of the other document counts", r.Field, r.Value)
		}
	}
	again := engine.Recheck(report,
		[]engine.Correction{{Field: "firstName", Source: engine.Submitted, After: "ANNA"}}, today, 18)
	if check := checkOf(again, engine.CodeConsistency); check.Outcome != engine.Fail {
		t.Errorf("a correction makes the other document forgotten: %+v", check)
	}
}
