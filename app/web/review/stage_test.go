package review_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/review"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
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

func TestOnlyAJobThatWaitsForADecisionSaysThatItCanBeDecided(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	report := webtest.Report(captures)
	report.Captures = []engine.CaptureReport{{ID: captures[0].ID, Fault: "corrupt"}}
	h.Change(func(tx *store.Tx) error { return tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, report) })
	b := h.As(access.Admin)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "The original file is kept; you can still")
	b.Post("/jobs/"+id+"/decide", b.Decision("Declined", url.Values{"reason": {"fraud.known"}}))
	b.Get("/jobs/"+id).Want(http.StatusOK, "The original file is kept.")
	b.Lacks("can still decide")
}

// A job that ended with an error is nobody's to decide.
func TestAJobThatEndedWithAnErrorDoesNotSayThatItCanBeDecided(t *testing.T) {
	h := webtest.Open(t)
	id := ids.UUID()
	h.Change(func(tx *store.Tx) error {
		if err := storetest.Job(t.Context(), tx, "acme", id); err != nil {
			return err
		}
		if _, err := tx.SubmitJob(t.Context(), "acme", id); err != nil {
			return err
		}
		claimed, err := tx.ClaimJobs(t.Context(), "lease", tx.Now.Add(time.Minute), 1)
		if err != nil {
			return err
		}
		job := claimed[0].Job
		job.Status, job.DecidedAt = onboarding.Errored, tx.Now
		_, err = tx.DecideJob(t.Context(), job, "lease")
		return err
	})
	b := h.As(access.Senior)
	b.Get("/jobs/"+id).Want(http.StatusOK, "This job has no captures.", "This job could not be processed.")
	b.Lacks("can still decide", "in these captures", "All requirements of the policy were met")
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

func TestAJobSaysThatItsReviewIsOverdue(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/" + id).Lacks("overdue")
	h.Clock.Advance(5 * time.Hour)
	h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK, "overdue")
}
