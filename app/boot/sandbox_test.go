package boot_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
)

// signed is a signature as the SDK sends it.
var signed = []byte(
	`{"SignatureDataCoordinates":"12,60;20,40;31,22;40,18;44,30;38,48|52,50;60,36;70,30;76,38;70,52"}`)

// sandboxed returns the calls of a sandbox client.
func sandboxed(t *testing.T, w *boottest.World) *apiclient.App {
	t.Helper()
	client, err := w.Credentials.CreateClient(t.Context(), "test", boottest.Company, "Sandbox", true)
	must(t, err)
	app := &apiclient.App{
		Base:        w.Config.Public.String(),
		HTTP:        &http.Client{Timeout: 2 * time.Minute},
		Credentials: w.Weak.Credentials,
	}
	app.Credentials.ClientID, app.Credentials.ClientSecret = client.ClientID, client.ClientSecret
	return app
}

func TestASandboxClientReachesEveryOutcomeThroughTheWholePipeline(t *testing.T) {
	w := boottest.New(t)
	ctx := t.Context()
	app := sandboxed(t, w)
	for _, want := range onboarding.DecisionOutcomes() {
		request := map[string]any{
			"function":   onboarding.SignatureCapture,
			"flavor":     "LITE",
			"sdkVersion": "11.1.13.2",
			"sandbox":    map[string]any{"outcome": want},
		}
		job, err := app.Job(ctx, request)
		must(t, err)
		must(t, app.Capture(ctx, job, "signature", "application/json", signed))
		must(t, app.Submit(ctx, job))
		p := decided(t, app, job)
		if p.ApplicationDetails.Status != want || !slices.Contains(p.ApplicationDetails.Reasons, "sandbox.requested") {
			t.Errorf("asked for %s: %s %v", want, p.ApplicationDetails.Status, p.ApplicationDetails.Reasons)
		}
		events, err := w.Store.EventsOfJob(ctx, boottest.Company, job)
		if err != nil || len(events) != 1 || events[0].Type != onboarding.ApplicationDecision {
			t.Errorf("%s: events %v, %v", want, events, err)
		}
	}
	if _, err := w.Weak.Job(ctx, map[string]any{
		"function":   onboarding.SignatureCapture,
		"flavor":     "LITE",
		"sdkVersion": "11.1.13.2",
		"sandbox":    map[string]any{"outcome": "APPROVED"},
	}); err == nil {
		t.Error("a client that is no sandbox client chose an outcome")
	}
}
