package review_test

import (
	"math"
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/web/review"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestEachScoreSaysWhichCaptureItIsOf(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK,
		`passport · Glare: doubtful`, `<span>Glare</span> <span class="sr">Passport</span>`)
}

func TestADevicesPassThatWasAcceptedIsNoDoubt(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	report := webtest.Report(captures)
	report.Checks[3].Outcome, report.Checks[3].RanOn = engine.Inconclusive, engine.OnServer
	report.Checks = append(report.Checks, engine.Check{
		Code:      engine.CodeLiveness,
		Group:     engine.GroupLiveness,
		Outcome:   engine.Pass,
		RanOn:     engine.OnDevice,
		Provider:  "facelab",
		Version:   "9.4",
		Assurance: engine.Calibrated,
	})
	h.Change(func(tx *store.Tx) error { return tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, report) })
	told := "The device’s pass was accepted: facelab 9.4, trusted as a calibrated provider"
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Want(http.StatusOK, told, `<b class="data pass">pass</b>`, `<small>on the device</small>`)
	b.Get("/jobs/"+id+"/report").Want(http.StatusOK, told)
}

func TestAnAngleOfLessThanHalfADegreeHasNoSign(t *testing.T) {
	for angle, want := range map[float64]float64{-.3: 0, .3: 0, -1.6: -2, 12.4: 12} {
		if got := review.Whole(angle); got != want || got == 0 && math.Signbit(got) {
			t.Errorf("%v is %v, want %v", angle, got, want)
		}
	}
}
