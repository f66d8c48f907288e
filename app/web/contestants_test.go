package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

// staged opens a page for two people.
type staged func(h *webtest.Fixture) (page string, one, two *webtest.Browser)

// admins opens a page for two administrators.
func admins(page string) staged {
	return func(h *webtest.Fixture) (string, *webtest.Browser, *webtest.Browser) {
		return page, h.As(access.Admin), h.As(access.Admin)
	}
}

// retail opens a page of a preset with one version, after more was done to it.
func retail(page string, more ...func(h *webtest.Fixture) error) staged {
	create := func(h *webtest.Fixture) error {
		_, err := h.Console.Presets.Create(h.T.Context(), "cli", "acme",
			presets.NewPreset{Name: "retail", Description: "Shops"})
		return err
	}
	return func(h *webtest.Fixture) (string, *webtest.Browser, *webtest.Browser) {
		h.T.Helper()
		for _, do := range append([]func(h *webtest.Fixture) error{create, publishes}, more...) {
			if err := do(h); err != nil {
				h.T.Fatal(err)
			}
		}
		return admins("/presets/retail/" + page)(h)
	}
}

// publishes publishes the draft of the preset, or proposes it.
func publishes(h *webtest.Fixture) error {
	_, err := h.Console.Presets.Publish(h.T.Context(), "agent:cleo", "acme", "retail", presets.AnyRevision,
		presets.Publication{Note: "as agreed", Origin: preset.ByConsole})
	return err
}

// proposes sets an option in the draft of the preset.
func proposes(option string, value any) func(h *webtest.Fixture) error {
	return func(h *webtest.Fixture) error {
		_, _, err := h.Console.Presets.EditDraft(h.T.Context(), "cli", "acme", "retail",
			[]preset.Edit{{Path: option, Value: value}})
		return err
	}
}

// assigns uses the preset for everybody.
func assigns(h *webtest.Fixture) error {
	h.As(access.Admin).Get("/presets/retail/use").Post("/presets/retail/assignments",
		url.Values{"number": {"0"}, "percent": {"100"}}).Want(http.StatusSeeOther)
	return nil
}

func archives(h *webtest.Fixture) error {
	_, err := h.Console.Presets.Archive(h.T.Context(), "cli", "acme", "retail", presets.AnyRevision)
	return err
}

func enrolled(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	h.Enrolled("4471", ids.UUID())
	return admins("/customers/4471/erase")(h)
}

func hooked(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	return admins("/webhooks/" + h.Hook("acme", "https://hooks.example/in").ID)(h)
}

// expired has a job that is older than the rule of retention lets it be.
func expired(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	b := h.As(access.Admin).Get("/retention")
	b.Post("/retention", url.Values{"version": {b.Field("version")}, "jobDays": {"30"}, "seen": {"1"}})
	b.Want(http.StatusSeeOther)
	path, agent, _ := claimed(h)
	agent.Get(path).Post(path+"/decide", agent.Decision("Declined", url.Values{"reason": {"fraud.known"}}))
	h.Clock.Advance(40 * 24 * time.Hour)
	return admins("/retention")(h)
}

// outage has two deliveries that failed, and the preview of their redelivery.
func outage(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	ctx := h.T.Context()
	h.Hook("acme", "https://hooks.example/in")
	h.Change(func(tx *store.Tx) error {
		for range 2 {
			e := webhook.Event{
				Company:    "acme",
				ID:         ids.ULID(tx.Now),
				JobID:      ids.UUID(),
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       []byte(`{}`),
			}
			if err := storetest.Emit(ctx, tx, e, tx.Now); err != nil {
				return err
			}
		}
		sent, err := tx.ClaimDeliveries(ctx, "https://hooks.example:443", "lease", tx.Now.Add(time.Minute), 2)
		for _, d := range sent {
			if err == nil {
				d.State, d.Attempts, d.LastClass, d.FinishedAt = webhook.Failed, 1, webhook.ServerError, tx.Now
				a := webhook.Attempt{Company: d.Company, DeliveryID: d.ID, N: 1, StartedAt: tx.Now, Class: d.LastClass}
				err = tx.FinishAttempt(ctx, d, a)
			}
		}
		return err
	})
	window := url.Values{
		"state":    {"failed"},
		"endpoint": {""},
		"from":     {"2026-11-20T11:00"},
		"until":    {"2026-11-20T13:00"},
	}
	return admins("/deliveries/window?" + window.Encode())(h)
}

// claimed has a job that an agent holds, in two windows.
func claimed(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	h.Client = "acme-app"
	h.Change(func(tx *store.Tx) error {
		return tx.InsertClient(h.T.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	id, captures := h.Job("acme", "DOE, JANE")
	h.Calm(id, captures)
	one = h.As(access.Agent)
	one.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK)
	two = h.As(access.Agent)
	return "/jobs/" + id, one, two
}

// asked has asked the applicant for a capture.
func asked(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	page, one, two = claimed(h)
	one.Get(page).Post(page+"/ask", one.Decision("", url.Values{"ask.passport": {"glare"}}))
	one.Want(http.StatusSeeOther)
	return page, one, two
}

// enrolling has one person set up an authenticator in two browsers.
func enrolling(h *webtest.Fixture) (page string, one, two *webtest.Browser) {
	page, one, two = admins("/me/totp")(h)
	for _, b := range []*webtest.Browser{one, two} {
		b.Get("/me").Post("/me/totp", nil).Want(http.StatusSeeOther)
	}
	return page, one, two
}

var keyLine = regexp.MustCompile(`<dd class="data">([A-Z2-7 ]{39})`)

// authenticator returns the code for the key that a page shows.
func authenticator(t *testing.T, b *webtest.Browser) string {
	t.Helper()
	key := keyLine.FindStringSubmatch(b.Body)
	if key == nil {
		t.Fatalf("no key on the page: %s", b.Body)
	}
	code, err := totp.GenerateCode(strings.ReplaceAll(key[1], " ", ""), b.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}
