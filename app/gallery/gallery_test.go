package gallery_test

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/gallery"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
	"proofdesk/engine"
	"proofdesk/engine/face"
)

const model = "a model's digest"

// hall is a gallery of two companies.
type hall struct {
	*gallery.Gallery
	clock *clock.Manual
}

func newHall(t *testing.T) hall {
	t.Helper()
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	st := storetest.SQLite(t, c)
	h := hall{&gallery.Gallery{Store: st, Keys: &keyring.Keys{Store: st, Master: vault.Ephemeral()}}, c}
	for _, slug := range []string{"acme", "norra"} {
		h.write(t, func(tx *store.Tx) error {
			return tx.InsertCompany(t.Context(), company.Company{
				Slug:       slug,
				Name:       slug,
				WrappedKey: h.Keys.NewCompanyKey(slug),
				CreatedAt:  tx.Now,
			})
		})
	}
	return h
}

func (h hall) write(t *testing.T, fn func(tx *store.Tx) error) {
	t.Helper()
	h.clock.Advance(time.Second)
	if err := h.Store.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// looks is a face: the same seed gives the same one, turned a little by tilt.
func looks(seed int, tilt float32) engine.Template {
	var d face.Descriptor
	d[seed], d[seed+1] = .8, tilt
	return engine.Template{Kind: "face", Role: "selfie", ModelSHA256: model, Vector: d[:]}
}

func (h hall) enrol(t *testing.T, company, number string, templates ...engine.Template) string {
	t.Helper()
	e, err := h.Prepare(t.Context(),
		onboarding.Customer{Company: company, UniqueNumber: number, FullName: "Ann " + number, JobID: "j"}, templates)
	if err != nil {
		t.Fatal(err)
	}
	h.write(t, func(tx *store.Tx) error { return e.Write(t.Context(), tx) })
	return e.Customer.ID
}

func (h hall) found(t *testing.T, company string, probe engine.Template) []string {
	t.Helper()
	candidates, err := h.Search(t.Context(), company, probe)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range candidates {
		all = append(all, c.CustomerID)
	}
	return all
}

func TestAFaceFindsItsCustomerAndNoOther(t *testing.T) {
	h := newHall(t)
	ann, bea := h.enrol(t, "acme", "1", looks(0, 0)), h.enrol(t, "acme", "2", looks(40, 0))
	other := h.enrol(t, "norra", "1", looks(0, 0))
	for _, c := range []struct {
		company string
		probe   engine.Template
		want    []string
	}{
		{"acme", looks(0, .1), []string{ann}},
		{"acme", looks(40, .2), []string{bea}},
		{"acme", looks(80, 0), nil},
		{"norra", looks(0, .1), []string{other}},
		{"norra", looks(40, 0), nil},
	} {
		if got := h.found(t, c.company, c.probe); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.company, got, c.want)
		}
	}
	foreign := looks(0, 0)
	foreign.ModelSHA256 = "another model's digest"
	if got := h.found(t, "acme", foreign); got != nil {
		t.Errorf("a face of another model found %v", got)
	}
}

func TestSearchReturnsTheNearestFirstAndTenAtMost(t *testing.T) {
	h := newHall(t)
	far := h.enrol(t, "acme", "far", looks(0, .4))
	near := h.enrol(t, "acme", "near", looks(0, .05))
	if got := h.found(t, "acme", looks(0, 0)); !slices.Equal(got, []string{near, far}) {
		t.Errorf("found %v, want %v before %v", got, near, far)
	}
	for i := range 12 {
		h.enrol(t, "acme", string(rune('a'+i)), looks(0, 0))
	}
	if got := h.found(t, "acme", looks(0, 0)); len(got) != 10 {
		t.Errorf("found %d, want 10", len(got))
	}
}

