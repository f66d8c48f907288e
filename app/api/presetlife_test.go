package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestAnEditThatIsOutOfDateLosesNothing(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := a.header.Get("ETag")
	if a := w.call("PUT", "/api/presets/branded/draft", admin(tag), `{"values":{"language":"FR"}}`); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := w.call("PUT", "/api/presets/branded/draft", admin(tag), `{"values":{"language":"HI"}}`); a.status != 412 ||
		!strings.Contains(string(a.body), "API key key-of-acme changed the preset meanwhile") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	patch := `{"changes":[{"path":"language","base":"EN","value":"HI"},{"path":"isDebugMode","value":true}]}`
	a = w.call("PATCH", "/api/presets/branded/draft", admin(""), patch)
	var patched struct {
		Overlaps []struct{ Path, Yours, Theirs, By string }
	}
	a.into(t, &patched)
	if len(patched.Overlaps) != 1 || patched.Overlaps[0].Theirs != "FR" ||
		patched.Overlaps[0].By != "apikey:key-of-acme" {
		t.Fatalf("%s", a.body)
	}
	a = w.call("GET", "/api/presets/branded", admin(""), "")
	if !strings.Contains(string(a.body), `"language":"FR"`) || !strings.Contains(string(a.body), `"isDebugMode":true`) {
		t.Fatalf("%s", a.body)
	}
}

func TestAnOverlapWithAnOptionThatIsUnsetSaysWhoAndWhen(t *testing.T) {
	for name, unset := range map[string]func(w *world, tag string) answer{
		"by an edit": func(w *world, _ string) answer {
			body := `{"changes":[{"path":"language","base":"FR"}]}`
			return w.call("PATCH", "/api/presets/branded/draft", admin(""), body)
		},
		"by another draft": func(w *world, tag string) answer {
			return w.call("PUT", "/api/presets/branded/draft", admin(tag), `{"values":{"isDebugMode":false}}`)
		},
	} {
		w := newWorld(t)
		a := w.call("POST", "/api/presets", admin(""), `{"name":"branded","values":{"language":"FR"}}`)
		w.clock.Advance(time.Hour)
		if a = unset(w, a.header.Get("ETag")); a.status != http.StatusOK {
			t.Fatalf("%s: %d %s", name, a.status, a.body)
		}
		w.clock.Advance(time.Hour)
		late := `{"changes":[{"path":"language","base":"FR","value":"HI"}]}`
		a = w.call("PATCH", "/api/presets/branded/draft", admin(""), late)
		want := `{"path":"language","yours":"HI","by":"apikey:key-of-acme","at":"2026-05-04T11:00:00.000Z"}`
		if a.status != http.StatusOK || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		a = w.call("GET", "/api/presets/branded", admin(""), "")
		if strings.Contains(string(a.body), `"language"`) {
			t.Errorf("%s, the option is set: %s", name, a.body)
		}
	}
}

func TestAnOverlapWithAnOptionThatNobodySetNamesNobody(t *testing.T) {
	w := newWorld(t)
	w.call("POST", "/api/presets", admin(""), branded)
	never := `{"changes":[{"path":"isDebugMode","base":true,"value":false}]}`
	a := w.call("PATCH", "/api/presets/branded/draft", admin(""), never)
	if !strings.Contains(string(a.body), `"overlaps":[{"path":"isDebugMode","yours":false}]`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestARollbackPublishesTheOldContentAsANewVersion(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	a = w.call("PUT", "/api/presets/branded/draft", admin(tag), `{"values":{"language":"FR"}}`)
	tag = w.publish("branded", a.header.Get("ETag"))
	a = w.call("POST", "/api/presets/branded/rollback", admin(tag), `{"version":1,"note":"back"}`)
	if a.status != http.StatusCreated || !strings.Contains(string(a.body), `"version":3`) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a = w.call("GET", "/api/presets/branded/diff?from=1&to=3", admin(""), "")
	if !strings.Contains(string(a.body), `"changes":[]`) {
		t.Fatalf("%s", a.body)
	}
	a = w.call("GET", "/api/presets/branded/diff?from=0&to=2", admin(""), "")
	if string(a.body) != `{"changes":[{"path":"language","to":"FR"}]}` {
		t.Fatalf("%s", a.body)
	}
}

func TestAPresetInUseIsNotArchived(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{}]`)
	tag = a.header.Get("ETag")
	if a := w.call("POST", "/api/presets/branded/archive", admin(tag), ""); a.status != http.StatusConflict {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[]`)
	a = w.call("POST", "/api/presets/branded/archive", admin(a.header.Get("ETag")), "")
	if a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	tag = a.header.Get("ETag")
	if a := w.call("PUT", "/api/presets/branded/draft", admin(tag), `{"values":{}}`); a.status != http.StatusConflict {
		t.Errorf("an edit of an archived preset: %d %s", a.status, a.body)
	}
	if name, _ := w.sdkOptions("acme", `,"preset":"branded@1"`, focus); name != "branded" {
		t.Errorf("a session that began before: %q", name)
	}
	if a := w.call("POST", "/api/presets/branded/restore", admin(tag), ""); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}
