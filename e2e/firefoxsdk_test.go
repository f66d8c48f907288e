package e2e_test

import (
	"encoding/base64"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestTheScreensOfACaptureWorkInFirefox(t *testing.T) {
	full(t, "TestTheMainFlowsWorkInFirefox")
	h := at(t)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	link := map[string]any{"function": onboarding.DocumentCapture}
	const sends = "it is sent"
	steps := inFirefox(t, "firefoxsdk.mjs", []string{
		"a link leads to the instruction", "the camera is drawn", "a picture of nothing has to be taken again",
		"a picture that was not sent survives a reload", sends,
		"a camera that is refused is told of on the hosted page", "and to a host by its code",
	}, map[string]any{
		"bank":    b.URL,
		"link":    h.link(t, link).URL,
		"refused": h.link(t, link).URL,
		"scene":   scene,
		"picture": base64.StdEncoding.EncodeToString(specimen.PNG(framed(t, picture.Bytes, .8))),
	})
	captures, err := h.Store.Captures(t.Context(), boottest.Company, steps[sends])
	check(t, err)
	if len(captures) != 1 || captures[0].Kind != onboarding.Document {
		t.Errorf("the job has %+v", captures)
	}
}
