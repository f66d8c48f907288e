package processing

import (
	"context"
	"slices"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/engine/face"
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
		sandbox bool
		want    int
	}{
		{"4471", false, 1},
		{"4472", false, 0},
		{"4471", true, 0}, // such a job is about no real person
	} {
		number, want := tt.number, tt.want
		d := &dossier{
			job:     onboarding.Job{Company: "acme", UniqueNumber: number, Function: onboarding.IDValidation},
			sandbox: tt.sandbox,
		}
		if _, err := w.lookUp(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if len(d.near) != want || want == 1 && (d.near[0].CustomerID != "c1" || d.near[0].By != "unique_number") {
			t.Errorf("number %s, sandbox %t: candidates %+v, want %d", number, tt.sandbox, d.near, want)
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

// looks is a face: another seed gives another one.
func looks(seed int) engine.Template {
	var d face.Descriptor
	d[seed] = 1
	return engine.Template{Kind: "face", Role: "selfie", ModelSHA256: "m", Quality: 1, Vector: d[:]}
}

// enrolled enrols a customer with a face, and returns their id.
func enrolled(t *testing.T, w *Worker, number string, selfie engine.Template) string {
	t.Helper()
	e, err := w.Gallery.Prepare(t.Context(), onboarding.Customer{Company: "acme", UniqueNumber: number, JobID: number},
		[]engine.Template{selfie})
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error { return e.Write(ctx, tx) })
	return e.Customer.ID
}

func TestTheFaceOfANewApplicantIsComparedWithThoseOfAllCustomers(t *testing.T) {
	w, _ := enrolling(t, "", company.Settings{})
	anne, twin, ben := enrolled(t, w, "1", looks(0)), enrolled(t, w, "2", looks(0)), enrolled(t, w, "3", looks(40))
	for about, tt := range map[string]struct {
		number    string
		selfie    []engine.Template
		existing  string // the customer of the number
		same      bool   // whether the face is theirs
		near      []string
		duplicate engine.Outcome
	}{
		"its number and face":       {"1", []engine.Template{looks(0)}, anne, true, []string{anne, twin}, engine.Warn},
		"its number, another face":  {"1", []engine.Template{looks(40)}, anne, false, []string{ben}, engine.Warn},
		"its number, no face":       {"1", nil, anne, false, nil, ""},
		"a new number, a near face": {"9", []engine.Template{looks(40)}, "", false, []string{ben}, engine.Warn},
		"a new number, a new face":  {"9", []engine.Template{looks(80)}, "", false, nil, engine.Pass},
	} {
		d := &dossier{job: onboarding.Job{Company: "acme", UniqueNumber: tt.number, Function: onboarding.Enrollment}}
		d.report.Templates = tt.selfie
		existing, err := w.lookUp(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if (existing != nil) != (tt.existing != "") ||
			existing != nil && (existing.CustomerID != tt.existing || existing.FacePass != tt.same) {
			t.Errorf("%s: the customer is %+v, want %q, the same face: %v", about, existing, tt.existing, tt.same)
		}
		var near []string
		for _, c := range d.near {
			if c.By == "face" {
				near = append(near, c.CustomerID)
			}
		}
		slices.Sort(near)
		slices.Sort(tt.near)
		if !slices.Equal(near, tt.near) {
			t.Errorf("%s: the faces of %v are near, want %v", about, near, tt.near)
		}
		var duplicate engine.Outcome
		for _, c := range d.report.Checks {
			if c.Code == engine.CodeDuplicate {
				duplicate = c.Outcome
			}
		}
		if duplicate != tt.duplicate {
			t.Errorf("%s: the search for duplicates says %q, want %q", about, duplicate, tt.duplicate)
		}
	}
}

func TestALookUpThatFailsIsNotTakenForAnUnknownNumber(t *testing.T) {
	w, _ := enrolling(t, "", company.Settings{})
	ctx, end := context.WithCancel(t.Context())
	end()
	d := &dossier{job: onboarding.Job{Company: "acme", UniqueNumber: "1", Function: onboarding.CustomerVerification}}
	if _, err := w.lookUp(ctx, d); err == nil {
		t.Errorf("no error, and the checks are %+v", d.report.Checks)
	}
}
