package api_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"proofdesk/app/api"
	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
)

// TestAnEventWithEveryFieldIsAsDocumented: the schemas take no member that they do not name, so one that is missing
// there shows.
func TestAnEventWithEveryFieldIsAsDocumented(t *testing.T) {
	score, now := 0.5, onboarding.Timestamp(began)
	reviewer := onboarding.Reviewer{ID: "a1", DisplayName: "Ada"}
	event := onboarding.Payload{
		Event: &onboarding.EventEnvelope{
			ID:         "01KQS6WB809KFGRHY6BBVR69QV",
			Type:       onboarding.ApplicationReviewed,
			OccurredAt: now,
		},
		ApplicationDetails: onboarding.ApplicationDetails{
			JobID:        "0198c9a2-7d3a-7000-8000-000000000001",
			Status:       onboarding.ReviewApproved,
			Function:     onboarding.Enrollment,
			UniqueNumber: "1",
			Flavor:       "LITE",
			SDKVersion:   "11.1",
			CreatedAt:    now,
			SubmittedAt:  now,
			DecidedAt:    now,
			Location:     &onboarding.Location{Latitude: 1, Longitude: 2, Accuracy: 3},
			Device: &onboarding.Device{
				ID:           "1",
				Manufacturer: "2",
				Model:        "3",
				OS:           "4",
				OSVersion:    "5",
				AppVersion:   "6",
			},
			Reasons: []string{"data.expired"},
		},
		PersonalDetails: onboarding.PersonalDetails{
			FirstName:      "a",
			LastName:       "b",
			FullName:       "c",
			DateOfBirth:    "d",
			Sex:            "F",
			Nationality:    "e",
			DocumentNumber: "f",
			DocumentType:   "g",
			IssuingCountry: "h",
			IssueDate:      "i",
			ExpiryDate:     "j",
			PersonalNumber: "k",
			Address:        &onboarding.Address{Line1: "l", City: "m", State: "n", PostalCode: "o", Country: "p"},
			Sources:        map[string]string{"firstName": "CHIP"},
		},
		Documents: []onboarding.PayloadDocument{
			{
				URN:         "urn",
				Kind:        onboarding.Selfie,
				ContentType: "image/jpeg",
				Size:        1,
				SHA256:      hexDigits,
				Width:       1,
				Height:      1,
			},
		},
		VerificationResults: onboarding.VerificationResults{
			Outcome:       onboarding.Review,
			EngineVersion: "1",
			Checks: []onboarding.PayloadCheck{{
				Code:      "face.match",
				Group:     "b",
				Outcome:   "NOT_RUN",
				Score:     &score,
				Threshold: &score,
				Provider:  "c",
				Assurance: "none",
				RanOn:     "DEVICE",
				Evidence:  []onboarding.PayloadEvidence{{URN: "d", Box: &[4]int{1, 2, 3, 4}}},
			}},
			Comparisons: []onboarding.PayloadComparison{
				{Field: "lastName", Match: "PARTIAL", Values: map[string]string{"MRZ": "x"}},
			},
		},
		ReviewDetails: &onboarding.ReviewDetails{
			ReviewID:     "r",
			Outcome:      onboarding.ReviewApproved,
			Reasons:      []onboarding.ReviewReason{{Code: "a", Band: onboarding.Fraud, Text: "b"}},
			Comment:      "c",
			Reviewer:     reviewer,
			StartedAt:    now,
			CompletedAt:  now,
			Corrections:  []onboarding.Correction{{Field: "a", Source: "b", Before: "c", After: "d"}},
			SecondReview: &onboarding.SecondReview{Reviewer: reviewer, CompletedAt: now},
		},
	}
	text, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	schema := func(name string) error { return schemas(t)[name].Value.VisitJSON(value) }
	if err := schema("Event"); err != nil {
		t.Errorf("event: %v", err)
	}
	delete(value, "event")
	if err := schema("Snapshot"); err != nil {
		t.Errorf("snapshot: %v", err)
	}
	value["surprise"] = true
	if schema("Snapshot") == nil {
		t.Error("a member that is not documented was taken")
	}
}

func TestEveryEventIsDocumented(t *testing.T) {
	var document struct {
		Webhooks map[onboarding.EventType]any
	}
	if err := json.Unmarshal(api.OpenAPI(), &document); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(slices.Values(webhook.EventTypes()))
	if got := slices.Sorted(maps.Keys(document.Webhooks)); !slices.Equal(got, want) {
		t.Errorf("the webhooks are %v, want %v", got, want)
	}
	var named []onboarding.EventType
	for _, name := range schemas(t)["Event"].Value.Properties["event"].Value.Properties["type"].Value.Enum {
		named = append(named, onboarding.EventType(name.(string)))
	}
	if slices.Sort(named); !slices.Equal(named, want) {
		t.Errorf("the types of an event are %v, want %v", named, want)
	}
}
