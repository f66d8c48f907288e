package web_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestTheEnrolledCustomerStandsInTheCrossCheck(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.change(func(tx *store.Tx) error {
		return tx.PutCustomer(t.Context(), onboarding.Customer{
			ID:           "c1",
			Company:      "acme",
			UniqueNumber: "4471",
			FullName:     "JANE DOE",
			DateOfBirth:  "1990-01-02",
			JobID:        "another",
			CreatedAt:    noon,
			UpdatedAt:    noon,
		})
	})
	page := h.as(access.Agent).get("/jobs/" + id)
	page.want(http.StatusOK, ">Customer</th>",
		"The enrolled customer that the applicant is held against", "<mark>JANE </mark>")
	auditor := h.as(access.Auditor).get("/jobs/" + id)
	auditor.want(http.StatusOK, ">Customer</th>", "J••• D••", "1990-••-••")
	if strings.Contains(auditor.body, "1990-01-02") {
		t.Error("an auditor sees the customer's date of birth")
	}
}

func TestThePageTellsEverythingThatWasMeasured(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.as(access.Agent).get("/jobs/"+id).want(http.StatusOK, "Everything that was measured", "≤ .20", ".31",
		"builtin, nothing, on the server", "Times are in UTC.", "not run")
}

func TestTheQueueTellsInTheAgentsLanguageWhyAJobWaits(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").want(http.StatusOK, "/jobs/"+id, "Born differs: Printed 1987-03-13 · MRZ 1987-03-18")
	b.get("/jobs/"+id).want(http.StatusOK, "Born differs: Printed 1987-03-13 · MRZ 1987-03-18")
	b.headers["Accept-Language"] = "es-MX"
	b.get("/queue").want(http.StatusOK, "/jobs/"+id, "Nacimiento no coincide: Impreso 1987-03-13 · MRZ 1987-03-18")
	b.get("/jobs/"+id+"/peek").want(http.StatusOK, "MEX pasaporte", "validación", "enviado")
}

func TestTheQueueCoversInWhyAJobWaitsWhatTheReviewPageCovers(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Auditor)
	covered := "Born differs: Printed, MRZ 1987-••-••"
	b.get("/jobs/"+id).want(http.StatusOK, covered)
	b.get("/queue").want(http.StatusOK, covered)
	if strings.Contains(b.body, "1987-03-1") {
		t.Error("the queue tells a covered date")
	}
}

func TestTheReviewPageSpeaksTheAgentsLanguage(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.headers["Accept-Language"] = "es-MX"
	b.get("/jobs/"+id).want(http.StatusOK, "Por qué está aquí",
		"Nacimiento no coincide: Impreso 1987-03-13 · MRZ 1987-03-18", "Comparación de fuentes", "no coincide",
		"Las horas están en UTC.", "Todo lo que se midió", "pasaporte MEX")
}
