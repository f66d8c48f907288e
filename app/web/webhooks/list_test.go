package webhooks_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/dashboard"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

const hookHost = "https://hooks.example:443"

// folded counts what was sent, as the program does in the background.
func folded(h *webtest.Fixture) {
	h.T.Helper()
	a := &dashboard.Aggregator{Store: h.Store, Clock: h.Clock, Log: slog.New(slog.DiscardHandler)}
	if _, err := a.Fold(h.T.Context()); err != nil {
		h.T.Fatal(err)
	}
}

func TestTheListShowsTheLastDayOfAnEndpointAndItsLastError(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, "nothing delivered, nothing failed", "nothing sent yet", "has never opened",
		`href="/webhooks/hosts/hooks.example"`)
	b.Lacks("Next attempt", "https://hooks.example:443")
	for range 3 {
		event(h, "acme")
	}
	sent(h, hookHost, webhook.Delivered, webhook.Success, 204)
	h.Clock.Advance(time.Hour)
	event(h, "acme")
	sent(h, hookHost, webhook.Failed, webhook.ServerError, 503)
	folded(h)
	b = h.As(access.Senior) // the session has ended by then
	b.Get("/webhooks").Want(http.StatusOK, "failing", "3 delivered, 1 failed", `class="fail">503 server error`,
		"From 20 Nov 2026 12:00:00: 3 delivered, 0 failed", "From 20 Nov 2026 13:00:00: 0 delivered, 1 failed",
		"20 Nov 2026 13:00:00</time>")
	event(h, "acme")
	sent(h, hookHost, webhook.Delivered, webhook.Success, 204)
	b.Get("/webhooks").Want(http.StatusOK, "delivers", `class="soft">503 server error`)
}

func TestTheListShowsWhatWaitsAndWhenItIsTriedNext(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme")
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, "waiting to be sent", "Next attempt: now")
	h.Change(func(tx *store.Tx) error {
		host, err := tx.LockBreaker(t.Context(), hookHost)
		if err != nil {
			return err
		}
		for range 5 {
			host.Record(tx.Now, true, "server error")
		}
		_, err = tx.PutBreaker(t.Context(), host, webhook.Closed)
		return err
	})
	b.Get("/webhooks").Want(http.StatusOK, "host on hold", "Next attempt: probe 20 Nov 2026 12:00:30, in 30 s",
		"5 failures in a row, last: server error", "Resume host")
	b.Post("/webhooks/hosts/hooks.example/resume", url.Values{"from": {"list"}})
	if to := b.Answer.Header.Get("Location"); to != "/webhooks?done=closed" {
		t.Errorf("resuming a host leads to %s", to)
	}
	b.Follow().Want(http.StatusOK, "Waiting deliveries are being sent", "Next attempt: now", "resumed by hand")
	b.Lacks("Resume host")
}

func TestAnHourThatIsNotMeasuredIsNotDrawnLikeOneWithoutDeliveries(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	h.Clock.Advance(2 * time.Hour)
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, "Measured since 20 Nov 2026 12:00:00",
		"From 20 Nov 2026 11:00:00: not measured", "From 20 Nov 2026 12:00:00: 0 delivered, 0 failed")
	if n := strings.Count(b.Body, `class="unmeasured"`); n != 21 {
		t.Errorf("%d hours are drawn as not measured, want 21", n)
	}
	event(h, "acme")
	h.Change(func(tx *store.Tx) error { // what a release counted that did not count by endpoint
		return tx.AddRollups(t.Context(), []store.Rollup{
			{Company: "acme", Metric: "delivery", Hour: store.HourOf(tx.Now) - 1, Label: "delivered", Count: 5},
		})
	})
	b.Get("/webhooks").Want(http.StatusOK, "Measured since 20 Nov 2026 14:00:00",
		"From 20 Nov 2026 13:00:00: not measured", "From 20 Nov 2026 14:00:00: 0 delivered, 0 failed")
	sent(h, hookHost, webhook.Delivered, webhook.Success, 204)
	folded(h)
	h.Clock.Advance(25 * time.Hour)
	b = h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, "From 20 Nov 2026 16:00:00: 0 delivered, 0 failed")
	b.Lacks("Measured since", "not measured")
}

