package review_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestTheEnrolledCustomerStandsInTheCrossCheck(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Change(func(tx *store.Tx) error {
		return tx.PutCustomer(t.Context(), onboarding.Customer{
			ID:           "c1",
			Company:      "acme",
			UniqueNumber: "4471",
			FullName:     "JANE DOE",
			DateOfBirth:  "1990-01-02",
			JobID:        "another",
			CreatedAt:    webtest.Noon,
			UpdatedAt:    webtest.Noon,
		})
	})
	page := h.As(access.Agent).Get("/jobs/" + id)
	page.Want(http.StatusOK, ">Customer</th>",
		"The enrolled customer that the applicant is compared with", "<mark>JANE </mark>")
	auditor := h.As(access.Auditor).Get("/jobs/" + id)
	auditor.Want(http.StatusOK, ">Customer</th>", "J••• D••", "•• ••• 19<mark>90</mark>")
	if strings.Contains(auditor.Body, "1990-01-02") {
		t.Error("an auditor sees the customer's date of birth")
	}
}

func TestThePageTellsEverythingThatWasMeasured(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK, "All measurements", "≤ 0.20", "0.31",
		"builtin, nothing, on the server", "Times are in UTC.", "not run")
}

func TestTheReviewPageSpeaksTheAgentsLanguage(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/jobs/"+id).Want(http.StatusOK, "Por qué requiere revisión",
		"Ninguna fuente lo resuelve: compare con la imagen.", "Comparación de fuentes", "no coincide",
		"Las horas están en UTC.", "Todas las mediciones", "pasaporte, México")
}

func TestEachPrintHasItsQuality(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	c := h.Add(id, onboarding.Fingerprints, "image/png", webtest.Dot(true))
	floor := .5
	r := webtest.Report(captures)
	r.Captures = append(r.Captures, engine.CaptureReport{
		ID:     c.ID,
		Kind:   "fingerprints",
		Scores: map[string]float64{"finger 1": .82, "finger 2": .31},
	})
	r.Checks = append(r.Checks, engine.Check{
		Code:      engine.CodeFingerprints,
		Capture:   c.ID,
		Outcome:   engine.Warn,
		Threshold: &floor,
	})
	h.Change(func(tx *store.Tx) error { return tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, r) })
	h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK, "Quality of each print",
		`<span>Print 1</span><b class="data pass">0.82</b>`, `<b class="data warn">0.31 poor</b>`)
}

func TestAJobWithoutADocumentMissesNothingOfOne(t *testing.T) {
	for kind, contentType := range map[onboarding.CaptureKind]string{
		onboarding.Selfie: "image/png", onboarding.Voice: "audio/wav", onboarding.Signature: "application/json",
		onboarding.Fingerprints: "image/png",
	} {
		t.Run(string(kind), func(t *testing.T) {
			h := webtest.Open(t)
			h.Sandboxed()
			const id = "0199e0a0-0000-7000-8000-000000000001"
			row, _, err := h.Keys.NewApplicantKey(t.Context(), "acme", id)
			if err != nil {
				t.Fatal(err)
			}
			h.Change(func(tx *store.Tx) error { return tx.InsertApplicantKey(t.Context(), row) })
			body := []byte(`{}`)
			if contentType == "image/png" {
				body = webtest.Dot(true)
			}
			h.Add(id, kind, contentType, body)
			page := h.As(access.Agent).Get("/jobs/" + id)
			page.Want(http.StatusOK, "no job with this number")
			page.Lacks("or document", "not read", "Expires", ">Document<", "Nationality", "MRZ")
		})
	}
}

func TestAJobWithoutADecisionLeadsToNoPayload(t *testing.T) {
	h := webtest.Open(t)
	decided, _ := h.Job("acme", "DOE, JANE")
	const queued = "0199e0a0-0000-7000-8000-000000000002"
	row, _, err := h.Keys.NewApplicantKey(t.Context(), "acme", queued)
	if err != nil {
		t.Fatal(err)
	}
	h.Change(func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:         queued,
			Seq:        tx.NextSeq(),
			Company:    "acme",
			Function:   onboarding.SignatureCapture,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11",
			Status:     onboarding.Queued,
			CreatedAt:  tx.Now,
		}
		return errors.Join(tx.InsertJob(t.Context(), job), tx.InsertApplicantKey(t.Context(), row))
	})
	b := h.As(access.Agent)
	b.Get("/jobs/"+decided).Want(http.StatusOK, "/jobs/"+decided+"/payload")
	b.Get("/jobs/"+queued).Want(http.StatusOK, "/jobs/"+queued+"/report")
	b.Lacks("/payload")
}
