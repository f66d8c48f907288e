package e2e_test

import (
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
