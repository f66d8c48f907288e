package review_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

// linked finds what the link to another job says.
var linked = regexp.MustCompile(`<dd class="[^"]*"[^>]*><a href="/jobs/[^"]+">([^<]+)</a>`)

func TestOtherJobsOfAnApplicantStandUnderOneLabelAndAreToldApart(t *testing.T) {
	h := webtest.Open(t)
	for range 3 {
		h.Job("acme", "DOE, JANE")
		h.Clock.Advance(7 * time.Minute)
	}
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent).Get("/jobs/" + id)
	b.Want(http.StatusOK)
	if n := strings.Count(b.Body, "<dt>Same unique number</dt>"); n != 1 {
		t.Errorf("the label stands %d times", n)
	}
	var texts []string
	for _, found := range linked.FindAllStringSubmatch(b.Body, -1) {
		texts = append(texts, found[1])
	}
	slices.Sort(texts)
	if len(texts) != 3 || len(slices.Compact(slices.Clone(texts))) != 3 {
		t.Errorf("the links to the other jobs are %q", texts)
	}
}
