package review_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

// TestNoCaptureOfARedFindingIsGreen checks the marks of the thumbnails where every check of each capture passed.
func TestNoCaptureOfARedFindingIsGreen(t *testing.T) {
	const (
		passed  = ": all checks passed"
		accused = ": a finding is about it"
	)
	for name, test := range map[string]struct {
		check            string
		same             bool // whether the sources agree on the birth date
		passport, selfie string
	}{
		"two birth dates":    {"", false, accused, passed},
		"another face":       {engine.CodeFaceMatch, true, accused, accused},
		"an enrolled face":   {engine.CodeDuplicate, true, passed, accused},
		"a customer’s face":  {engine.CodeCustomerFace, true, passed, accused},
		"nothing against it": {"", true, passed, passed},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			id, captures := h.Job("acme", "DOE, JANE")
			report := webtest.Report(captures)
			selfie := "urn:documentsv1:test:here:acme:" + captures[1].ID
			face := []engine.Face{{Box: engine.Box{X: 5, Y: 5, W: 9, H: 9}}}
			report.Captures[0].Faces = face
			report.Captures = append(report.Captures, engine.CaptureReport{ID: selfie, Faces: face})
			focus := report.Checks[2]
			report.Checks = []engine.Check{focus, focus}
			report.Checks[1].Capture = selfie
			if test.same {
				report.Comparisons = report.Comparisons[:1]
			}
			decision := policy.Decision{Outcome: onboarding.Review}
			if test.check != "" {
				report.Checks = append(report.Checks, engine.Check{Code: test.check, Outcome: engine.Fail})
				decision.Reasons = []policy.Reason{{
					Code:  test.check + ".fail",
					Check: test.check,
					Band:  policy.BandFraud,
					Text:  "The faces are different",
				}}
			}
			h.Change(func(tx *store.Tx) error {
				if err := tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, report); err != nil {
					return err
				}
				return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision, decision)
			})
			h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK,
				`title="Passport`+test.passport+`"`, `title="Selfie`+test.selfie+`"`)
		})
	}
}
