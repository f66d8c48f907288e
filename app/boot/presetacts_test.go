package boot_test

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/engine/specimen"
)

const selfieLogic = "selfieCaptureCustomizationOptions.captureOptions."

// TestThePresetOfAClientActsOnUploadsAndDecisions sends a client through one live face check twice: the second time it
// has a preset that asks for wider eyes and a higher liveness score.
func TestThePresetOfAClientActsOnUploadsAndDecisions(t *testing.T) {
	w := boottest.New(t)
	ctx := t.Context()
	r := &presets.Registry{Store: w.Store}
	p, err := r.Create(ctx, "ann", boottest.Company, presets.NewPreset{
		Name: "strict",
		Content: preset.Content{Values: preset.Values{
			selfieLogic + "eyeOpenProbability":           1.,
			selfieLogic + "liveFaceProbabilityThreshold": .99,
		}},
	})
	must(t, err)
	p, err = r.Publish(ctx, "ann", boottest.Company, p.Name, p.Revision,
		presets.Publication{Note: "stricter", Origin: preset.ByConsole})
	must(t, err)
	selfie, _ := specimen.Applicant(11, specimen.Good, time.Now().UTC()).Capture("selfie")
	check := func(app *apiclient.App) (prompts []string, p onboarding.Payload) {
		job, err := app.Job(ctx, map[string]any{
			"function":   onboarding.LiveFaceCheck,
			"flavor":     "LIVENESS",
			"sdkVersion": preset.CurrentSDK,
		})
		must(t, err)
		prompts, err = app.Assessed(ctx, job, "selfie", selfie.ContentType, selfie.Bytes)
		must(t, err)
		must(t, app.Liveness(ctx, job, "PASS"))
		must(t, app.Submit(ctx, job))
		return prompts, decided(t, app, job)
	}
	prompts, before := check(w.Trusted)
	if slices.Contains(prompts, "eyesClosed") || !before.ApplicationDetails.Status.Is(onboarding.Approved) {
		t.Errorf("without a preset: prompts %v, %s", prompts, before.ApplicationDetails.Status)
	}
	_, err = r.Assign(ctx, "ann", boottest.Company, p.Name, p.Revision,
		[]preset.Assignment{{Client: w.Trusted.Credentials.ClientID, Percent: 100}})
	must(t, err)
	prompts, after := check(w.Trusted)
	if !slices.Contains(prompts, "eyesClosed") || !after.ApplicationDetails.Status.Is(onboarding.Review) {
		t.Errorf("with the preset: prompts %v, %s", prompts, after.ApplicationDetails.Status)
	}
}
