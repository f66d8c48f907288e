package integration_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/webtest"
)

func TestASandboxJobIsMadeThroughIntake(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/sandbox").Want(200, "Add a sandbox client")
	b.Post("/clients", url.Values{"name": {"Sandbox"}, "sandbox": {"1"}}).Want(200)
	id := b.Secrets()[0]
	b.Get("/sandbox").Want(200, "EXISTING_CUSTOMER", id)
	b.Post("/sandbox", url.Values{"client": {id}, "outcome": {"SUSPICIOUS"}}).Want(http.StatusBadRequest,
		"Sandbox.outcome must be")
	b.Post("/sandbox", url.Values{"client": {"none"}, "outcome": {"DECLINED"}}).Want(http.StatusBadRequest,
		"Choose an enabled sandbox client")
	b.Post("/sandbox", url.Values{"client": {id}, "outcome": {"DECLINED"}, "number": {strings.Repeat("9", 65)}}).Want(
		http.StatusBadRequest, "Enter at most 64 letters")
	b.Post("/sandbox", url.Values{"client": {id}, "outcome": {"DECLINED"}}).Follow().Want(200, "is in progress",
		"queued", "DECLINED")
	jobs, err := h.Store.SandboxJobs(t.Context(), "acme", "", 10)
	if err != nil || len(jobs) != 1 || !jobs[0].Status.Is(onboarding.Queued) || jobs[0].Sandbox != onboarding.Declined {
		t.Errorf("%+v, %v", jobs, err)
	}
	h.As(access.Auditor).Get("/sandbox").Want(http.StatusForbidden)
}

func TestASandboxClientIsAddedWhereItIsNeeded(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/sandbox").Want(200, "Add a sandbox client")
	b.Post("/sandbox/client", url.Values{"name": {""}}).Want(http.StatusBadRequest, "Enter a name.")
	b.Post("/sandbox/client", url.Values{"name": {"Sandbox"}}).Want(200, "Create job", "client_secret")
	client := b.Secrets()[0]
	for _, number := range []string{"-5", "abc<b>", strings.Repeat("9", 65)} {
		b.Post("/sandbox", url.Values{"client": {client}, "outcome": {"APPROVED"}, "number": {number}}).Want(
			http.StatusBadRequest, "Enter at most 64 letters")
	}
}
