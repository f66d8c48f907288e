package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofdesk/app/evidence"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

func nothingRead(context.Context, []engine.Capture) (engine.Report, error) {
	return engine.Report{}, nil
}

func (w *world) snapshot(job string) answer {
	w.t.Helper()
	return w.call("POST", "/api/get-job-data", apiKey("acme"), `{"jobId":"`+strings.ToUpper(job)+`"}`)
}

// payload is the JSON that a decision stores.
func payload(t *testing.T, job string, status onboarding.Status) []byte {
	t.Helper()
	body, err := json.Marshal(onboarding.Payload{
		ApplicationDetails: onboarding.ApplicationDetails{
			JobID:       job,
			Status:      status,
			Function:    onboarding.IDValidationFace,
			Flavor:      "MEDIUM",
			SDKVersion:  "11.1.13.2.18",
			CreatedAt:   onboarding.Timestamp(began),
			SubmittedAt: onboarding.Timestamp(began),
			DecidedAt:   onboarding.Timestamp(began),
			Reasons:     []string{"data.expired"},
		},
		PersonalDetails: onboarding.PersonalDetails{
			LastName: "Eriksson",
			Sources:  map[string]string{"lastName": "MRZ"},
		},
		Documents: []onboarding.PayloadDocument{},
		VerificationResults: onboarding.VerificationResults{
			Outcome:     status,
			Checks:      []onboarding.PayloadCheck{},
			Comparisons: []onboarding.PayloadComparison{},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestTheSnapshotIsThePayloadAsItWasStored(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	stored := payload(t, job, onboarding.Approved)
	w.write(func(tx *store.Tx) error {
		return tx.PutJobDoc(context.Background(), "acme", job, store.DocPayload, stored)
	})
	if a := w.snapshot(job); a.status != 200 || !bytes.Equal(a.body, stored) ||
		a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

func TestTheSnapshotOfAnUndecidedJobHasWhatWasSent(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(`{"function":"ENROLLMENT","uniqueNumber":"4711","flavor":"LITE","sdkVersion":"11.1.13.2.18","location":{"latitude":1.5,"longitude":2},"device":{"model":"X"}}`)
	w.put(job, "selfie", string(jpegOf(t, 20, 10)))
	var p onboarding.Payload
	a := w.snapshot(job)
	a.into(t, &p)
	if a.status != 200 || p.ApplicationDetails.Status != onboarding.Capturing ||
		p.ApplicationDetails.UniqueNumber != "4711" ||
		p.ApplicationDetails.Location.Latitude != 1.5 || p.ApplicationDetails.Device.Model != "X" ||
		len(p.Documents) != 1 || p.Documents[0].Width != 20 || p.Event != nil {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

func TestAHeldReviewIsNotReported(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	before, after := payload(t, job, onboarding.Review), payload(t, job, onboarding.ReviewApproved)
	ctx := context.Background()
	w.write(func(tx *store.Tx) error {
		if _, err := tx.SubmitJob(ctx, "acme", job); err != nil {
			return err
		}
		_, err := tx.ClaimJobs(ctx, "lease", began.Add(time.Minute), 10)
		return err
	})
	w.write(func(tx *store.Tx) error {
		decided, err := tx.DecideJob(ctx,
			onboarding.Job{Company: "acme", ID: job, Status: onboarding.Review, DecidedAt: began}, "lease")
		if err != nil || !decided {
			t.Fatalf("decided %v, %v", decided, err)
		}
		return tx.PutJobDoc(ctx, "acme", job, store.DocPayload, before)
	})
	w.write(func(tx *store.Tx) error {
		found, err := tx.Job(ctx, "acme", job)
		if err != nil {
			return err
		}
		if ok, err := tx.ReviewJob(ctx, "acme", job, onboarding.ReviewApproved, found.Version,
			began.Add(8*time.Second)); err != nil || !ok {
			t.Fatalf("reviewed %v, %v", ok, err)
		}
		if err := tx.MoveJobDoc(ctx, "acme", job, store.DocPayload, store.DocPayloadBefore); err != nil {
			return err
		}
		return tx.PutJobDoc(ctx, "acme", job, store.DocPayload, after)
	})
	status := func() onboarding.Status {
		var s intake.JobStatus
		w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(t, &s)
		return s.Status
	}
	if a := w.snapshot(job); !bytes.Equal(a.body, before) || status() != onboarding.Review {
		t.Errorf("while held: %s, %s", status(), a.body)
	}
	w.clock.Advance(8 * time.Second)
	if a := w.snapshot(job); !bytes.Equal(a.body, after) || status() != onboarding.ReviewApproved {
		t.Errorf("after the hold: %s, %s", status(), a.body)
	}
}

func TestADocumentIsServedAsItWasCaptured(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	plain := jpegOf(t, 900, 700)
	var taken intake.CaptureTaken
	w.put(job, "selfie", string(plain)).into(t, &taken)
	for _, path := range []string{taken.URN, strings.ReplaceAll(taken.URN, ":", "%3A")} {
		a := w.call("GET", "/api/documents/"+path, apiKey("acme"), "")
		if a.status != 200 || !bytes.Equal(a.body, plain) || a.header.Get("Content-Type") != "image/jpeg" ||
			a.header.Get("ETag") != `"`+taken.SHA256+`"` ||
			!strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: %d, %d bytes, %v", path, a.status, len(a.body), a.header)
		}
	}
}

func TestADamagedOrErasedDocumentIsNeverSent(t *testing.T) {
	w := newWorld(t)
	job := w.newJob(jobBody)
	var taken intake.CaptureTaken
	w.put(job, "selfie", string(jpegOf(t, 100, 100))).into(t, &taken)
	id := taken.URN[strings.LastIndex(taken.URN, ":")+1:]
	row, err := w.store.Capture(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(w.in.Evidence.Store.(*evidence.Folder).Root, row.Key)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)/2] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if a := w.call("GET", "/api/documents/"+taken.URN, apiKey("acme"), ""); a.status != 500 {
		t.Errorf("damaged: %d", a.status)
	}
	w.write(func(tx *store.Tx) error {
		_, err := tx.DestroyApplicantKey(context.Background(), "acme", job)
		return err
	})
	if a := w.call("GET", "/api/documents/"+taken.URN, apiKey("acme"), ""); a.status != 404 {
		t.Errorf("erased: %d", a.status)
	}
}
