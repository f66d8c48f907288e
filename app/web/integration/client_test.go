package integration_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/webtest"
)

// actionPath finds the paths of the forms that change one client or key.
var actionPath = regexp.MustCompile(`action="(/(?:users|clients|keys)/[^"]+/(?:state|role|secret|revoke|password))"`)

func TestClientsKeysAndIntegrationUsersAreMadeAndEnded(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/clients").Want(200, "No clients yet")
	b.Post("/clients", url.Values{"name": {"App"}, "sandbox": {"1"}}).Want(200, "client_secret", "sandbox")
	b.Post("/integration-users", nil).Want(200, "password")
	b.Get("/keys").Want(200, "No API keys yet")
	b.Post("/keys", url.Values{"name": {"Server"}, "expires": {"2026-02-30"}}).Want(http.StatusBadRequest,
		"Enter the date as 31 Jan 2026")
	b.Post("/keys", url.Values{"name": {"Server"}, "expires": {"2027-12-31"}}).Want(200, "X-Api-Key-Secret",
		"2027-12-31")
	for _, page := range []string{"/clients", "/keys"} {
		b.Get(page)
		for _, m := range actionPath.FindAllStringSubmatch(b.Body, -1) {
			if strings.HasSuffix(m[1], "/state") {
				b.Post(m[1], url.Values{"state": {"DISABLED"}}).Want(http.StatusSeeOther)
				b.Get(page).Want(200, "disabled")
			}
		}
	}
	b.Get("/audit").Want(200, "client.create", "apikey.create", "The admin")
}

func TestTrustInAClientsDevicesIsExplainedAndSet(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/clients").Post("/clients", url.Values{"name": {"App"}}).Want(200, "client_secret")
	id := b.Secrets()[0]
	b.Get("/clients/"+id).Want(200, "Device trust", "laboratory", "OCR of the front")
	form := url.Values{}
	for _, c := range onboarding.Capabilities() {
		form.Set("trust."+string(c), "0")
	}
	form.Set("trust.liveness_detect", "9")
	form.Set("version", "{}")
	b.Post("/clients/"+id+"/trust", form).Want(http.StatusBadRequest, "The assurance level must be 0 to 4")
	form.Set("trust.liveness_detect", "3")
	form.Set("trust.nope", "0")
	form.Del("csrf")
	b.Post("/clients/"+id+"/trust", form).Want(http.StatusBadRequest, "&#34;nope&#34; is not a step")
	form.Del("trust.nope")
	form.Del("csrf")
	b.Post("/clients/"+id+"/trust", form).Follow().Want(200, "Saved.")
	b.Get("/clients").Want(200, "liveness 3")
	client, _ := h.Store.Client(t.Context(), "acme", id)
	if len(client.Trust) != 1 || client.Trust[onboarding.LivenessDetect] != 3 {
		t.Errorf("kept as %v", client.Trust)
	}
	b.Get("/clients/none").Want(http.StatusNotFound)
}

func TestTheOriginsOfAClientAreWrittenOneOnEachLine(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/clients").Post("/clients", url.Values{"name": {"App"}}).Want(200, "client_secret")
	id := b.Secrets()[0]
	path := "/clients/" + id + "/origins"
	b.Get("/clients/" + id)
	overNone := func(origins string) *webtest.Browser {
		return b.Post(path, url.Values{"version": {"[]"}, "origins": {origins}})
	}
	overNone("https://bank.example\nbank.example/app").Want(http.StatusBadRequest,
		"is not an origin such as https://bank.example", "https://bank.example\nbank.example/app")
	overNone(" HTTPS://Bank.example/ \nhttps://a.example").Follow().Want(200, "Saved.",
		"https://a.example\nhttps://bank.example")
	overNone("https://c.example").Want(http.StatusConflict, "Somebody else changed", "https://c.example",
		"https://a.example, https://bank.example")
	client, _ := h.Store.Client(t.Context(), "acme", id)
	if !slices.Equal(client.Origins, []string{"https://a.example", "https://bank.example"}) {
		t.Errorf("kept as %v", client.Origins)
	}
	b.Get("/audit").Want(200, "changed the origins of a client")
	b.Get("/clients/" + id)
	if strings.Index(b.Body, path) > strings.Index(b.Body, "/trust") {
		t.Error("the short form comes after the long one of the trust in devices")
	}
}

func TestClientsAndKeysNeedANameOfTheirOwn(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	for _, path := range []string{"/clients", "/keys"} {
		b.Get(path)
		b.Post(path, url.Values{"name": {" "}}).Want(http.StatusBadRequest, "Enter a name.")
		b.Post(path, url.Values{"name": {"🙂"}}).Want(http.StatusBadRequest,
			"The name must contain a letter or a digit.")
		b.Post(path, url.Values{"name": {"Core"}}).Want(200, "It is not shown again")
		b.Post(path, url.Values{"name": {"core"}}).Want(http.StatusConflict, "This name is already in use.")
	}
}
