package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestNoAddressWithUnreadableCharactersIsAFailureOfTheServer(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Admin)
	for _, bad := range []string{"%00", "%ff%fe", "a%00b"} {
		for _, path := range []string{
			"/customers/", "/customers/" + bad + "/erase?x=", "/jobs/", "/jobs?q=", "/jobs?reason=", "/jobs?client=",
			"/jobs?agent=", "/jobs?preset=", "/jobs?status=", "/jobs?function=", "/jobs?by=", "/jobs?from=",
			"/jobs.csv?q=", "/jobs.csv?reason=", "/jump?q=", "/customers?q=", "/customers?before=", "/queue?why=",
			"/queue?client=", "/queue?document=", "/queue?function=", "/queue/state?why=", "/queue/state?client=",
			"/queue/state?document=", "/audit?before=", "/audit?target=", "/audit?who=", "/audit?action=",
			"/audit.csv?target=", "/audit.csv?who=", "/audit.csv?action=", "/sandbox?made=", "/deliveries?state=",
			"/deliveries?endpoint=", "/deliveries?type=", "/deliveries/", "/webhooks/hosts/", "/clients/", "/presets/",
			"/quality?range=", "/quality?agent=", "/quality/disagreements/", "/media/",
		} {
			if b.Get(path + bad); b.Status >= http.StatusInternalServerError {
				t.Errorf("%s%s: %d", path, bad, b.Status)
			}
		}
	}
	text, _ := url.QueryUnescape("a%00%ff")
	for _, path := range []string{"/login", "/queue/next", "/sandbox/client", "/views"} {
		form := url.Values{"email": {text}, "name": {text}, "leaving": {text}, "password": {text}, "key": {text}}
		b.Get("/queue")
		if b.Post(path, form); b.Status >= http.StatusInternalServerError {
			t.Errorf("POST %s: %d", path, b.Status)
		}
	}
}
