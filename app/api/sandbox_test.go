package api_test

import (
	"strings"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/token"
)

func init() {
	identities["sandbox"] = token.Identity{Company: "acme", ClientID: "sdk2", Scope: "api_access", Sandbox: true}
}

func TestOnlySandboxClientsChooseAnOutcome(t *testing.T) {
	w := newWorld(t)
	with := func(member string) string {
		return strings.TrimSuffix(strings.TrimSpace(jobBody), "}") + `,"sandbox":` + member + "}"
	}
	tests := []struct {
		name, bearer, member string
		status               int
		rule                 string
	}{
		{"no sandbox client", "acme", `{"outcome":"DECLINED"}`, 400, "sandbox:sandbox_only"},
		{"an outcome of a review", "sandbox", `{"outcome":"SUSPICIOUS"}`, 400, "sandbox.outcome:one_of"},
		{"no outcome", "sandbox", `{}`, 400, "sandbox.outcome:one_of"},
		{"lower case", "sandbox", `{"outcome":"declined"}`, 400, "sandbox.outcome:one_of"},
		{"a sandbox client", "sandbox", `{"outcome":"DECLINED"}`, 201, ""},
	}
	for _, tt := range tests {
		a := w.call("POST", "/api/v4/jobs", bearer(tt.bearer), with(tt.member))
		if a.status != tt.status || tt.rule != "" && a.rule(t) != tt.rule {
			t.Errorf("%s: %d %s", tt.name, a.status, a.body)
		}
	}
	jobs, err := w.store.SandboxJobs(t.Context(), "acme", "", 10)
	if err != nil || len(jobs) != 1 || jobs[0].Sandbox != onboarding.Declined {
		t.Errorf("kept as %+v, %v", jobs, err)
	}
}
