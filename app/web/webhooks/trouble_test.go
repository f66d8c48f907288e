package webhooks_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

const troubledHost = "https://hooks.example:443"

func TestTheHeaderShowsFailedDeliveriesToWhoMaySeeThem(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	senior := h.As(access.Senior)
	senior.Get("/queue").Want(http.StatusOK, `data-trouble`, ` hidden `)
	event(h, "acme")
	sent(h, troubledHost, webhook.Failed, webhook.ServerError, 503)
	shown := 0
	for _, role := range access.Roles() {
		b := h.As(role)
		if !role.Can(access.ViewDeliveries) {
			b.Get("/queue").Want(http.StatusOK)
			b.Lacks("data-trouble", "/deliveries/trouble", "delivery failed")
			b.Get("/deliveries/trouble").Want(http.StatusForbidden)
			continue
		}
		shown++
		b.Get("/queue").Want(http.StatusOK, `class="trouble fail" href="/deliveries/trouble"`, "1 delivery failed",
			`data-trouble-count>1<`)
		b.Get("/deliveries/trouble").Want(http.StatusOK, "1 failed delivery", "https://hooks.example/in",
			h.Deliveries("acme")[0].ID)
	}
	if shown == 0 || shown == len(access.Roles()) {
		t.Errorf("%d of %d roles may see deliveries", shown, len(access.Roles()))
	}
	senior.Post("/deliveries/"+h.Deliveries("acme")[0].ID+"/redeliver", nil)
	sent(h, troubledHost, webhook.Delivered, webhook.Success, 204)
	senior.Get("/queue")
	if strings.Contains(senior.Body, "delivery failed") {
		t.Error("the badge stays after the delivery arrived")
	}
	senior.Get("/deliveries/trouble").Want(http.StatusOK, "Nothing needs attention")
}

func TestAnEndpointThatRefusesEverythingIsTroubleBeforeItsDeliveriesFail(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Senior)
	for range 2 {
		event(h, "acme")
	}
	sent(h, troubledHost, webhook.Pending, webhook.ClientError, 404)
	b.Get("/queue")
	if strings.Contains(b.Body, "refuses every event") {
		t.Error("two answers are taken for all")
	}
	event(h, "acme")
	sent(h, troubledHost, webhook.Pending, webhook.Redirect, 302)
	b.Get("/queue").Want(http.StatusOK, `class="trouble fail"`, "1 endpoint refuses every event")
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Endpoints that refuse every event", "https://hooks.example/in")
	event(h, "acme")
	sent(h, troubledHost, webhook.Delivered, webhook.Success, 200)
	b.Get("/queue")
	if strings.Contains(b.Body, "refuses every event") {
		t.Error("an accepted event ends the trouble")
	}
}

func TestThePageAfterAChangeShowsItsTroubleAtOnce(t *testing.T) {
	h := webtest.Open(t)
	h.Console.Shell.Troubles = shell.NewTroubles()
	made := h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Admin)
	b.Get("/webhooks/" + made.ID)
	b.Post("/webhooks/"+made.ID+"/pause", nil)
	b.Get("/queue").Want(http.StatusOK, "1 endpoint is paused")
	b.Get("/webhooks/" + made.ID)
	b.Post("/webhooks/"+made.ID+"/resume", nil)
	if b.Get("/queue"); strings.Contains(b.Body, "1 endpoint is paused") {
		t.Error("the badge still shows what its reader has just ended")
	}
}

func TestWhatIsOnlyHeldIsNotRed(t *testing.T) {
	h := webtest.Open(t)
	made := h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Admin)
	b.Get("/webhooks/" + made.ID)
	b.Post("/webhooks/"+made.ID+"/pause", nil)
	b.Get("/queue").Want(http.StatusOK, `class="trouble warn"`, "1 endpoint is paused")
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Paused endpoints", "https://hooks.example/in")
	b.Get("/webhooks").Post("/webhooks/hosts/hooks.example/pause", url.Values{"reason": {"maintenance"}})
	b.Get("/queue").Want(http.StatusOK, `class="trouble warn"`, "1 host is on hold · 1 endpoint is paused")
	b.Get("/deliveries/trouble").Want(http.StatusOK, "Hosts on hold", "maintenance")
}

func TestGreenMeansDelivered(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Admin)
	b.Get("/webhooks").Want(http.StatusOK, "nothing sent yet")
	if strings.Contains(b.Body, `class="tag pass"`) {
		t.Error("an endpoint that has received nothing is green")
	}
	event(h, "acme")
	b.Get("/webhooks").Want(http.StatusOK, "waiting to be sent")
	b.Get("/webhooks").Post("/webhooks/hosts/hooks.example/pause", url.Values{"reason": {"maintenance"}})
	b.Get("/webhooks").Want(http.StatusOK, "host on hold")
	b.Get("/webhooks").Post("/webhooks/hosts/hooks.example/resume", nil)
	sent(h, troubledHost, webhook.Failed, webhook.ClientError, 401)
	b.Get("/webhooks").Want(http.StatusOK, "failing")
	event(h, "acme")
	sent(h, troubledHost, webhook.Delivered, webhook.Success, 200)
	b.Get("/webhooks").Want(http.StatusOK, "delivers")
}
