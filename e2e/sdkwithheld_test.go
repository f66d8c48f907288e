package e2e_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/engine/specimen"
)

// assigned publishes a preset with values, and has all of the client's devices use it for as long as the test takes.
func (h *house) assigned(t *testing.T, name string, values preset.Values) {
	t.Helper()
	ctx, registry := t.Context(), h.Console.Presets
	_, err := registry.Create(ctx, "agent:ann", boottest.Company, presets.NewPreset{
		Name: name, Content: preset.Content{Values: values},
	})
	check(t, err)
	approved := func(p preset.Preset, err error) {
		t.Helper()
		check(t, err)
		_, err = registry.Approve(ctx, "agent:ben", boottest.Company, name, p.Revision)
		check(t, err)
	}
	approved(registry.Publish(ctx, "agent:ann", boottest.Company, name, presets.AnyRevision,
		presets.Publication{Note: "v1", Origin: preset.ByConsole}))
	approved(registry.Assign(ctx, "agent:ann", boottest.Company, name, presets.AnyRevision,
		[]preset.Assignment{{Client: h.Weak.Credentials.ClientID, Percent: 100}}))
	t.Cleanup(func() {
		_, err := registry.Assign(context.Background(), "agent:ann", boottest.Company, name, presets.AnyRevision, nil)
		check(t, err)
	})
}

func TestWhatAPresetKeepsOnTheDeviceIsNotSentAndAPersonDecides(t *testing.T) {
	h := at(t)
	h.assigned(t, "kept-faces", preset.Values{"selfieCaptureCustomizationOptions.captureOptions.uploadFaceData": false})
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	said := b.applicant(t, shot(t, picture.Bytes, 1)).says(t, `"QUEUED"`)
	if !strings.Contains(said, `"kind":"selfie"`) {
		t.Errorf("said %s", said)
	}
	job := submitted.FindStringSubmatch(said)[1]
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	if len(captures) > 0 {
		t.Errorf("sent %+v", captures)
	}
	until(t, "the job is decided", func() bool { return h.record(t, job).Status.Is(onboarding.Review) })
}

func TestAFunctionThatSendsWhatStaysOnTheDeviceIsRefusedBeforeAnythingIsCaptured(t *testing.T) {
	h := at(t)
	h.assigned(t, "kept-cards", preset.Values{"idCaptureCustomizationOptions.enableUploadIDData": false})
	b := openBank(t, h, "autoFill()")
	b.list(t, h)
	p := b.applicant(t, refused)
	said := p.says(t, `"failed":"REFUSED","message":"AUTO_FILL sends what the preset keeps on the device"`)
	if strings.Contains(said, `"open"`) {
		t.Errorf("said %s", said)
	}
}
