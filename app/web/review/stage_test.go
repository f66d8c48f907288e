package review_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/review"
	"proofdesk/app/web/webtest"
)

func TestTurnedPicturesAreSetUpright(t *testing.T) {
	for turned, want := range map[int][2]string{
		0:   {"0 0 64 40", "rotate(0)"},
		90:  {"0 0 40 64", "translate(0 64) rotate(-90)"},
		180: {"0 0 64 40", "translate(64 40) rotate(180)"},
		270: {"0 0 40 64", "translate(40 0) rotate(90)"},
	} {
		if view, place := review.Upright(64, 40, turned); view != want[0] || place != want[1] {
			t.Errorf("%d: %s, %s", turned, view, place)
		}
	}
}

// A capture is named in the same way wherever its name stands alone.
func TestTheNameOfACaptureBeginsWithACapital(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, ">Passport<", ">Selfie<")
	b.Lacks(">passport<", ">selfie<")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/jobs/"+id).Want(http.StatusOK, ">Pasaporte<", ">Selfie<")
	b.Lacks(">pasaporte<", ">selfie<")
}
