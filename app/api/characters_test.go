package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// unseen are texts with characters that nobody sees, or that make others be read in another order, as JSON has them.
var unseen = []string{`a\u0000b`, `a\u001bb`, `a\u202eb`, "a\xffb"}

func TestMain(m *testing.M) { storetest.Main(m) }

func TestNoCallTakesCharactersThatNobodySees(t *testing.T) {
	each := func(t *testing.T, database func(testing.TB, clock.Clock) *store.Store) {
		w := worldOn(t, database, capturing)
		for _, c := range []struct{ path, body, rule string }{
			{"/api/v4/jobs", with(jobBody, `"uniqueNumber":"%s"`), "uniqueNumber"},
			{"/api/v4/jobs", with(jobBody, `"device":{"model":"%s"}`), "device.model"},
			{"/api/v4/jobs", with(jobBody, `"submitted":{"lastName":"%s"}`), "submitted.lastName"},
			{"/api/v4/jobs", with(jobBody, `"preset":"%s"`), "preset"},
			{"/api/v4/capture-links", `{"function":"ID_VALIDATION","reference":"%s"}`, "reference"},
			{"/api/v4/capture-links", `{"function":"ID_VALIDATION","language":"%s"}`, "language"},
			{"/api/v4/capture-links", `{"function":"ID_VALIDATION","returnUrl":"https://a.example/%s"}`, "returnUrl"},
			{
				"/api/v4/capture-links",
				`{"function":"ID_VALIDATION","submitted":{"lastName":"%s"}}`, "submitted.lastName",
			},
		} {
			for _, text := range unseen {
				a := w.call("POST", c.path, bearer("acme"), fmt.Sprintf(c.body, text))
				if got, _, _ := strings.Cut(a.rule(t), ":"); a.status != 400 || got != c.rule && got != "body" {
					t.Errorf("%s with %q in %s: %d %s", c.path, text, c.rule, a.status, a.body)
				}
			}
		}
		tag := w.call("POST", "/api/presets", admin(""), `{"name":"retail"}`).header.Get("ETag")
		for _, text := range unseen {
			for field, call := range map[string][2]string{
				"description": {"/api/presets", `{"name":"shops","description":"%s"}`},
				"note":        {"/api/presets/retail/publish", `{"note":"%s"}`},
			} {
				a := w.call("POST", call[0], admin(tag), fmt.Sprintf(call[1], text))
				if got, _, _ := strings.Cut(a.rule(t), ":"); a.status != 400 || got != field && got != "body" {
					t.Errorf("%s with %q in %s: %d %s", call[0], text, field, a.status, a.body)
				}
			}
		}
		for _, path := range []string{"/api/v4/jobs/%s", "/api/v4/capture-links/%s", "/api/documents/%s"} {
			for _, text := range []string{"a\x00b", "a\x1bb", "a\u202eb", "a\xffb"} {
				a := w.call("GET", fmt.Sprintf(path, url.PathEscape(text)), bearer("acme"), "")
				if a.status < 400 || a.status >= 500 {
					t.Errorf("%s of %q: %d %s", path, text, a.status, a.body)
				}
			}
		}
	}
	t.Run("sqlite", func(t *testing.T) { each(t, storetest.SQLite) })
	t.Run("postgres", func(t *testing.T) { each(t, storetest.Postgres) })
}

// The Persian Ali-Reza is written with a joiner.
func TestAJoinerInASubmittedNameIsTaken(t *testing.T) {
	w := newWorld(t)
	body := with(jobBody, `"submitted":{"firstName":"\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"}`)
	if a := w.call("POST", "/api/v4/jobs", bearer("acme"), body); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// with adds a field to a body of JSON.
func with(body, field string) string { return strings.TrimSuffix(body, "}") + "," + field + "}" }
