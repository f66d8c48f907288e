package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// secrets are the personal values of the fixture's job.
var secrets = []string{"DOE", "JANE", "1987-03", "G09988123", "MEXDOE"}

func (b *browser) lacksSecrets(path string) {
	b.t.Helper()
	for _, secret := range secrets {
		if strings.Contains(strings.ToUpper(b.body), secret) {
			b.t.Errorf("%s tells %q: %s", path, secret, b.body)
		}
	}
}

func TestAnAuditorSeesValuesCoveredOnEveryPage(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "DOE, JANE")
	b := h.as(access.Auditor)
	for _, path := range []string{
		"/queue", "/jobs", "/jobs?q=4471", "/jobs/" + id, "/jobs/" + id + "?revealed=1", "/jobs/" + id + "/report",
		"/jobs/" + id + "/peek", "/jobs/" + id + "/history", "/jobs/" + id + "/payload",
		"/jobs/" + id + "/payload?raw=1",
	} {
		b.get(path).want(http.StatusOK)
		b.lacksSecrets(path)
	}
	b.get("/jobs/"+id).want(http.StatusOK, "D••, J•••", "1987-••-••", "size=blurred", "covered")
	if strings.Contains(b.body, "size=view") || strings.Contains(b.body, "size=full") ||
		strings.Contains(b.body, "size=thumb") {
		t.Error("the page names pictures that are not blurred")
	}
	b.get("/jobs/" + id + "/bundle.zip").want(http.StatusForbidden)
	b.get("/jobs.csv").want(http.StatusForbidden)
	b.get("/jobs").post("/jobs/"+id+"/reveal", nil).want(http.StatusForbidden)
	for _, size := range []string{"", "?size=thumb", "?size=view", "?size=full"} {
		b.get("/media/" + captures[0].ID + size).want(http.StatusForbidden)
	}
	b.get("/media/" + captures[0].ID + "?size=blurred").want(http.StatusOK)
}

func TestABlurredPictureIsNotThePicture(t *testing.T) {
	h := open(t)
	_, captures := h.job("acme", "DOE, JANE")
	sharp := h.as(access.Agent).get("/media/" + captures[1].ID + "?size=full").body
	blurred := h.as(access.Auditor).get("/media/" + captures[1].ID + "?size=blurred").body
	if blurred == sharp || !strings.HasPrefix(blurred, "\xff\xd8") {
		t.Error("the blurred picture is the picture")
	}
}

// mask turns the company's covering on.
func (h *house) mask() {
	h.t.Helper()
	storetest.ChangeSettings(h.t, h.store, "acme", func(s *company.Settings) { s.Masking = true })
}

func TestWhereACompanyMasksOnlyTheHolderSeesValues(t *testing.T) {
	h := open(t)
	h.mask()
	id, captures := h.job("acme", "DOE, JANE")
	b := h.as(access.Admin)
	for _, path := range []string{"/queue", "/jobs", "/jobs.csv", "/jobs/" + id, "/jobs/" + id + "/payload"} {
		b.get(path).want(http.StatusOK)
		b.lacksSecrets(path)
	}
	b.get("/media/" + captures[0].ID).want(http.StatusForbidden)
	b.get("/jobs/" + id + "/bundle.zip").want(http.StatusForbidden)
	b.get("/jobs/"+id).post("/jobs/"+id+"/claim", nil).follow().want(http.StatusOK, "DOE, JANE", "size=view")
	b.get("/media/" + captures[0].ID).want(http.StatusOK)
	b.get("/jobs/" + id + "/bundle.zip").want(http.StatusOK)
	h.clock.Advance(review.DefaultLease)
	b.get("/media/" + captures[0].ID).want(http.StatusForbidden)
}

func TestARevealLastsAMinuteAndStandsInTheTrail(t *testing.T) {
	h := open(t)
	h.mask()
	id, captures := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/jobs/"+id).want(http.StatusOK, "data-reveal")
	b.post("/jobs/"+id+"/reveal", nil).follow().want(http.StatusOK, "DOE, JANE", "revealed")
	if got := b.answer.Header.Get("Refresh"); got != "61; url=/jobs/"+id {
		t.Errorf("the page is covered anew by %q", got)
	}
	b.get("/media/" + captures[0].ID).want(http.StatusOK)
	b.get("/jobs/" + id).want(http.StatusOK)
	b.lacksSecrets("the page without asking")
	h.as(access.Senior).get("/media/" + captures[0].ID).want(http.StatusForbidden)
	h.clock.Advance(review.RevealTime)
	b.get("/jobs/" + id + "?revealed=1").want(http.StatusOK)
	b.lacksSecrets("the page after a minute")
	rows, err := h.store.AuditOf(t.Context(), "acme", "job:"+id, "", 50)
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
	b.get("/jobs/"+id).post("/jobs/"+id+"/reveal", url.Values{"csrf": {"x"}}).want(http.StatusForbidden)
}

func TestWhatWasSentIsCoveredToo(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://hooks.test/in")
	e := webhook.Event{
		Company:    "acme",
		ID:         ids.ULID(noon),
		JobID:      ids.UUID(),
		Type:       onboarding.ApplicationDecision,
		OccurredAt: noon,
		Body:       []byte(`{"personalDetails":{"fullName":"DOE, JANE","documentNumber":"G09988123"}}`),
	}
	h.change(func(tx *store.Tx) error { return tx.EmitEvent(t.Context(), e, tx.Now) })
	path := "/deliveries/" + h.deliveries("acme")[0].ID
	h.as(access.Admin).get(path).want(http.StatusOK, "G09988123")
	b := h.as(access.Auditor).get(path)
	b.want(http.StatusOK, "••••••123")
	b.lacksSecrets(path)
}

func TestCustomersAreCoveredToo(t *testing.T) {
	h := open(t)
	c := onboarding.Customer{
		ID:             "c1",
		Company:        "acme",
		UniqueNumber:   "4471",
		FullName:       "DOE, JANE",
		DateOfBirth:    "1987-03-18",
		DocumentNumber: "G09988123",
		IssuingCountry: "MEX",
		JobID:          "j",
		CreatedAt:      noon,
		UpdatedAt:      noon,
	}
	if err := h.store.Write(t.Context(),
		func(tx *store.Tx) error { return tx.PutCustomer(t.Context(), c) }); err != nil {
		t.Fatal(err)
	}
	b := h.as(access.Auditor)
	for _, path := range []string{"/customers", "/customers?q=4471", "/customers/4471"} {
		b.get(path).want(http.StatusOK, "4471")
		b.lacksSecrets(path)
	}
}
