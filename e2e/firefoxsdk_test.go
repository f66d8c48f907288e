package e2e_test

import (
	"encoding/base64"
	"testing"
	"time"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/signature"
	"proofdesk/engine/specimen"
)

func TestTheScreensOfACaptureWorkInFirefox(t *testing.T) {
	full(t, "TestTheMainFlowsWorkInFirefox")
	h := at(t)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	link := func(f onboarding.Function) apiclient.HostedLink {
		return h.link(t, map[string]any{"function": f, "uniqueNumber": "700730"})
	}
	const sends, asks = "it is sent", " asks for what it needs"
	wanted := []string{
		"a link leads to the instruction", "the camera is drawn", "a picture of nothing has to be taken again",
		"a picture that was not sent survives a reload", sends, "a form is to be filled in",
		"a camera that is refused is told of on the hosted page", "and to a host by its code",
		"a microphone that is refused is told of", "a device without a camera is told so",
		"and its host by a code",
	}
	signed := link(onboarding.SignatureCapture)
	others := []map[string]any{{"function": onboarding.SignatureCapture, "url": signed.URL, "instructed": true}}
	for _, other := range []struct {
		function   onboarding.Function
		instructed bool
		prompt     string
	}{
		{onboarding.IDValidation, false, "Place the ID inside the frame"},
		{onboarding.Enrollment, false, "Place your face inside the oval"},
		{onboarding.VoiceCapture, true, "Press the button, then read this aloud."},
		{onboarding.FingerprintCapture, true, "Move your hand closer"},
	} {
		others = append(others, map[string]any{
			"function": other.function, "url": link(other.function).URL, "instructed": other.instructed,
			"prompt": other.prompt,
		})
	}
	for _, other := range others {
		wanted = append(wanted, string(other["function"].(onboarding.Function))+asks)
	}
	steps := inFirefox(t, "firefoxsdk.mjs", wanted, map[string]any{
		"bank":    b.URL,
		"link":    link(onboarding.DocumentCapture).URL,
		"refused": link(onboarding.DocumentCapture).URL,
		"missing": link(onboarding.DocumentCapture).URL,
		"silent":  link(onboarding.VoiceCapture).URL,
		"others":  others,
		"strokes": points(specimen.Sign(7, 1)),
		"scene":   scene,
		"picture": base64.StdEncoding.EncodeToString(specimen.PNG(framed(t, picture.Bytes, .8))),
	})
	captures, err := h.Store.Captures(t.Context(), boottest.Company, steps[sends])
	check(t, err)
	if len(captures) != 1 || captures[0].Kind != onboarding.Document {
		t.Errorf("the job has %+v", captures)
	}
	if got := h.outcomeOf(t, signed.JobID, engine.CodeSignature); got != engine.Pass {
		t.Errorf("the engine's verdict of the signature is %s", got)
	}
}

// points returns where a pen was, stroke by stroke; every other point is enough.
func points(strokes []signature.Stroke) (all [][][2]float64) {
	for _, stroke := range strokes {
		var some [][2]float64
		for i := 0; i < len(stroke); i += 2 {
			some = append(some, [2]float64{stroke[i].X, stroke[i].Y})
		}
		all = append(all, some)
	}
	return all
}
