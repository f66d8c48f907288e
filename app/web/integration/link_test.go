package integration_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestALinkIsShownOnceAndRevoked(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/capture-links").Want(200, "No links yet", "no client is enabled")
	b.Post("/clients", url.Values{"name": {"Branch"}}).Want(200)
	id := b.Secrets()[0]
	b.Get("/capture-links").Want(200, "Branch ("+id+")")
	asked := url.Values{
		"function":  {"LIVE_FACE_CHECK"},
		"client":    {id},
		"expiresIn": {"3600"},
		"reference": {"Branch 12, counter 3"},
		"desktop":   {"phone_only"},
		"enableGPS": {"1"},
	}
	b.Post("/capture-links", asked).Want(200, "The new link", "data:image/png", "Branch 12, counter 3",
		"not opened yet")
	link := b.Secrets()[0]
	if !strings.Contains(link, "/capture/") || !strings.Contains(link, "#") {
		t.Fatalf("the link is %s", link)
	}
	if page := b.Get("/capture-links").Body; strings.Contains(page, link[strings.Index(link, "#"):]) ||
		!strings.Contains(page, "Branch 12, counter 3") {
		t.Error("the secret is shown again")
	}
	path := strings.TrimPrefix(strings.SplitN(link, "#", 2)[0][strings.Index(link, "/capture/"):], "/capture/")
	links, err := h.Store.CaptureLinks(t.Context(), "acme", "", 9)
	if err != nil || len(links) != 1 || links[0].Desktop != onboarding.PhoneOnly || !links[0].GPS {
		t.Errorf("stored %+v, %v", links, err)
	}
	h.Browser().Get("/capture/"+path).Want(200, "hosted")
	h.Browser().Get("/capture/"+path+"%23secret").Want(http.StatusNotFound, "hosted")
	b.Post("/capture-links/"+path+"/revoke", nil).Follow().Want(200, "The link no longer works", "revoked")
	b.Get("/audit").Want(200, "created a capture link", "revoked a capture link")
	trail, err := h.Store.AuditOf(t.Context(), "acme", "job:"+links[0].JobID, "", 9)
	if err != nil || len(trail) != 3 {
		t.Fatalf("%d entries about the job, %v", len(trail), err)
	}
	for _, r := range trail {
		if !strings.HasPrefix(r.Actor, "agent:") {
			t.Errorf("%s names %s", r.Action, r.Actor)
		}
	}
	h.As(access.Agent).Get("/capture-links").Want(http.StatusForbidden)
}

func TestALinkIsRefusedByField(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/clients").Want(200)
	b.Post("/clients", url.Values{"name": {"Branch"}}).Want(200)
	id := b.Secrets()[0]
	for name, c := range map[string]struct {
		change url.Values
		want   string
	}{
		"no number to enrol": {url.Values{"function": {"ENROLLMENT"}}, "Enter the applicant&#39;s unique number"},
		"another function":   {url.Values{"function": {"AUTO_FILL"}}, "The capture page can&#39;t perform"},
		"no such client":     {url.Values{"client": {"none"}}, "Choose an enabled client"},
		"no such validity":   {url.Values{"expiresIn": {"for ever"}}, "Choose how long"},
		"no such language":   {url.Values{"language": {"DE"}}, "Choose a language"},
		"no such preset":     {url.Values{"preset": {"none"}}, "There is no preset with this name"},
		"no whole address":   {url.Values{"returnUrl": {"bank.example"}}, "Enter a whole address"},
		"another origin": {
			url.Values{"returnUrl": {"https://other.example/"}}, "The client does not allow this origin",
		},
		"no such desktop": {url.Values{"desktop": {"never"}}, "Choose what a desktop is good for"},
		"too long":        {url.Values{"expiresIn": {"999999"}}, "Choose how long"},
	} {
		asked := url.Values{
			"function":  {"LIVE_FACE_CHECK"},
			"client":    {id},
			"expiresIn": {"3600"},
			"reference": {"typed-reference"},
			"language":  {"HI"},
		}
		for field, value := range c.change {
			asked[field] = value
		}
		t.Run(name, func(t *testing.T) {
			b.Post("/capture-links", asked).Want(http.StatusBadRequest, c.want, "typed-reference",
				`value="`+asked.Get("returnUrl")+`"`, "-problem")
		})
	}
}

func TestALinkCarriesLanguagePresetAndReturnAddress(t *testing.T) {
	h := webtest.Open(t)
	for name, publish := range map[string]bool{"published-one": true, "draft-only": false} {
		p, err := h.Console.Presets.Create(t.Context(), "cli", "acme", presets.NewPreset{Name: name})
		if err == nil && publish {
			_, err = h.Console.Presets.Publish(t.Context(), "cli", "acme", name, p.Revision, presets.Publication{
				Note: "first",
			})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b := h.As(access.Admin)
	b.Get("/clients")
	b.Post("/clients", url.Values{"name": {"Branch"}}).Want(200)
	id := b.Secrets()[0]
	origins := []string{"https://bank.example"}
	if err := h.Console.Credentials.AllowOrigins(t.Context(), "cli", "acme", id, nil, origins); err != nil {
		t.Fatal(err)
	}
	b.Get("/capture-links").Want(200, `<option value="published-one">`, "/docs/links")
	if strings.Contains(b.Body, "draft-only") {
		t.Error("a preset without a version is offered")
	}
	b.Post("/capture-links", url.Values{
		"function":  {"LIVE_FACE_CHECK"},
		"client":    {id},
		"expiresIn": {"3600"},
		"language":  {"HI"},
		"preset":    {"published-one"},
		"returnUrl": {"https://bank.example/done"},
	}).Want(200, "The new link")
	links, err := h.Store.CaptureLinks(t.Context(), "acme", "", 9)
	if err != nil || len(links) != 1 || links[0].Language != "HI" || links[0].ReturnURL != "https://bank.example/done" {
		t.Fatalf("stored %+v, %v", links, err)
	}
	if job, err := h.Store.Job(t.Context(), "acme", links[0].JobID); err != nil || job.Preset != "published-one@1" {
		t.Errorf("the job has the preset %q, %v", job.Preset, err)
	}
}

func TestALinkThatAnAgentAskedForAnewIsMarked(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/clients")
	b.Post("/clients", url.Values{"name": {"Branch"}}).Want(200)
	client := b.Secrets()[0]
	id, _ := h.Job("acme", "DOE, JANE")
	for _, asker := range []string{"", "anna"} {
		link := store.CaptureLink{
			Company: "acme", ID: ids.UUID(), JobID: id, ClientID: client, SecretSHA256: strings.Repeat("a", 64),
			ExpiresAt: h.Clock.Now().Add(time.Hour), Desktop: onboarding.DesktopAllowed, AskedBy: asker,
			Asked: onboarding.CaptureRequest{Captures: []onboarding.AskedCapture{
				{Kind: onboarding.Passport, Reason: "glare"}, {Kind: onboarding.Selfie, Reason: "dark"},
			}},
		}
		h.Change(func(tx *store.Tx) error { return tx.InsertCaptureLink(t.Context(), link) })
	}
	b.Get("/capture-links").Want(200, `<span class="under">asked again: passport, selfie</span>`,
		`href="/jobs/`+id+`"`, "The job stays in review.")
	if n := strings.Count(b.Body, "asked again"); n != 1 {
		t.Errorf("%d of two links are marked", n)
	}
}
