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

func TestWhatAPresetKeepsOnTheDeviceIsNotSentAndAPersonDecides(t *testing.T) {
	h := at(t)
	const path = "selfieCaptureCustomizationOptions.captureOptions.uploadFaceData"
	ctx, registry := t.Context(), h.Console.Presets
	const name = "kept-faces"
	_, err := registry.Create(ctx, "agent:ann", boottest.Company, presets.NewPreset{
		Name: name, Content: preset.Content{Values: preset.Values{path: false}},
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
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	said := b.applicant(t, shot(t, picture.Bytes, 1)).says(t, `"QUEUED"`)
	if !strings.Contains(said, `"kind":"selfie"`) {
		t.Errorf("said %s", said)
	}
	job := submitted.FindStringSubmatch(said)[1]
	captures, err := h.Store.Captures(ctx, boottest.Company, job)
	check(t, err)
	if len(captures) > 0 {
		t.Errorf("sent %+v", captures)
	}
	until(t, "the job is decided", func() bool { return h.record(t, job).Status.Is(onboarding.Review) })
}

func TestAFunctionThatSendsWhatStaysOnTheDeviceIsRefusedBeforeAnythingIsCaptured(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "autoFill()")
	b.options = `{ idCaptureCustomizationOptions: { enableUploadIDData: false } }`
	b.list(t, h)
	p := b.applicant(t, refused)
	said := p.says(t, `"failed":"REFUSED","message":"AUTO_FILL sends what the preset keeps on the device"`)
	if strings.Contains(said, `"open"`) {
		t.Errorf("said %s", said)
	}
}
