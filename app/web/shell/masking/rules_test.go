package masking_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

func TestAnAuditorSeesValuesCoveredOnEveryPage(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	b := h.As(access.Auditor)
	for _, path := range []string{
		"/queue", "/jobs", "/jobs?q=4471", "/jobs/" + id, "/jobs/" + id + "?revealed=1", "/jobs/" + id + "/report",
		"/jobs/" + id + "/peek", "/jobs/" + id + "/history", "/jobs/" + id + "/payload",
		"/jobs/" + id + "/payload?raw=1",
	} {
		b.Get(path).Want(http.StatusOK)
		b.LacksSecrets(path)
	}
	b.Get("/jobs/"+id).Want(http.StatusOK, "D••, J•••", "•• ••• 1987", "size=blurred", "masked")
	if strings.Contains(b.Body, "size=view") || strings.Contains(b.Body, "size=full") ||
		strings.Contains(b.Body, "size=thumb") {
		t.Error("the page names pictures that are not blurred")
	}
	b.Get("/jobs/" + id + "/bundle.zip").Want(http.StatusForbidden)
	b.Get("/jobs.csv").Want(http.StatusForbidden)
	b.Get("/jobs").Post("/jobs/"+id+"/reveal", nil).Want(http.StatusForbidden)
	for _, size := range []string{"", "?size=thumb", "?size=view", "?size=full"} {
		b.Get("/media/" + captures[0].ID + size).Want(http.StatusForbidden)
	}
	b.Get("/media/" + captures[0].ID + "?size=blurred").Want(http.StatusOK)
}

func TestWhereACompanyMasksOnlyTheHolderSeesValues(t *testing.T) {
	h := webtest.Open(t)
	h.Mask()
	id, captures := h.Job("acme", "DOE, JANE")
	b := h.As(access.Admin)
	for _, path := range []string{"/queue", "/jobs", "/jobs.csv", "/jobs/" + id, "/jobs/" + id + "/payload"} {
		b.Get(path).Want(http.StatusOK)
		b.LacksSecrets(path)
	}
	b.Get("/media/" + captures[0].ID).Want(http.StatusForbidden)
	b.Get("/jobs/" + id + "/bundle.zip").Want(http.StatusForbidden)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK, "DOE, JANE", "size=view")
	b.Get("/media/" + captures[0].ID).Want(http.StatusOK)
	b.Get("/jobs/" + id + "/bundle.zip").Want(http.StatusOK)
	h.Clock.Advance(review.DefaultLease)
	b.Get("/media/" + captures[0].ID).Want(http.StatusForbidden)
}

func TestARevealLastsAMinuteAndStandsInTheTrail(t *testing.T) {
	h := webtest.Open(t)
	h.Mask()
	id, captures := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Want(http.StatusOK, "data-reveal")
	b.Post("/jobs/"+id+"/reveal", nil).Follow().Want(http.StatusOK, "DOE, JANE", "revealed")
	if got := b.Answer.Header.Get("Refresh"); got != "61; url=/jobs/"+id {
		t.Errorf("the page is covered anew by %q", got)
	}
	b.Get("/media/" + captures[0].ID).Want(http.StatusOK)
	b.Get("/jobs/" + id).Want(http.StatusOK)
	b.LacksSecrets("the page without asking")
	h.As(access.Senior).Get("/media/" + captures[0].ID).Want(http.StatusForbidden)
	h.Clock.Advance(review.RevealTime)
	b.Get("/jobs/" + id + "?revealed=1").Want(http.StatusOK)
	b.LacksSecrets("the page after a minute")
	rows, err := h.Store.AuditOf(t.Context(), "acme", "job:"+id, "", 50)
	if err != nil {
		t.Fatal(err)
	}
	reveals := 0
	for _, r := range rows {
		if r.Action == "job.reveal" {
			reveals++
		}
	}
	if reveals != 1 {
		t.Errorf("%d reveals stand in the trail, want 1", reveals)
	}
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/reveal", url.Values{"csrf": {"x"}}).Want(http.StatusForbidden)
}

func TestWhatWasSentIsCoveredToo(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.test/in")
	e := webhook.Event{
		Company:    "acme",
		ID:         ids.ULID(webtest.Noon),
		JobID:      ids.UUID(),
		Type:       onboarding.ApplicationDecision,
		OccurredAt: webtest.Noon,
		Body:       []byte(`{"personalDetails":{"fullName":"DOE, JANE","documentNumber":"G09988123"}}`),
	}
	h.Change(func(tx *store.Tx) error { return storetest.Emit(t.Context(), tx, e, tx.Now) })
	path := "/deliveries/" + h.Deliveries("acme")[0].ID
	h.As(access.Admin).Get(path).Want(http.StatusOK, "G09988123")
	b := h.As(access.Auditor).Get(path)
	b.Want(http.StatusOK, "••••••123")
	b.LacksSecrets(path)
}

func TestCustomersAreCoveredToo(t *testing.T) {
	h := webtest.Open(t)
	c := onboarding.Customer{
		ID:             "c1",
		Company:        "acme",
		UniqueNumber:   "4471",
		FullName:       "DOE, JANE",
		DateOfBirth:    "1987-03-18",
		DocumentNumber: "G09988123",
		IssuingCountry: "MEX",
		JobID:          "j",
		CreatedAt:      webtest.Noon,
		UpdatedAt:      webtest.Noon,
	}
	if err := h.Store.Write(t.Context(),
		func(tx *store.Tx) error { return tx.PutCustomer(t.Context(), c) }); err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Auditor)
	for _, path := range []string{"/customers", "/customers?q=4471", "/customers/4471"} {
		b.Get(path).Want(http.StatusOK, "4471")
		b.LacksSecrets(path)
	}
}
