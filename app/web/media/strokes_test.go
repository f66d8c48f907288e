package media_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/webtest"
)

func TestASignatureIsWrittenAgain(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	c := h.Add(id, onboarding.Signature, "application/json",
		[]byte(`{"SignatureImage":"","SignatureDataCoordinates":"[`+
			`[{\"x\":0,\"y\":0,\"t\":0},{\"x\":10,\"y\":5,\"t\":100}],`+
			`[{\"x\":4,\"y\":4,\"t\":300},{\"x\":8,\"y\":9,\"t\":600}]]"}`))
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Want(http.StatusOK, `class="strokes"`, "Replay")
	b.Get("/media/" + c.ID + "?size=view")
	b.Want(http.StatusOK, "<svg", "animation-delay:1.00s;animation-duration:3.00s", "prefers-reduced-motion")
	if got := strings.Count(b.Body, "<path"); got != 2 {
		t.Errorf("%d strokes are drawn, want 2", got)
	}
	h.As(access.Auditor).Get("/media/" + c.ID + "?size=view").Want(http.StatusForbidden)
	broken := h.Add(id, onboarding.Signature, "application/json", []byte(`{"SignatureDataCoordinates":"no"}`))
	if b.Get("/media/" + broken.ID + "?size=view"); b.Status != http.StatusBadRequest &&
		b.Status != http.StatusUnprocessableEntity {
		t.Errorf("a broken signature is answered with %d", b.Status)
	}
}
