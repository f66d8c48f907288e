package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// keeps fails the test where the preset is not as its tag says.
func (w *world) keeps(name, tag, after string) {
	w.t.Helper()
	a := w.call("GET", "/api/presets/"+name, admin(""), "")
	if a.header.Get("ETag") != tag || !strings.Contains(string(a.body), "#102030") {
		w.t.Errorf("after %s: tag %s, was %s: %s", after, a.header.Get("ETag"), tag, a.body)
	}
}

func TestTenMegabytesOfValuesGetANamedAnswerAndLoseNothing(t *testing.T) {
	w := newWorld(t)
	tag := w.call("POST", "/api/presets", admin(""), branded).header.Get("ETag")
	large := strings.Repeat("x", 10<<20)
	for name, c := range map[string]struct{ method, path, tag, body string }{
		"a draft":    {"PUT", "/branded/draft", tag, `{"values":{"language":"` + large + `"}}`},
		"an edit":    {"PATCH", "/branded/draft", "", `{"changes":[{"path":"language","value":"` + large + `"}]}`},
		"a file":     {"POST", "/import", tag, `{"name":"branded","values":{"language":"` + large + `"}}`},
		"a new one":  {"POST", "", "", `{"name":"other","values":{"` + large + `":1}}`},
		"only space": {"PUT", "/branded/draft", tag, strings.Repeat(" ", 10<<20) + `{"values":{}}`},
	} {
		a := w.call(c.method, "/api/presets"+c.path, admin(c.tag), c.body)
		if a.status != http.StatusRequestEntityTooLarge || !strings.Contains(string(a.body), " MB") {
			t.Errorf("%s: %d %.300s", name, a.status, a.body)
		}
		w.keeps("branded", tag, name)
	}
}

func TestAVersionInUseIsNotDeleted(t *testing.T) {
	w := newWorld(t)
	w.clients()
	tag := w.publish("branded", w.call("POST", "/api/presets", admin(""), branded).header.Get("ETag"))
	tag = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{"client":"sdk"}]`).header.Get("ETag")
	for _, path := range []string{"/branded/versions/1", "/branded"} {
		if a := w.call("DELETE", "/api/presets"+path, admin(tag), ""); a.status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
		w.keeps("branded", tag, "deleting "+path)
	}
	if a := w.call("POST", "/api/presets/branded/archive", admin(tag), ""); a.status != http.StatusConflict ||
		!strings.Contains(string(a.body), "remove its assignments") {
		t.Errorf("%d %s", a.status, a.body)
	}
	if name, value := w.sdkOptions("acme", "", focus); name != "branded" || value != .9 {
		t.Errorf("its client gets %q, %v", name, value)
	}
}
