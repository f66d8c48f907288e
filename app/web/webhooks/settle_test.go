package webhooks_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

// failed emits events of a company and lets their deliveries fail. It returns the ids of the deliveries, oldest first.
func failed(h *webtest.Fixture, n int) []string {
	h.T.Helper()
	for range n {
		event(h, "acme")
	}
	sent(h, troubledHost, webhook.Failed, webhook.ServerError, 503)
	var all []string
	for _, d := range h.Deliveries("acme") {
		all = append(all, d.ID)
	}
	return all
}

func TestASettledDeliveryLeavesTheBadgeAndStaysInTheList(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	all := failed(h, 2)
	b := h.As(access.Senior)
	b.Get("/deliveries/"+all[0]).Want(http.StatusOK, `action="/deliveries/`+all[0]+`/settle"`)
	b.Post("/deliveries/"+all[0]+"/settle", url.Values{"reason": {"sent by e-mail"}}).Follow()
	b.Want(http.StatusOK, "settled", "The senior", "sent by e-mail")
	if strings.Contains(b.Body, `action="/deliveries/`+all[0]+`/settle"`) {
		t.Error("a settled delivery can be settled again")
	}
	b.Get("/queue").Want(http.StatusOK, "1 delivery failed", `data-trouble-count>1<`)
	b.Get("/deliveries/trouble").Want(http.StatusOK, "1 failed delivery", all[1])
	b.Lacks(all[0])
	b.Get("/deliveries?state=failed").Want(http.StatusOK, all[0], "settled", "by The senior", "sent by e-mail")
	entries, err := h.Store.AuditOf(t.Context(), "acme", "delivery:"+all[0], "", 10)
	if err != nil || len(entries) != 1 || entries[0].Action != "delivery.settle" ||
		strings.Contains(entries[0].Detail, "sent by e-mail") { // it may name the applicant, and an entry stays
		t.Errorf("audited %+v, %v", entries, err)
	}
}

func TestASelectionOfFailedDeliveriesIsSettledAtOnce(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	all := failed(h, 3)
	b := h.As(access.Senior)
	b.Get("/deliveries?state=failed").Want(http.StatusOK, `formaction="/deliveries/settle"`)
	chosen := url.Values{"here": {"/deliveries?state=failed"}, "delivery": all, "reason": {"known outage"}}
	b.Post("/deliveries/settle", chosen).Follow().Want(http.StatusOK, "3 deliveries are marked as settled.")
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Nothing needs attention")
	b.Get("/deliveries?state=delivered")
	b.Lacks(`formaction="/deliveries/settle"`)
}

func TestSettlingNeedsAReasonAndKeepsWhatWasTyped(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	all := failed(h, 1)
	b := h.As(access.Senior)
	b.Get("/deliveries/"+all[0]).Post("/deliveries/"+all[0]+"/settle", url.Values{"reason": {" "}})
	b.Want(http.StatusBadRequest, "Enter a reason: say why this failed delivery needs nothing more.")
	long := strings.Repeat("why ", 60)
	b.Get("/deliveries?state=failed").Post("/deliveries/settle", url.Values{"delivery": all, "reason": {long}})
	b.Want(http.StatusBadRequest, "The reason can have at most 200 characters", strings.TrimSpace(long), "checked")
	b.Get("/queue").Want(http.StatusOK, "1 delivery failed")
}

func TestOnlyWhoMayRedeliverMaySettle(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	all := failed(h, 1)
	for _, role := range []access.Role{access.Agent, access.Auditor} {
		b := h.As(role)
		b.Get("/queue").Send("POST", "/deliveries/"+all[0]+"/settle", url.Values{"reason": {"x"}}).
			Want(http.StatusForbidden)
	}
	b := h.As(access.Auditor)
	b.Get("/deliveries/" + all[0])
	b.Lacks(`action="/deliveries/` + all[0] + `/settle"`)
}

func TestOnlyAFailedDeliveryCanBeSettled(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme")
	sent(h, troubledHost, webhook.Delivered, webhook.Success, 200)
	id := h.Deliveries("acme")[0].ID
	b := h.As(access.Senior)
	b.Get("/deliveries/" + id)
	b.Lacks(`action="/deliveries/` + id + `/settle"`)
	b.Post("/deliveries/"+id+"/settle", url.Values{"reason": {"x"}})
	b.Want(http.StatusConflict, "Only a failed delivery that nobody has settled can be settled: reload the page.")
}

// A delivery that is sent again is open again until it arrives, whatever was said of its last failure.
func TestARedeliveryEndsTheSettlementAndSettlesItselfWhenItArrives(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	all := failed(h, 1)
	b := h.As(access.Senior)
	b.Get("/deliveries/"+all[0]).Post("/deliveries/"+all[0]+"/settle", url.Values{"reason": {"sent by e-mail"}})
	b.Get("/deliveries/"+all[0]).Post("/deliveries/"+all[0]+"/redeliver", nil)
	sent(h, troubledHost, webhook.Failed, webhook.ServerError, 500)
	b.Get("/queue").Want(http.StatusOK, "1 delivery failed")
	b.Get("/deliveries/"+all[0]).Post("/deliveries/"+all[0]+"/redeliver", nil)
	sent(h, troubledHost, webhook.Delivered, webhook.Success, 204)
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Nothing needs attention")
	b.Get("/deliveries/" + all[0])
	b.Lacks("sent by e-mail")
}

func TestARedeliveryOfAWindowLeavesOutWhatIsSettled(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	all := failed(h, 3)
	_, err := h.Console.Endpoints.Settle(t.Context(), "cli", "acme", all[:1], "known")
	if err != nil {
		t.Fatal(err)
	}
	shares, err := h.Store.CountDeliveriesInWindow(t.Context(), "acme", webhook.Failed, "", 0, 1<<62, 10)
	if err != nil || len(shares) != 1 || shares[0].Count != 2 {
		t.Errorf("%+v, %v, want the two that are not settled", shares, err)
	}
}

// An endpoint that refused everything is no trouble once somebody has settled what it refused.
func TestSettledRefusalsEndTheTroubleWithTheirEndpoint(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	for range 3 {
		event(h, "acme")
	}
	sent(h, troubledHost, webhook.Failed, webhook.ClientError, 404)
	b := h.As(access.Senior)
	b.Get("/queue").Want(http.StatusOK, "1 endpoint refuses every event")
	var all []string
	for _, d := range h.Deliveries("acme") {
		all = append(all, d.ID)
	}
	b.Get("/deliveries").Post("/deliveries/settle", url.Values{"delivery": all, "reason": {"receiver was replaced"}})
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Nothing needs attention")
	event(h, "acme")
	sent(h, troubledHost, webhook.Failed, webhook.ClientError, 404)
	b.Get("/queue").Want(http.StatusOK, "1 delivery failed")
	left, err := h.Store.CountDeliveriesInWindow(t.Context(), "acme", webhook.Failed, "", 0, 1<<62, 10)
	if err != nil || len(left) != 1 || left[0].Count != 1 {
		t.Errorf("%+v, %v", left, err)
	}
}
