package processing

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

func TestALookUpNamesTheCustomerOfTheNumber(t *testing.T) {
	now := clock.System{}.Now()
	w := newWorker(t, clock.NewManual(now), time.Minute)
	err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.PutCustomer(t.Context(), onboarding.Customer{
			ID:           "c1",
			Company:      "acme",
			UniqueNumber: "4471",
			JobID:        "j",
			CreatedAt:    now,
			UpdatedAt:    now,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		number  string
		sandbox onboarding.Status
		want    int
	}{
		{"4471", "", 1},
		{"4472", "", 0},
		{"4471", onboarding.Approved, 0}, // such a job is about no real person
	} {
		number, want := tt.number, tt.want
		d := &dossier{job: onboarding.Job{
			Company:      "acme",
			UniqueNumber: number,
			Function:     onboarding.IDValidation,
			Sandbox:      tt.sandbox,
		}}
		if _, err := w.lookUp(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if len(d.near) != want || want == 1 && (d.near[0].CustomerID != "c1" || d.near[0].By != "unique_number") {
			t.Errorf("number %s %s: candidates %+v, want %d", number, tt.sandbox, d.near, want)
		}
	}
}

func TestACustomerIsNotFoundByADocumentNumberThatNothingShows(t *testing.T) {
	now := clock.System{}.Now()
	w := newWorker(t, clock.NewManual(now), time.Minute)
	err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.PutCustomer(t.Context(), onboarding.Customer{
			ID:             "c1",
			Company:        "acme",
			DocumentNumber: "L898902C3",
			IssuingCountry: "UTO",
			JobID:          "j",
			CreatedAt:      now,
			UpdatedAt:      now,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for source, want := range map[engine.Source]int{engine.MRZ: 1, engine.Submitted: 0} {
		d := &dossier{job: onboarding.Job{Company: "acme", Function: onboarding.IDValidation}}
		d.report.Readings = []engine.Reading{
			{Source: source, Field: "documentNumber", Value: "L898902C3"},
			{Source: engine.MRZ, Field: "issuingCountry", Value: "UTO"},
		}
		if _, err := w.lookUp(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if len(d.near) != want || want == 1 && d.near[0].By != "document" {
			t.Errorf("by a number of the source %s: candidates %+v, want %d", source, d.near, want)
		}
	}
}
