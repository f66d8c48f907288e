package e2e_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// hashed is a call whose result has the SHA-256 of the picture that the host gets.
const hashed = `documentCapture().then(async result => {
	const sum = await crypto.subtle.digest('SHA-256', await result.captures[0].input.arrayBuffer())
	return { ...result, sha256: Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join('') }
})`

func TestAPageOfAnotherOriginCapturesADocumentThatTheServerHas(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, hashed)
	b.options = `{ sendInputImagesInResponse: true }`
	b.list(t, h)
	p := b.applicant(t, shot(t, picture.Bytes, .8))
	check(t, p.Locator("[data-action=continue]").Click())
	said := p.says(t, `"QUEUED"`)
	for _, want := range []string{
		`{"open":{"function":"DOCUMENT_CAPTURE"}}`, `"screen":"instruction"`, `{"prompt":{"step":"document"`,
		`"captured":{"step":"document","automatic":true`, `"screen":"success"`, `{"close":{"function"`,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not in what the page said:\n%s", want, said)
		}
	}
	job := submitted.FindStringSubmatch(said)[1]
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	if len(captures) != 1 || captures[0].Kind != onboarding.Document {
		t.Fatalf("the job has %+v", captures)
	}
	if sum := sha256.Sum256(h.bytesOf(t, captures[0])); !strings.Contains(said, fmt.Sprintf(`"sha256":"%x"`, sum)) {
		t.Errorf("the server has a picture with the hash %x, and the page said:\n%s", sum, said)
	}
	until(t, "the job is decided", func() bool { return h.record(t, job).Status.Is(onboarding.Approved) })
}

// bytesOf returns a capture as it was sent.
func (h *house) bytesOf(t *testing.T, c onboarding.Capture) []byte {
	t.Helper()
	key, err := h.Keys.ApplicantKey(t.Context(), boottest.Company, c.JobID)
	check(t, err)
	sent, err := h.Safe.ReadAll(t.Context(), c, key)
	check(t, err)
	return sent
}
