package webhooks_test

import (
	"net/http"
	"regexp"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

const sandboxJob = "0199e0a0-0000-7000-8000-000000000001" // of webtest.Fixture.Sandboxed

// counted is the count of the list that is shown.
var counted = regexp.MustCompile(`class="on" aria-current><span>\w+</span> <span class="data *\w*">(\d+)</span>`)

func TestADeliveryOfASandboxJobIsListedAndNeitherCountedNorTrouble(t *testing.T) {
	h := webtest.Open(t)
	h.Sandboxed()
	h.Hook("acme", "https://hooks.example/in")
	for range 3 { // as many as would be an endpoint that refuses everything
		h.Change(func(tx *store.Tx) error {
			return storetest.Emit(t.Context(), tx, webhook.Event{
				Company:    "acme",
				ID:         ids.ULID(tx.Now),
				JobID:      sandboxJob,
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       []byte("{}"),
			}, tx.Now)
		})
	}
	b := h.As(access.Senior)
	counts := func(state, want string) {
		t.Helper()
		b.Get("/deliveries?state="+state).Want(http.StatusOK, "/jobs/"+sandboxJob)
		found := counted.FindStringSubmatch(b.Body)
		if found == nil || found[1] != want {
			t.Errorf("%s: %q, want a count of %s", state, found, want)
		}
	}
	counts("pending", "0")
	sent(h, troubledHost, webhook.Failed, webhook.ClientError, 404)
	counts("failed", "0")
	b.Lacks(`<span class="count">3</span>`)
	b.Get("/queue").Want(http.StatusOK, "data-trouble")
	b.Lacks("delivery failed", "deliveries failed", "refuses every event")
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Nothing needs attention")

	event(h, "acme") // of a genuine job
	sent(h, troubledHost, webhook.Failed, webhook.ClientError, 404)
	counts("failed", "1")
	b.Get("/deliveries/trouble").Want(http.StatusOK, "1 failed delivery")
	b.Get("/queue").Want(http.StatusOK, "1 delivery failed")
	b.Lacks("refuses every event")
}
