package boot_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestMain(m *testing.M) {
	inspection.Child()
	victim()
	os.Exit(m.Run())
}

// apply sends an applicant of a case through the REST API and submits the job.
func apply(t *testing.T, app *apiclient.App, set specimen.Set, f onboarding.Function, number string) string {
	t.Helper()
	ctx := t.Context()
	request := map[string]any{"function": f, "flavor": "LITE", "sdkVersion": "11.1.13.2.18", "submitted": set.Submitted}
	if number != "" {
		request["uniqueNumber"] = number
	}
	job, err := app.Job(ctx, request)
	must(t, err)
	for _, kind := range []string{"passport", "id_front", "id_back", "selfie"} {
		if kind == "selfie" &&
			!slices.ContainsFunc(f.Needs(),
				func(n onboarding.Need) bool { return slices.Contains(n, onboarding.Selfie) }) {
			continue
		}
		if capture, ok := set.Capture(kind); ok {
			must(t, app.Capture(ctx, job, kind, capture.ContentType, capture.Bytes))
		}
	}
	if f != onboarding.IDValidation {
		must(t, app.Liveness(ctx, job, "PASS"))
	}
	must(t, app.Submit(ctx, job))
	return job
}

// decided waits until a job is decided and returns its payload from the snapshot endpoint.
func decided(t *testing.T, app *apiclient.App, job string) onboarding.Payload {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		status, err := app.Status(ctx, job)
		must(t, err)
		if onboarding.Status(status).Decided() {
			var p onboarding.Payload
			must(t, app.Snapshot(ctx, job, &p))
			return p
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("job %s is still %s", job, status)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestEveryAutomatedOutcomeIsReachedByRealInput(t *testing.T) {
	w := boottest.New(t)
	today := time.Now().UTC()
	good := specimen.Applicant(11, specimen.Good, today)
	again := specimen.Applicant(11, specimen.Again, today)
	steps := []struct {
		name   string
		app    *apiclient.App
		set    specimen.Set
		f      onboarding.Function
		number string
		want   onboarding.Status
		reason string
	}{
		{
			"a sound enrolment with trusted liveness", w.Trusted, good, onboarding.Enrollment, "100011",
			onboarding.Approved, "",
		},
		{
			"the same person under the same number", w.Trusted, again, onboarding.Enrollment, "100011",
			onboarding.ExistingCustomer, "customer.unique_number",
		},
		{
			"the same person under the same number without trusted liveness", w.Weak, again, onboarding.Enrollment,
			"100011", onboarding.Review, "liveness.unproven",
		},
		{
			"a sound document and face without trusted liveness", w.Weak, specimen.Applicant(12, specimen.Good, today),
			onboarding.IDValidationFace, "", onboarding.Review, "liveness.unproven",
		},
		{
			"an expired document", w.Weak, specimen.Applicant(13, specimen.Expired, today), onboarding.IDValidation,
			"", onboarding.Declined, "data.expired",
		},
		{
			"a document whose file is cut off", w.Weak, specimen.Applicant(14, specimen.Truncated, today),
			onboarding.IDValidation, "", onboarding.Errored, "capture.truncated",
		},
	}
	for _, s := range steps {
		p := decided(t, s.app, apply(t, s.app, s.set, s.f, s.number))
		if p.ApplicationDetails.Status != s.want {
			t.Errorf("%s: %s %v, want %s", s.name, p.ApplicationDetails.Status, p.ApplicationDetails.Reasons, s.want)
		}
		if s.reason != "" && !slices.Contains(p.ApplicationDetails.Reasons, s.reason) {
			t.Errorf("%s: reasons %v, want %s among them", s.name, p.ApplicationDetails.Reasons, s.reason)
		}
	}
}
