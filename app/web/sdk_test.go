package web_test

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

// fetch sends a request without a cookie, and returns the answer with its body.
func fetch(t *testing.T, h *webtest.Fixture, path, encoding string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "desk.example"
	request.Header.Set("Accept-Encoding", encoding)
	response, err := h.Server.App.Test(request, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}

func TestFilesOfAnOlderSDKAreServedToThePagesThatKeptIt(t *testing.T) {
	h := webtest.Open(t)
	var packed bytes.Buffer
	w := brotli.NewWriter(&packed)
	if _, err := w.Write([]byte("old worker")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
		file := store.SDKFile{Name: "worker-01.js", Packed: packed.Bytes()}
		_, err := tx.PublishSDK(t.Context(), "11.1.12.2.1", []store.SDKFile{file})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/sdk/11.1.12.2.1/worker-01.js", "/sdk/11/worker-01.js"} {
		response, body := fetch(t, h, path, "identity")
		if string(body) != "old worker" || !strings.Contains(response.Header.Get("Cache-Control"), "immutable") ||
			response.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %s %q %v", path, response.Status, body, response.Header)
		}
	}
}

func TestTheWebSDKIsServedToPagesOfAnyOrigin(t *testing.T) {
	h := webtest.Open(t)
	get := func(path, encoding string) (*http.Response, []byte) { return fetch(t, h, path, encoding) }
	for path, cache := range map[string]string{
		"/sdk/11/proofdesk.js":                        "public, max-age=300",
		"/sdk/11/support.js":                          "public, max-age=300",
		"/sdk/" + preset.CurrentSDK + "/proofdesk.js": "public, max-age=31536000, immutable",
	} {
		_, script := get(path, "identity")
		response, packed := get(path, "gzip, br")
		plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
		if err != nil || !bytes.Equal(plain, script) {
			t.Errorf("%s: not the same packed and plain: %v", path, err)
		}
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": cache,
			"Content-Encoding": "br", "Vary": "Accept-Encoding", "Set-Cookie": "",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if kind := response.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") {
			t.Errorf("%s is %s", path, kind)
		}
	}
	_, script := get("/sdk/11/proofdesk.js", "identity")
	for _, path := range regexp.MustCompile(`/sdk/11/[a-z]+-[0-9a-f]+\.(js|wasm)`).FindAllString(string(script), -1) {
		response, body := get(path, "identity")
		if response.StatusCode != http.StatusOK || len(body) == 0 ||
			response.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %s", path, response.Status)
		}
		if strings.HasSuffix(path, ".wasm") && response.Header.Get("Content-Type") != "application/wasm" {
			t.Errorf("%s is %s", path, response.Header.Get("Content-Type"))
		}
	}
	for _, path := range []string{
		"/sdk/10/proofdesk.js", "/sdk/11/nothing.js", "/sdk/11/..%2fmanifest.json", "/sdk/11/proofdesk.js.br",
		"/sdk/11/",
	} {
		if response, _ := get(path, "br"); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, response.Status)
		}
	}
}
