package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// noNumbers are spellings that strconv takes for a number, or that are none of a version.
var noNumbers = []string{"+1", "01", "0", "-1", "1 ", "00", "1_0", "1.0", "0x1", "١", "99999999999999999999"}

func TestAVersionIsNamedInOneWay(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	w.publish("branded", a.header.Get("ETag"))
	for _, text := range noNumbers {
		sent := url.QueryEscape(text)
		a := w.call("GET", "/api/presets/branded/versions/"+url.PathEscape(text), admin(""), "")
		if a.status != http.StatusNotFound {
			t.Errorf("the path of version %s: %d %s", text, a.status, a.body)
		}
		for path, want := range map[string]string{
			"/branded/export?version=":     "version:type",
			"/branded/diff?to=draft&from=": "from:range",
			"/branded/diff?from=draft&to=": "to:range",
		} {
			if text == "0" && strings.Contains(path, "diff") {
				continue // the defaults
			}
			a := w.call("GET", "/api/presets"+path+sent, admin(""), "")
			if got := problems(t, a); a.status != http.StatusBadRequest || got != want {
				t.Errorf("%s%s: %d %s", path, text, a.status, a.body)
			}
		}
		a = w.call("PUT", "/api/presets/branded/draft", admin(`"`+text+`"`), `{"values":{}}`)
		if got := problems(t, a); a.status != http.StatusBadRequest || got != "if-match:format" {
			t.Errorf("If-Match %q: %d %s", text, a.status, a.body)
		}
	}
}

func TestAssignmentsThatAreNoJSONAreRefusedForTheirJSON(t *testing.T) {
	w := newWorld(t)
	tag := w.call("POST", "/api/presets", admin(""), branded).header.Get("ETag")
	for body, want := range map[string]string{
		`[{"percent":NaN}]`: "percent:syntax",
		`[{"percent":50}`:   "body:syntax",
		`[] []`:             "body:trailing",
		`{}`:                "assignments:type",
		``:                  "body:required",
	} {
		a := w.call("PUT", "/api/presets/branded/assignments", admin(tag), body)
		if got := problems(t, a); a.status != http.StatusBadRequest || got != want {
			t.Errorf("%s: %d %s, want %s", body, a.status, got, want)
		}
	}
}
