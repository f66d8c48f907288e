package processing

import (
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// withResult returns the checks of a job after a device's result about its document was added to the server's check of
// the same thing.
func withResult(t *testing.T, server engine.Outcome, r onboarding.DeviceResult) []engine.Check {
	t.Helper()
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	d := &dossier{
		job:      onboarding.Job{Company: "acme", ClientID: "app"},
		captures: []onboarding.Capture{{ID: "1", Kind: onboarding.IDFront, SHA256: "a"}},
	}
	d.report.Checks = []engine.Check{{Code: engine.CodeRealness, RanOn: engine.OnServer, Outcome: server}}
	r.Capability = onboarding.DocumentRealness
	if r.Capture == "" {
		r.Capture, r.CaptureSHA256 = onboarding.IDFront, "a"
	}
	d.request.Results = []onboarding.DeviceResult{r}
	if err := w.addDevice(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return d.report.Checks[1:]
}

func TestAResultOfTheDeviceCountsOnlyWhereTheStepPlanPermitsIt(t *testing.T) {
	if checks := withResult(t, engine.NotRun, onboarding.DeviceResult{Outcome: "PASS"}); len(checks) != 0 {
		t.Errorf("a result that the step plan does not permit becomes %+v", checks)
	}
	checks := withResult(t, engine.NotRun, onboarding.DeviceResult{Outcome: "PASS", Accepted: true})
	if len(checks) != 1 || checks[0].RanOn != engine.OnDevice || checks[0].Outcome != engine.Pass {
		t.Fatalf("a permitted result becomes %+v", checks)
	}
	if checks[0].Assurance != engine.Absent {
		t.Errorf("a client that the company trusts with nothing gets the assurance %v", checks[0].Assurance)
	}
}

func TestAResultOfTheDeviceHoldsForTheCaptureWithItsHashAlone(t *testing.T) {
	for _, other := range []onboarding.DeviceResult{
		{Capture: onboarding.IDFront, CaptureSHA256: "b"}, // of a capture that was replaced
		{Capture: onboarding.IDFront},
		{Capture: onboarding.IDBack, CaptureSHA256: "a"},
	} {
		other.Outcome, other.Accepted = "PASS", true
		if checks := withResult(t, engine.NotRun, other); len(checks) != 0 {
			t.Errorf("a result about the %s %q becomes %+v", other.Capture, other.CaptureSHA256, checks)
		}
	}
}

func TestACaptureFromAVirtualCameraSendsItsJobToReview(t *testing.T) {
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	d := &dossier{
		job: onboarding.Job{Company: "acme", Function: onboarding.IDValidation},
		captures: []onboarding.Capture{
			{ID: "1", Kind: onboarding.IDFront},
			{ID: "2", Kind: onboarding.Selfie, VirtualCamera: "OBS Virtual Camera"},
		},
	}
	w.addCameras(d)
	if len(d.report.Checks) != 1 {
		t.Fatalf("%+v", d.report.Checks)
	}
	c := d.report.Checks[0]
	if c.Outcome != engine.Warn || c.Capture != w.urn(d.captures[1]) ||
		!strings.HasSuffix(c.Detail, "OBS Virtual Camera") {
		t.Errorf("%+v", c)
	}
	decided := policy.Decide(policy.Policy{}, policy.Input{
		Function: d.job.Function, Captures: kinds(d.captures), Report: d.report,
	})
	same := func(r policy.Reason) bool { return r.Code == "device.virtual_camera" && r.Band == policy.BandFraud }
	if decided.Outcome != onboarding.Review || !slices.ContainsFunc(decided.Reasons, same) {
		t.Errorf("decided %s for %+v", decided.Outcome, decided.Reasons)
	}
}

func TestABrowserIsNotBelievedWhateverItsClientIsTrustedWith(t *testing.T) {
	trust := onboarding.Trust{onboarding.DocumentRealness: int(engine.Calibrated)}
	for provider, want := range map[string]engine.Assurance{
		"host-device":          engine.Calibrated,
		onboarding.WebProvider: engine.Absent,
	} {
		r := onboarding.DeviceResult{Capability: onboarding.DocumentRealness, Provider: provider}
		if got := assuranceOf(trust, r); got != want {
			t.Errorf("a result of %s gets the assurance %v, want %v", provider, got, want)
		}
	}
}

func TestTrustIsOfTheClientThatSentTheResultsAndNotOfOneWhoseTokensArePublic(t *testing.T) {
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	trust := onboarding.Trust{onboarding.LivenessDetect: int(engine.Calibrated)}
	err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
		for _, c := range []store.Client{
			{ID: "app", Company: "acme", Trust: trust},
			{ID: "pages", Company: "acme", Trust: trust, Origins: []string{"https://shop.example"}},
		} {
			if err := tx.InsertClient(t.Context(), c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string]engine.Assurance{
		"app": engine.Calibrated, "pages": engine.Absent, "": engine.Absent,
	} {
		d := &dossier{
			job:      onboarding.Job{Company: "acme", ClientID: "app"},
			captures: []onboarding.Capture{{ID: "1", Kind: onboarding.Selfie, SHA256: "a"}},
		}
		d.request.ResultsBy = by
		d.request.Results = []onboarding.DeviceResult{{
			Capability:    onboarding.LivenessDetect,
			Outcome:       "PASS",
			Provider:      "host-device",
			Capture:       onboarding.Selfie,
			CaptureSHA256: "a",
			Accepted:      true,
		}}
		if err := w.addDevice(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if checks := d.report.Checks; len(checks) != 1 || checks[0].Assurance != want {
			t.Errorf("sent by %q: %+v, want the assurance %v", by, checks, want)
		}
	}
}

func TestADeviceThatContradictsTheServerIsReported(t *testing.T) {
	for _, tt := range []struct {
		server, device engine.Outcome
		want           int
	}{
		{engine.Fail, engine.Pass, 2},
		{engine.Pass, engine.Fail, 2},
		{engine.Pass, engine.Pass, 1},
		{engine.Fail, engine.Fail, 1},
		{engine.Inconclusive, engine.Pass, 1},
	} {
		checks := withResult(t, tt.server, onboarding.DeviceResult{Outcome: string(tt.device), Accepted: true})
		if len(checks) != tt.want || tt.want == 2 && checks[0].Code != engine.CodeDisagreement {
			t.Errorf("the server says %s and the device %s: %+v", tt.server, tt.device, checks)
		}
	}
}

func TestADeviceDoesNotContradictWhatTheServerSaysOfAnotherCapture(t *testing.T) {
	back := engine.Check{Code: engine.CodeRealness, RanOn: engine.OnServer, Outcome: engine.Fail, Capture: "urn:back"}
	front := engine.Check{Code: engine.CodeRealness, RanOn: engine.OnDevice, Outcome: engine.Pass, Capture: "urn:front"}
	if found := disagreement([]engine.Check{back}, front); len(found) != 0 {
		t.Errorf("one capture contradicts another: %+v", found)
	}
	back.Capture = front.Capture
	if found := disagreement([]engine.Check{back}, front); len(found) != 1 {
		t.Errorf("a contradiction becomes %+v", found)
	}
	back.RanOn = engine.OnDevice
	if found := disagreement([]engine.Check{back}, front); len(found) != 0 {
		t.Errorf("two results of the device contradict the server: %+v", found)
	}
}

func TestAScoreUnderTheThresholdOfItsCaptureWarns(t *testing.T) {
	w := newWorker(t, clock.NewManual(decidedAt), time.Minute)
	for _, tt := range []struct {
		capture onboarding.CaptureKind
		score   float64
		want    engine.Outcome
	}{
		{onboarding.IDFront, .49, engine.Warn},
		{onboarding.IDFront, .5, engine.Pass},
		{onboarding.IDBack, .89, engine.Warn},
		{onboarding.IDBack, .9, engine.Pass},
	} {
		d := &dossier{
			job:        onboarding.Job{Company: "acme", ClientID: "app"},
			captures:   []onboarding.Capture{{ID: "1", Kind: tt.capture, SHA256: "a"}},
			thresholds: engine.Thresholds{FrontRealness: .5, BackRealness: .9},
		}
		d.request.Results = []onboarding.DeviceResult{{
			Capability:    onboarding.DocumentRealness,
			Outcome:       "PASS",
			Score:         &tt.score,
			Capture:       tt.capture,
			CaptureSHA256: "a",
			Accepted:      true,
		}}
		if err := w.addDevice(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if checks := d.report.Checks; len(checks) != 1 || checks[0].Outcome != tt.want {
			t.Errorf("the %s with a score of %v becomes %+v, want %s", tt.capture, tt.score, checks, tt.want)
		}
	}
}

func TestResultsAboutSupersededCapturesNoLongerHold(t *testing.T) {
	d := &dossier{captures: []onboarding.Capture{
		{ID: "1", Kind: onboarding.Passport}, {ID: "2", Kind: onboarding.Selfie},
	}}
	d.request.Results = []onboarding.DeviceResult{
		{Capability: onboarding.DocumentRealness, Capture: onboarding.Passport},
		{Capability: onboarding.LivenessDetect, Capture: onboarding.Selfie},
		{Capability: onboarding.CodeReading},
	}
	d.renew([]onboarding.Capture{{ID: "3", Kind: onboarding.Passport}})
	if len(d.request.Results) != 1 || d.request.Results[0].Capture != onboarding.Selfie {
		t.Errorf("after a new passport there are the results %+v", d.request.Results)
	}
}

func TestADigestTellsOtherEvidence(t *testing.T) {
	seen := digest([]onboarding.Capture{{ID: "1", SHA256: "a"}})
	for _, other := range [][]onboarding.Capture{
		nil,
		{{ID: "1", SHA256: "b"}},
		{{ID: "2", SHA256: "a"}},
		{{ID: "1", SHA256: "a"}, {ID: "2", SHA256: "b"}},
	} {
		if digest(other) == seen {
			t.Errorf("%+v has the digest of other evidence", other)
		}
	}
}
