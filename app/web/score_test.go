package web_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
)

func TestEachScoreSaysWhichCaptureItIsOf(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.as(access.Agent).get("/jobs/"+id).want(http.StatusOK,
		`title="passport · quality.glare: WARN`, `<span>Glare</span> <span class="sr">passport</span>`)
}
