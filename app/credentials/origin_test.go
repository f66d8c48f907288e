package credentials_test

import (
	"testing"

	"proofdesk/app/credentials"
	"proofdesk/app/fault"
)

func TestAnOriginIsASchemeAndAHostAsBrowsersSendThem(t *testing.T) {
	for text, want := range map[string]string{
		"https://bank.example":       "https://bank.example",
		" HTTPS://Bank.Example/ ":    "https://bank.example",
		"https://bank.example:443":   "https://bank.example",
		"https://bank.example:8443":  "https://bank.example:8443",
		"http://localhost:3000":      "http://localhost:3000",
		"http://127.0.0.1:80":        "http://127.0.0.1",
		"http://[::1]:3000":          "http://[::1]:3000",
		"https://[2001:db8::1]:8443": "https://[2001:db8::1]:8443",
	} {
		if got, err := credentials.ParseOrigin(text); err != nil || got != want {
			t.Errorf("%q is %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "bank.example", "null", "*", "https://*.bank.example", "http://bank.example", "https://", "https://:443",
		"https://bank.example/app", "https://bank.example?x=1", "https://bank.example#x", "https://bank.example?",
		"https://a:b@bank.example", "ftp://bank.example", "https://bank.example:port", "file:///a", "javascript:alert(1)",
	} {
		if got, err := credentials.ParseOrigin(text); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}
