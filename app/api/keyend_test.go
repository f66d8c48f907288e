package api_test

import (
	"net/http"
	"testing"

	"proofdesk/app/fault"
)

func TestAnAPIKeyThatEndsWhileItsRequestIsServedWritesNothing(t *testing.T) {
	w := newWorld(t, ends)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"branded"}`)
	if a.status != http.StatusUnauthorized || a.header.Get("WWW-Authenticate") == "" {
		t.Errorf("it is answered %d %v %s", a.status, a.header, a.body)
	}
	if _, err := w.store.Preset(t.Context(), "acme", "branded"); !fault.Is(err, fault.NotFound) {
		t.Errorf("the preset is there: %v", err)
	}
}