func TestAnEnrolmentIsFoundAtOnceAndAnErasedOneNoMore(t *testing.T) {
	h := newHall(t)
	if got := h.found(t, "acme", looks(0, 0)); got != nil {
		t.Errorf("an empty gallery found %v", got)
	}
	ann := h.enrol(t, "acme", "1", looks(0, 0))
	bea := h.enrol(t, "acme", "2", looks(0, .1))
	if got := h.found(t, "acme", looks(0, 0)); len(got) != 2 {
		t.Errorf("found %v, want both", got)
	}
	h.write(t, func(tx *store.Tx) error { return tx.EraseCustomer(t.Context(), "acme", ann) })
	if got := h.found(t, "acme", looks(0, 0)); !slices.Equal(got, []string{bea}) {
		t.Errorf("after %s was erased: %v, want %v", ann, got, bea)
	}
	if _, err := h.Face(t.Context(), "acme", ann, model); !fault.Is(err, fault.NotFound) {
		t.Errorf("the erased customer's face: %v", err)
	}
}

func TestFacesThatNobodySearchesDoNotStayInMemory(t *testing.T) {
	h := newHall(t)
	if _, ok := h.Kept("acme", model); ok {
		t.Error("faces are kept before any search")
	}
	h.enrol(t, "acme", "1", looks(0, 0))
	h.found(t, "acme", looks(0, 0))
	if left, ok := h.Kept("acme", model); !ok || left > gallery.FacesLife {
		t.Errorf("kept %v, for %v", ok, left)
	}
}

func TestAnEnrolmentIsPreparedAgainWhereTheCustomerIsNotAsItWas(t *testing.T) {
	h := newHall(t)
	prepare := func() gallery.Enrolment {
		e, err := h.Prepare(t.Context(),
			onboarding.Customer{Company: "acme", UniqueNumber: "1", JobID: "j"}, []engine.Template{looks(0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	refused := func(why string, e gallery.Enrolment, want []string) {
		err := h.Store.Write(t.Context(), func(tx *store.Tx) error { return e.Write(t.Context(), tx) })
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: %v", why, err)
		}
		if got := h.found(t, "acme", looks(0, 0)); !slices.Equal(got, want) {
			t.Errorf("%s: found %v, want %v", why, got, want)
		}
	}
	late := prepare()
	ann := h.enrol(t, "acme", "1", looks(0, 0))
	refused("another enrolment came first", late, []string{ann})
	late = prepare()
	h.write(t, func(tx *store.Tx) error { return tx.EraseCustomer(t.Context(), "acme", ann) })
	refused("an erasure came first", late, nil)
	h.enrol(t, "acme", "1", looks(0, 0))
}

func TestEnrollingAgainRenewsTheSameCustomer(t *testing.T) {
	h := newHall(t)
	first := h.enrol(t, "acme", "1", looks(0, 0))
	second := h.enrol(t, "acme", "1", looks(40, 0))
	if first != second {
		t.Errorf("number 1 is %s and %s", first, second)
	}
	if got := h.found(t, "acme", looks(0, 0)); got != nil {
		t.Errorf("the face that was replaced is found: %v", got)
	}
	kept, err := h.Face(t.Context(), "acme", first, model)
	if err != nil || !slices.Equal(kept.Vector, looks(40, 0).Vector) {
		t.Errorf("the customer's face is %v (%v)", kept.Vector, err)
	}
}

func TestOnlyTheSelfiesFaceIsEnrolled(t *testing.T) {
	h := newHall(t)
	portrait, voice := looks(0, 0), looks(20, 0)
	portrait.Role, voice.Kind = "portrait", "voice"
	ann := h.enrol(t, "acme", "1", portrait, voice)
	if _, err := h.Face(t.Context(), "acme", ann, model); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want that there is no template", err)
	}
}

func TestATemplateOpensOnlyInItsPlace(t *testing.T) {
	h := newHall(t)
	ann, bea := h.enrol(t, "acme", "1", looks(0, 0)), h.enrol(t, "acme", "2", looks(40, 0))
	stored, err := h.Store.Templates(t.Context(), "acme", ann)
	if err != nil || len(stored) != 1 {
		t.Fatalf("%d templates (%v)", len(stored), err)
	}
	moved := stored[0]
	moved.CustomerID = bea
	h.write(t, func(tx *store.Tx) error { return tx.PutTemplate(t.Context(), moved) })
	if _, err := h.Face(t.Context(), "acme", bea, model); err == nil {
		t.Error("a template that was moved to another customer opened")
	}
}
