package api_test

import (
	"testing"

	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// askedFor adds a request for captures to a job of acme's, as an agent makes it.
func (w *world) askedFor(job string) {
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