func TestTheLastErrorIsTheOneThatOpenedTheBreaker(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme") // was never attempted
	record := func(reasons ...string) {
		h.Change(func(tx *store.Tx) error {
			host, err := tx.LockBreaker(t.Context(), hookHost)
			if err != nil {
				return err
			}
			from := host.State
			for _, reason := range reasons {
				host.Probe(tx.Now)
				host.Record(tx.Now, true, reason)
			}
			_, err = tx.PutBreaker(t.Context(), host, from)
			return err
		})
	}
	const timeout = "no answer within the time limit"
	record(timeout, timeout, timeout, timeout, "status 503")
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, `class="fail">status 503</span>`)
	b.Lacks("none</span>")
	h.Clock.Advance(time.Minute)
	record(timeout)
	b.Get("/webhooks").Want(http.StatusOK, `class="fail">no answer within the time limit</span>`)
	sent(h, hookHost, webhook.Pending, webhook.ServerError, 503) // another error than the one that opened it
	b.Get("/webhooks").Want(http.StatusOK, `class="fail">no answer within the time limit</span>`)
	h.Clock.Advance(time.Minute)
	record("status 503")
	b.Get("/webhooks").Want(http.StatusOK, `class="fail">503 server error</span>`)
}

func TestARowPausesAndResumesItsEndpointAndItsHost(t *testing.T) {
	h := webtest.Open(t)
	path := "/webhooks/" + h.Hook("acme", "https://hooks.example/in").ID
	event(h, "acme")
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, `action="`+path+`/pause"`)
	b.Lacks("Pause host")
	b.Post(path+"/pause", url.Values{"from": {"list"}, "reason": {"moving house"}})
	if to := b.Answer.Header.Get("Location"); to != "/webhooks?done=paused" {
		t.Errorf("pausing leads to %s", to)
	}
	b.Follow().Want(http.StatusOK, "moving house", "Next attempt: when resumed", `action="`+path+`/resume"`,
		"state=paused")
	b.Lacks("Pause this endpoint")
	b.Post(path+"/resume", url.Values{"from": {"list"}})
	b.Follow().Want(http.StatusOK, "Resumed", `action="`+path+`/pause"`)
	a := h.As(access.Admin)
	a.Get("/webhooks").Want(http.StatusOK, `formaction="/webhooks/hosts/hooks.example/pause"`)
	a.Post("/webhooks/hosts/hooks.example/pause", url.Values{"from": {"list"}, "reason": {"upkeep"}})
	a.Follow().Want(http.StatusOK, "Nothing is sent to this host", "paused by hand", "upkeep",
		"Next attempt: when resumed")
	auditor := h.As(access.Auditor)
	auditor.Get("/webhooks").Want(http.StatusOK, "https://hooks.example/in")
	auditor.Lacks("Pause", "/resume")
}

func TestWhatFailsStandsFirstInTheList(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://first.example/in")
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme")
	sent(h, hookHost, webhook.Failed, webhook.Timeout, 0)
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK)
	if strings.Index(b.Body, "hooks.") > strings.Index(b.Body, "first.") {
		t.Error("the endpoint that fails comes second")
	}
}

func TestTheFormerAddressOfBreakersLeadsToTheirEndpoints(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Auditor)
	for from, to := range map[string]string{
		"/breakers":                       "/webhooks",
		"/breakers/hooks.example:443":     "/webhooks/hosts/hooks.example",
		"/breakers/luso.example:8443":     "/webhooks/hosts/luso.example:8443",
		"/breakers/https:%2F%2Fa.example": "/webhooks/hosts/a.example",
	} {
		b.Get(from)
		if got := b.Answer.Header.Get("Location"); b.Status != http.StatusMovedPermanently || got != to {
			t.Errorf("%s: %d to %s", from, b.Status, got)
		}
	}
	h.As(access.Agent).Get("/breakers").Want(http.StatusForbidden)
}
