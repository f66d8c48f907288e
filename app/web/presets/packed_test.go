package presets_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/web/webtest"
)

// A page that another site makes a browser ask for has the length that it has: compressed, the length would tell what
// is on the page beside a part of the address that it repeats.
func TestAPageIsCompressedForThisConsoleOnly(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Admin)
	plain := b.Get("/presets/retail?group=all").Body
	b.Headers["Accept-Encoding"] = "gzip, deflate, br"
	for site, want := range map[string]string{
		"same-origin": "gzip",
		"none":        "gzip",
		"cross-site":  "",
		"same-site":   "",
		"":            "",
	} {
		b.Headers["Sec-Fetch-Site"] = site
		b.Get("/presets/retail?group=all")
		body := b.Body
		if want == "gzip" {
			if len(body) > 120_000 {
				t.Errorf("%s: %d bytes", site, len(body))
			}
			unpacked, err := gzip.NewReader(strings.NewReader(body))
			if err != nil {
				t.Fatal(site, err)
			}
			all, _ := io.ReadAll(unpacked)
			body = string(all)
		}
		if got := b.Answer.Header.Get("Content-Encoding"); got != want || b.Status != http.StatusOK ||
			len(body) != len(plain) || !strings.Contains(b.Answer.Header.Get("Vary"), "Sec-Fetch-Site") {
			t.Errorf("%q: %q, %d of %d bytes", site, got, len(body), len(plain))
		}
	}
}
