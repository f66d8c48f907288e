package presets_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/webtest"
)

// branded creates a preset of acme.
func branded(t *testing.T, h *webtest.Fixture) {
	t.Helper()
	desk := presets.Registry{Store: h.Store}
	_, err := desk.Create(t.Context(), "test", "acme", presets.NewPreset{
		Name:    "branded",
		Content: preset.Content{Values: preset.Values{"language": "FR"}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOnlyPagesOfThisConsoleHoldThePreview(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	b := h.As(access.Admin).Get("/presets/branded/preview")
	b.Want(http.StatusOK, "data-catalogue", "language")
	header := b.Answer.Header
	policy := header.Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'self'",
	} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %s", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || header.Get("X-Frame-Options") != "SAMEORIGIN" {
		t.Errorf("policy %q, X-Frame-Options %q", policy, header.Get("X-Frame-Options"))
	}
	if found := webtest.Inline.FindString(b.Body); found != "" {
		t.Errorf("inline %q", found)
	}
}

func TestOnlyPagesThatDrawTheScreensHoldFrames(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	for path, want := range map[string]bool{
		"/presets":                 false,
		"/presets/branded":         true,
		"/presets/branded/publish": true,
		"/presets/branded/use":     false,
		"/presets/branded/preview": false,
	} {
		b := h.As(access.Admin).Get(path)
		b.Want(http.StatusOK)
		policy := b.Answer.Header.Get("Content-Security-Policy")
		if got := strings.Contains(policy, "frame-src 'self'"); got != want || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
}

func TestThePreviewOfAnotherCompanyIsLikeOneThatDoesNotExist(t *testing.T) {
	h := webtest.Open(t)
	branded(t, h)
	made(h, "globex", "theirs", preset.Values{"language": "FR"})
	for _, name := range []string{"theirs", "nothing"} {
		h.As(access.Admin).Get("/presets/" + name + "/preview").Want(http.StatusNotFound)
	}
	h.As(access.Agent).Get("/presets/branded/preview").Want(http.StatusForbidden)
}
