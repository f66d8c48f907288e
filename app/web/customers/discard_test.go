package customers_test

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

// undelivered adds a customer's job that is approved, and returns it with a function that adds an event about it which
// its receiver does not get.
func undelivered(h *webtest.Fixture, number string) (job string, emit func()) {
	h.T.Helper()
	ctx := h.T.Context()
	h.Hook("acme", "https://hooks.example/in")
	job = ids.UUID()
	h.Enrolled(number, job)
	h.Change(func(tx *store.Tx) error {
		return tx.InsertJob(ctx, onboarding.Job{
			ID:           job,
			Seq:          tx.NextSeq(),
			Company:      "acme",
			Function:     onboarding.Enrollment,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			Status:       onboarding.Approved,
			UniqueNumber: number,
			CreatedAt:    tx.Now,
		})
	})
	return job, func() {
		h.T.Helper()
		h.Change(func(tx *store.Tx) error {
			return tx.EmitEvent(ctx, webhook.Event{
				Company:    "acme",
				ID:         ids.ULID(tx.Now),
				JobID:      job,
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       []byte("{}"),
			}, tx.Now)
		})
	}
}

func TestDeliveriesAreDiscardedWithACustomerOnlyAsManyAsWereShown(t *testing.T) {
	webtest.Each(t, func(h *webtest.Fixture) {
		t := h.T.(*testing.T)
		job, emit := undelivered(h, "4471")
		emit()
		b, path := h.As(access.Admin), "/customers/4471/erase"
		shown := func(n int) string {
			return `name="giveUp" type="checkbox" autocomplete="off" value="` + strconv.Itoa(n) + `"`
		}
		b.Get(path).Want(http.StatusOK, shown(1), "1 delivery about these jobs has not reached its receiver")
		send := func(giveUp ...string) *webtest.Browser {
			return b.Post(path, url.Values{"digest": {b.Field("digest")}, "number": {"4471"}, "giveUp": giveUp})
		}
		for _, none := range [][]string{nil, {""}, {"0"}, {"+1"}, {"01"}, {"-1"}, {"on"}, {"1", "2"}} {
			send(none...).Want(http.StatusBadRequest)
			b.Get(path)
		}
		send().Want(http.StatusBadRequest, "Confirm that 1 delivery can be discarded", `value="4471"`)
		emit() // after the page was shown
		send("1").Want(http.StatusConflict, `value="4471"`, shown(2),
			"2 deliveries have not reached their receivers by now, and this list showed 1")
		if left := h.Deliveries("acme"); len(left) != 2 {
			t.Errorf("%d deliveries are left", len(left))
		}
		if _, err := h.Store.Job(t.Context(), "acme", job); err != nil {
			t.Errorf("the job is gone: %v", err)
		}
		send("2").Follow().Want(http.StatusOK, "Proof of erasure", "Discarded deliveries")
		if left := h.Deliveries("acme"); len(left) != 0 {
			t.Errorf("%d deliveries are left", len(left))
		}
		if _, err := h.Store.Job(t.Context(), "acme", job); !fault.Is(err, fault.NotFound) {
			t.Errorf("the job is left: %v", err)
		}
	})
}

func TestAnErasureOfWhatHasChangedIsAConflictThatKeepsWhatWasTyped(t *testing.T) {
	h := webtest.Open(t)
	job, _ := undelivered(h, "4471")
	b, path := h.As(access.Admin), "/customers/4471/erase"
	form := url.Values{"digest": {b.Get(path).Field("digest")}, "number": {"4471"}}
	h.Change(func(tx *store.Tx) error {
		_, err := tx.EraseJob(t.Context(), "acme", job) // as retention does
		return err
	})
	b.Post(path, form).Want(http.StatusConflict, "data has changed since you opened this list", `value="4471"`,
		"No jobs are stored.")
	b.Post(path, url.Values{"digest": {b.Field("digest")}, "number": {"4471"}}).Want(http.StatusSeeOther)
}

func TestOnlyWhoMayEraseDiscardsDeliveriesAndOnlyFromTheirOwnForm(t *testing.T) {
	h := webtest.Open(t)
	_, emit := undelivered(h, "4471")
	emit()
	path := "/customers/4471/erase"
	admin := h.As(access.Admin)
	form := url.Values{"digest": {admin.Get(path).Field("digest")}, "number": {"4471"}, "giveUp": {"1"}}
	for _, role := range []access.Role{access.Agent, access.Senior, access.Auditor} {
		h.As(role).Get("/me").Post(path, maps.Clone(form)).Want(http.StatusForbidden)
	}
	for _, csrf := range []string{"", h.As(access.Admin).Get(path).Field("csrf")} {
		forged := maps.Clone(form)
		forged.Set("csrf", csrf)
		admin.Get(path).Post(path, forged).Want(http.StatusForbidden)
	}
	if left := h.Deliveries("acme"); len(left) != 1 {
		t.Errorf("%d deliveries are left", len(left))
	}
	admin.Get(path).Post(path, form).Want(http.StatusSeeOther)
}
