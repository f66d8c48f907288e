package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/store"
)

func TestAPageOfAnotherOriginCallsTheAPIWhereItsClientHasTheOrigin(t *testing.T) {
	w := newWorld(t)
	for id, company := range map[string]string{"sdk": "acme", "sdk3": "other"} {
		w.write(func(tx *store.Tx) error {
			return tx.InsertClient(t.Context(), store.Client{ID: id, Company: company, Name: id, SecretHash: hexDigits})
		})
	}
	const listed = "https://app.bank.example"
	call := func(method, origin string, h headers) answer {
		return w.call(method, "/api/v4/initialize", h.with("Origin", origin),
			`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`)
	}
	if a := call("POST", listed, bearer("acme")); a.status != 403 || a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("before it is listed: %d %s", a.status, a.body)
	}
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk", nil, []string{listed})
		return err
	})
	asked := w.asks(listed)
	if asked.status != 204 || asked.header.Get("Access-Control-Allow-Origin") != listed ||
		!strings.Contains(asked.header.Get("Access-Control-Allow-Headers"), "Authorization") ||
		asked.header.Get("Access-Control-Allow-Credentials") != "" || asked.header.Get("Vary") != "Origin" {
		t.Errorf("asked first: %d %v", asked.status, asked.header)
	}
	if a := call("POST", listed, bearer("acme")); a.status != 200 ||
		a.header.Get("Access-Control-Allow-Origin") != listed {
		t.Errorf("listed: %d %s", a.status, a.body)
	}
	if a := call("POST", listed, headers{}); a.status != 401 || a.header.Get("Access-Control-Allow-Origin") != listed {
		t.Errorf("the page can't read why its token is refused: %d %v", a.status, a.header)
	}
	for _, other := range []string{"https://evil.example", "null", listed + ".evil.example", "http://app.bank.example"} {
		for _, a := range []answer{w.asks(other), call("POST", other, bearer("acme"))} {
			if a.status != 403 || a.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("from %s: %d %s", other, a.status, a.body)
			}
		}
	}
	if a := call("POST", listed, bearer("other")); a.status != 403 {
		t.Errorf("with the token of a client that lacks the origin: %d %s", a.status, a.body)
	}
	if a := call("POST", "https://proof.example", bearer("acme")); a.status != 200 {
		t.Errorf("from this site: %d %s", a.status, a.body)
	}
}

// asks sends what a browser sends before a page's first call. The OpenAPI document leaves it out, as no client writes
// it.
func (w *world) asks(origin string) answer {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodOptions, w.base+"/api/v4/initialize", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Origin", origin)
	request.Header.Set("Access-Control-Request-Method", http.MethodPost)
	response, err := w.http.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{status: response.StatusCode, header: response.Header, body: body}
}
