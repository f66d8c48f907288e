package processing

import (
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

func TestAPayloadTellsWhenAJobWasCreatedAndWhenItWasSubmitted(t *testing.T) {
	job := onboarding.Job{CreatedAt: decidedAt, SubmittedAt: decidedAt.Add(time.Hour)}
	p := (&Worker{}).payload(&dossier{job: job}).ApplicationDetails
	if p.CreatedAt != onboarding.Timestamp(job.CreatedAt) || p.SubmittedAt != onboarding.Timestamp(job.SubmittedAt) {
		t.Errorf("created at %v, submitted at %v", p.CreatedAt, p.SubmittedAt)
	}
}

func TestAChipThatNoTrustedStateSignedNamesNobody(t *testing.T) {
	readings := []engine.Reading{
		{Source: engine.Chip, Field: "lastName", Value: "FORGED", Unproven: true},
		{Source: engine.Chip, Field: "personalNumber", Value: "1", Unproven: true},
		{Source: engine.MRZ, Field: "lastName", Value: "DOE"},
	}
	if p := person(readings); p.LastName != "DOE" || p.Sources["lastName"] != "MRZ" || p.PersonalNumber != "" {
		t.Errorf("%+v", p)
	}
	readings[0].Unproven = false
	if p := person(readings); p.LastName != "FORGED" || p.Sources["lastName"] != "CHIP" {
		t.Errorf("a proven chip is not believed: %+v", p)
	}
}
