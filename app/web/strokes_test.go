package web_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// add puts one more capture into a job.
func (h *house) add(jobID string, kind onboarding.CaptureKind, contentType string, body []byte) onboarding.Capture {
	h.t.Helper()
	key, err := h.keys.ApplicantKey(h.t.Context(), "acme", jobID)
	if err != nil {
		h.t.Fatal(err)
	}
	c := onboarding.Capture{
		ID:          ids.UUID(),
		Company:     "acme",
		JobID:       jobID,
		Kind:        kind,
		ContentType: contentType,
		Size:        int64(len(body)),
		SHA256:      strings.Repeat("0", 64),
		CreatedAt:   h.clock.Now(),
	}
	if strings.HasPrefix(contentType, "image/") {
		c.Width, c.Height = 64, 40
	}
	if err := h.safe.Keep(h.t.Context(), &c, key, bytes.NewReader(body)); err != nil {
		h.t.Fatal(err)
	}
	h.change(func(tx *store.Tx) error { return tx.InsertCapture(h.t.Context(), c) })
	return c
}

func TestASignatureIsWrittenAgain(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	c := h.add(id, onboarding.Signature, "application/json",
		[]byte(`{"SignatureImage":"","SignatureDataCoordinates":"[[{\"x\":0,\"y\":0,\"t\":0},{\"x\":10,\"y\":5,\"t\":100}],[{\"x\":4,\"y\":4,\"t\":300},{\"x\":8,\"y\":9,\"t\":600}]]"}`))
	b := h.as(access.Agent)
	b.get("/jobs/"+id).want(http.StatusOK, `class="strokes"`, "Write again")
	b.get("/media/" + c.ID + "?size=view")
	b.want(http.StatusOK, "<svg", "animation-delay:1.00s;animation-duration:3.00s", "prefers-reduced-motion")
	if got := strings.Count(b.body, "<path"); got != 2 {
		t.Errorf("%d strokes are drawn, want 2", got)
	}
	h.as(access.Auditor).get("/media/" + c.ID + "?size=view").want(http.StatusForbidden)
	broken := h.add(id, onboarding.Signature, "application/json", []byte(`{"SignatureDataCoordinates":"no"}`))
	if b.get("/media/" + broken.ID + "?size=view"); b.status != http.StatusBadRequest &&
		b.status != http.StatusUnprocessableEntity {
		t.Errorf("a broken signature is answered with %d", b.status)
	}
}

func TestEachPrintHasItsQuality(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "DOE, JANE")
	c := h.add(id, onboarding.Fingerprints, "image/png", dot(true))
	floor := .5
	r := report(captures)
	r.Captures = append(r.Captures, engine.CaptureReport{
		ID:     c.ID,
		Kind:   "fingerprints",
		Scores: map[string]float64{"finger 1": .82, "finger 2": .31},
	})
	r.Checks = append(r.Checks, engine.Check{
		Code:      engine.CodeFingerprints,
		Capture:   c.ID,
		Outcome:   engine.Warn,
		Threshold: &floor,
	})
	h.change(func(tx *store.Tx) error { return tx.WriteJobDoc(t.Context(), "acme", id, store.DocReport, r) })
	h.as(access.Agent).get("/jobs/"+id).want(http.StatusOK, "Quality of each print",
		`<span>Print 1</span><b class="data pass">.82</b>`, `<b class="data warn">.31 poor</b>`)
}
