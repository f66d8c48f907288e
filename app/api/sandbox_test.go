package api_test

import (
	"strings"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/token"
)

func init() {
	identities["sandbox"] = token.Identity{Company: "acme", ClientID: "sdk2", Scope: "api_access", Sandbox: true}
	identities["trial"] = token.Identity{Company: "acme", ClientID: "trial", Scope: "api_access", Sandbox: true}
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

func TestNoRequestOfTheAPIMakesACameraPlay(t *testing.T) {
	w := newWorld(t, capturing)
	w.write(func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID:         "trial",
			Company:    "acme",
			Name:       "trial",
			SecretHash: hexDigits,
			Sandbox:    true,
		})
	})
	for _, name := range []string{"specimen", "Specimen", "SPECIMEN", "-"} {
		a := w.call("POST", "/api/v4/capture-links", bearer("trial"),
			`{"function":"LIVE_FACE_CHECK","sandbox":{"outcome":"DECLINED"},"`+name+`":"face"}`)
		if a.status >= 500 {
			t.Fatalf("%s: %d %s", name, a.status, a.body)
		}
		if a.status != 201 {
			continue
		}
		var l captureLink
		a.into(t, &l)
		_, l.secret, _ = strings.Cut(l.URL, "#")
		if shown := w.openLink(l, l.secret); shown.status != 200 || strings.Contains(string(shown.body), "face") {
			t.Errorf("%s: %d %s", name, shown.status, shown.body)
		}
	}
}
