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
	if err != nil || len(links) != 1 || links[0].Desktop != onboarding.PhoneOnly {
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
		"no number to enrol": {url.Values{"function": {"ENROLLMENT"}}, "uniqueNumber is missing"},
		"another function":   {url.Values{"function": {"AUTO_FILL"}}, "can&#39;t perform"},
		"no such client":     {url.Values{"client": {"none"}}, "Choose an enabled client"},
		"no such validity":   {url.Values{"expiresIn": {"for ever"}}, "Choose how long"},
		"no such desktop":    {url.Values{"desktop": {"never"}}, "must be phone_preferred"},
		"too long":           {url.Values{"expiresIn": {"999999"}}, "60 to 604800 seconds"},
	} {
		asked := url.Values{
			"function":  {"LIVE_FACE_CHECK"},
			"client":    {id},
			"expiresIn": {"3600"},
			"reference": {"kept"},
		}
		for field, value := range c.change {
			asked[field] = value
		}
		t.Run(name, func(t *testing.T) {
			b.Post("/capture-links", asked).Want(http.StatusBadRequest, c.want, "kept")
		})
	}
}
