package api_test

import (
	"fmt"
	"strings"
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

// decides decides about a job as an agent does, who can undo it for a while.
func (w *world) decides(job string, hold time.Duration) (at time.Time) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		at = tx.Now
		if err := tx.RevokeRequest(w.t.Context(), "acme", job); err != nil {
			return err
		}
		found, err := tx.Job(w.t.Context(), "acme", job)
		if err != nil {
			return err
		}
		_, err = tx.ReviewJob(w.t.Context(), "acme", job, onboarding.ReviewDeclined, found.Version, at.Add(hold))
		return err
	})
	return at
}

// undoes undoes a decision, and reports whether the request that it ended is open again.
func (w *world) undoes(job string, at time.Time) (restored bool) {
	w.t.Helper()
	w.write(func(tx *store.Tx) (err error) {
		if _, err := tx.UnreviewJob(w.t.Context(), "acme", job); err != nil {
			return err
		}
		restored, err = tx.RestoreRequest(w.t.Context(), "acme", job, at)
		return err
	})
	return restored
}

func TestNobodyHearsOfADecisionThatCanStillBeUndone(t *testing.T) {
	w := newWorld(t, capturing)
	job := w.newJob(jobBody)
	w.sendToReview(job)
	l := w.askedFor(job)
	_, token := w.start(l)
	picture := func() answer {
		send := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
		return w.call("PUT", "/api/v4/jobs/"+job+"/captures/selfie", send, string(jpegOf(t, 64, 40)))
	}
	state := func() (s string) {
		var got struct{ CaptureRequest intake.RequestStatus }
		w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(t, &got)
		return got.CaptureRequest.State
	}
	const hold = 8 * time.Second
	at := w.decides(job, hold)
	starts := w.startAs(l, map[string]string{"token": token})
	for what, a := range map[string]answer{"open": w.openLink(l, l.secret), "start": starts, "send": picture()} {
		if a.status != 503 || a.header.Get("Retry-After") != "8" {
			t.Errorf("%s: %d, Retry-After %q", what, a.status, a.header.Get("Retry-After"))
		}
	}
	if s := state(); s != intake.LinkCapturing {
		t.Errorf("the client is told %s", s)
	}
	if !w.undoes(job, at) {
		t.Error("the undo opens the request no more")
	}
	starts = w.startAs(l, map[string]string{"token": token})
	for what, a := range map[string]answer{"open": w.openLink(l, l.secret), "start": starts, "send": picture()} {
		if a.status >= 300 {
			t.Errorf("after the undo, %s: %d %s", what, a.status, a.body)
		}
	}
	w.decides(job, hold)
	w.clock.Advance(hold)
	if a := picture(); a.status != 401 {
		t.Errorf("once the decision stands: %d %s", a.status, a.body)
	}
	if s := state(); s != intake.LinkRevoked {
		t.Errorf("once the decision stands, the client is told %s", s)
	}
}

func TestWhatCannotBeUsedTellsNothingOfADecisionThatCanStillBeUndone(t *testing.T) {
	w := newWorld(t, capturing)
	job, another := w.newJob(jobBody), w.newJob(jobBody)
	w.sendToReview(job)
	w.sendToReview(another)
	expired := w.askedFor(another)
	w.clock.Advance(intake.RequestValidity)
	withdrawn := w.askedFor(job)
	w.write(func(tx *store.Tx) error { return tx.RevokeRequest(t.Context(), "acme", job) })
	w.clock.Advance(time.Second)
	open := w.askedFor(job)
	told := func() string {
		t.Helper()
		first, second := w.openLink(withdrawn, withdrawn.secret), w.openLink(expired, expired.secret)
		wrong := w.openLink(open, "wrong")
		return fmt.Sprintf("%s %s %d %s", first.body, second.body, wrong.status, wrong.header.Get("Retry-After"))
	}
	before := told()
	const hold = 8 * time.Second
	w.decides(another, hold)
	w.decides(job, hold)
	if got := told(); got != before {
		t.Errorf("before the decision %s, while it can be undone %s", before, got)
	}
	w.clock.Advance(hold)
	if a := w.openLink(withdrawn, withdrawn.secret); !strings.Contains(string(a.body), `"decided":true`) {
		t.Errorf("once the decision stands: %s", a.body)
	}
}

func TestAnUndoOpensNoRequestThatItsClientHasEndedMeanwhile(t *testing.T) {
	w := newWorld(t, capturing)
	job := w.newJob(jobBody)
	w.sendToReview(job)
	l := w.askedFor(job)
	at := w.decides(job, time.Minute)
	if a := w.call("DELETE", "/api/v4/capture-links/"+l.ID, bearer("acme"), ""); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if w.undoes(job, at) {
		t.Error("it opens the request")
	}
	if a, _ := w.start(l); a.status != 409 {
		t.Errorf("%d %s", a.status, a.body)
	}
	entries, err := w.store.AuditOf(t.Context(), "acme", "job:"+job, "", 100)
	if err != nil || len(entries) == 0 || entries[0].Action != "capture_request.revoke" {
		t.Errorf("the end is not recorded: %v %v", entries, err)
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
