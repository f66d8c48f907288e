package processing

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
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
	for number, want := range map[string]int{"4471": 1, "4472": 0} {
		d := &dossier{job: onboarding.Job{Company: "acme", UniqueNumber: number, Function: onboarding.IDValidation}}
		if _, err := w.lookUp(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if len(d.near) != want || want == 1 && (d.near[0].CustomerID != "c1" || d.near[0].By != "unique_number") {
			t.Errorf("number %s: candidates %+v, want %d", number, d.near, want)
		}
	}
}
