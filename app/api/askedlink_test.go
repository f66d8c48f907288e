package api_test

import (
	"testing"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// askedFor adds a request for captures to a job of acme's, as an agent makes it, and returns its link.
func (w *world) askedFor(job string) captureLink {
	w.t.Helper()
	key, err := w.keys.ApplicantKey(w.t.Context(), "acme", job)
	if err != nil {
		w.t.Fatal(err)
	}
	id := ids.UUID()
	w.write(func(tx *store.Tx) error {
		return tx.InsertCaptureLink(w.t.Context(), store.CaptureLink{
			Company:      "acme",
			ID:           id,
			JobID:        job,
			ClientID:     "sdk",
			SecretSHA256: sumOf("secret"),
			SealedSecret: vault.Seal(key, []byte("secret"), "capture link:acme:"+id),
			ExpiresAt:    tx.Now.Add(intake.RequestValidity),
			AskedBy:      "anna",
			Asked: onboarding.CaptureRequest{
				Captures: []onboarding.AskedCapture{{Kind: onboarding.Selfie, Reason: "dark"}},
			},
			Desktop: onboarding.DesktopAllowed,
		})
	})
	return captureLink{ID: id, secret: "secret"}
}

// sendToReview submits a job of acme's and ends its check with REVIEW.
func (w *world) sendToReview(job string) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		if _, err := tx.SubmitJob(w.t.Context(), "acme", job); err != nil {
			return err
		}
		_, err := tx.ClaimJobs(w.t.Context(), "lease", began.Add(time.Minute), 10)
		return err
	})
	w.write(func(tx *store.Tx) error {
		decided := onboarding.Job{Company: "acme", ID: job, Status: onboarding.Review, DecidedAt: began}
		if _, err := tx.DecideJob(w.t.Context(), decided, "lease"); err != nil {
			return err
		}
		return tx.OpenReviewCase(w.t.Context(), store.ReviewCase{
			Company:    "acme",
			JobID:      job,
			Seq:        1,
			DeadlineAt: began.Add(time.Hour),
		})
	})
}

func TestTheLinkOfAJobThatIsDecidedMeanwhileSaysSo(t *testing.T) {
	w := newWorld(t, capturing)
	job := w.newJob(jobBody)
	w.sendToReview(job)
	l := w.askedFor(job)
	type told struct {
		State   string
		Decided bool
	}
	page := func() (p told) {
		w.openLink(l, l.secret).into(t, &p)
		return p
	}
	w.write(func(tx *store.Tx) error { return tx.RevokeRequest(t.Context(), "acme", job) })
	if p := page(); p != (told{intake.LinkRevoked, false}) {
		t.Errorf("the page of one that is withdrawn is told %+v", p)
	}
	w.write(func(tx *store.Tx) error {
		found, err := tx.Job(t.Context(), "acme", job)
		if err != nil {
			return err
		}
		_, err = tx.ReviewJob(t.Context(), "acme", job, onboarding.ReviewApproved, found.Version, began)
		return err
	})
	if p := page(); p != (told{intake.LinkRevoked, true}) {
		t.Errorf("once the job is decided, the page is told %+v", p)
	}
}

func TestOnlyTheClientOfAJobGetsTheLinkThatItsApplicantIsAskedWith(t *testing.T) {
	w := newWorld(t, capturing)
	job := w.newJob(jobBody)
	w.askedFor(job)
	for who, gets := range map[string]bool{"acme": true, "acme2": false} {
		var got struct{ CaptureRequest intake.RequestStatus }
		w.call("GET", "/api/v4/jobs/"+job, bearer(who), "").into(t, &got)
		if r := got.CaptureRequest; r.State != "CREATED" || len(r.Captures) != 1 || (r.URL != "") != gets {
			t.Errorf("%s gets %+v", who, r)
		}
	}
}
