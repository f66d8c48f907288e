package review_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestEachScoreSaysWhichCaptureItIsOf(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/"+id).Want(http.StatusOK,
		`passport · quality.glare: WARN`, `<span>Glare</span> <span class="sr">passport</span>`)
}
