package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestAnAccountWithABadNameKeepsItsPreferences(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent)
	b.get("/me")
	b.post("/me", url.Values{"name": {" "}, "theme": {"dark"}, "language": {"es"}, "timeZone": {"UTC"}}).want(
		http.StatusBadRequest, "Nothing was saved", `id="field-name-problem">The name is missing.`)
	b.get("/me").want(200, `data-theme="auto"`, `lang="en"`, `value="The agent"`)
	b.post("/me", url.Values{"name": {"Ana"}, "theme": {"dark"}, "timeZone": {"UTC"}}).want(http.StatusSeeOther)
	b.get("/me").want(200, `data-theme="dark"`, `value="Ana"`)
}

func TestClientsAndKeysNeedANameOfTheirOwn(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	for _, path := range []string{"/clients", "/keys"} {
		b.get(path)
		b.post(path, url.Values{"name": {" "}}).want(http.StatusBadRequest, "The name is missing.")
		b.post(path, url.Values{"name": {"🙂"}}).want(http.StatusBadRequest, "The name needs a letter or a digit.")
		b.post(path, url.Values{"name": {"Core"}}).want(200, "It is not shown again")
		b.post(path, url.Values{"name": {"core"}}).want(http.StatusConflict, "Another one has this name already.")
	}
}

func TestASandboxClientIsAddedWhereItIsNeeded(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/sandbox").want(200, "Add a sandbox client")
	b.post("/sandbox/client", url.Values{"name": {""}}).want(http.StatusBadRequest, "The name is missing.")
	b.post("/sandbox/client", url.Values{"name": {"Sandbox"}}).want(200, "Make the job", "client_secret")
	client := b.secrets()[0]
	for _, number := range []string{"-5", "abc<b>", strings.Repeat("9", 65)} {
		b.post("/sandbox", url.Values{"client": {client}, "outcome": {"APPROVED"}, "number": {number}}).want(
			http.StatusBadRequest, "Give letters and digits")
	}
}

func TestASandboxJobIsNoPartOfACustomer(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	h.enrolled("100011", "")
	err := h.store.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertJob(ctx, onboarding.Job{
			ID:           "0198c9a2-7d3a-7000-8000-00000000aaaa",
			Seq:          tx.NextSeq(),
			Company:      "acme",
			Function:     onboarding.SignatureCapture,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			Status:       onboarding.Review,
			UniqueNumber: "100011",
			Sandbox:      onboarding.ExistingCustomer,
			CreatedAt:    tx.Now,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	b := h.as(access.Admin)
	b.get("/customers/100011").want(200, "No job is kept.")
	b.get("/customers/100011/erase").want(200, "Erase for good")
	if strings.Contains(b.body, "aaaa") || strings.Contains(b.body, "still being decided") {
		t.Error("the erasure lists a sandbox job")
	}
}

func TestTheTrailIsFoundByAnyPartOfAName(t *testing.T) {
	h := open(t)
	agent := h.as(access.Agent)
	agent.get("/me")
	agent.post("/me", url.Values{"name": {"Ana María Ruiz"}, "timeZone": {"UTC"}}).want(http.StatusSeeOther)
	b := h.as(access.Auditor)
	for _, who := range []string{"maría", "ana", "AGENT@acme"} {
		b.get("/audit?action=user.rename&who="+url.QueryEscape(who)).want(200, "user.rename", "Ana María Ruiz")
	}
	b.get("/audit?who=nobody").want(200, "Nothing fits")
}
