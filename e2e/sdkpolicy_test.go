package e2e_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestAPageIsToldWhichLineItsPolicyLacks(t *testing.T) {
	h := at(t)
	for _, c := range []struct{ blocks, line, more string }{
		{"blob:", "worker-src blob:", ""},
		{"'wasm-unsafe-eval'", "script-src 'wasm-unsafe-eval'", ""},
		{"connect-src 'self' " + h.base, "connect-src " + h.base, "accessToken: 'none',"},
	} {
		t.Run(c.blocks, func(t *testing.T) {
			b := openBank(t, h, "documentCapture()")
			b.blocks, b.more = c.blocks, c.more
			b.list(t, h)
			p := equipped(t)
			b.begins(t, p)
			said := p.says(t, `"failed":"CSP_BLOCKED"`)
			if !strings.Contains(said, "lacks: "+c.line+`"`) {
				t.Errorf("said %s", said)
			}
		})
	}
}

// read returns what an address answers.
func read(t *testing.T, address string) []byte {
	t.Helper()
	answer, err := http.Get(address)
	check(t, err)
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	check(t, err)
	return data
}

func TestAPageIsToldThatThePolicyOfItsWorkerForbidsTheEngine(t *testing.T) {
	h := at(t)
	path := string(regexp.MustCompile(`/sdk/11/worker-\w+\.js`).Find(read(t, h.base+"/sdk/11/proofdesk.js")))
	b := openBank(t, h, "documentCapture()")
	b.blocks, b.instead, b.worker, b.ruled = "blob:", "'self'", read(t, h.base+path), "script-src 'self'"
	b.more = "workerUrl: '/worker.js',"
	b.list(t, h)
	p := equipped(t)
	b.begins(t, p)
	said := p.says(t, `"failed":"CSP_BLOCKED"`)
	if !strings.Contains(said, "policy with which /worker.js is served lacks: script-src 'wasm-unsafe-eval'") {
		t.Errorf("said %s", said)
	}
}

func TestAPageWhosePolicyForbidsBlobsServesTheWorkerItself(t *testing.T) {
	h := at(t)
	path := string(regexp.MustCompile(`/sdk/11/worker-\w+\.js`).Find(read(t, h.base+"/sdk/11/proofdesk.js")))
	worker := read(t, h.base+path)
	for _, c := range []struct {
		name, address, policy string
		worker                []byte
		says                  string
	}{
		{"the worker of this version", "/worker.js", "'self'", worker, `{"open":`},
		{"another worker", "/worker.js", "'self'", []byte("onmessage = () => {}"), "copy " + path + " of the server"},
		{"none", "/nothing", "'self'", nil, "is not the file of this version"},
		{"another origin", h.base + path, h.base, nil, "an address of the origin of this page"},
		{"a policy without it", "/worker.js", "blob:", worker, "lacks: worker-src http://127"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := openBank(t, h, "documentCapture()")
			b.blocks, b.instead, b.worker = "blob:", c.policy, c.worker
			b.more = "workerUrl: '" + c.address + "',"
			b.list(t, h)
			p := equipped(t)
			b.begins(t, p)
			p.becomes(t, "heard", `/"(open|failed)":/.test(said.textContent)`)
			if said, err := p.Locator("#said").TextContent(); err != nil || !strings.Contains(said, c.says) {
				t.Errorf("said %s, %v", said, err)
			}
		})
	}
}
