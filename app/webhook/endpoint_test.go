package webhook_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
)

func TestAnAddressHasOneHostKeyOrBreaksOneRule(t *testing.T) {
	for raw, want := range map[string]string{
		"https://hooks.example/a":                           "https://hooks.example:443",
		"https://HOOKS.example":                             "https://hooks.example:443",
		"HTTPS://hooks.example:443/":                        "https://hooks.example:443",
		"https://hooks.example:0443/":                       "https://hooks.example:443",
		"https://hooks.example./a?b=c":                      "https://hooks.example:443",
		"https://hooks.example:/a":                          "https://hooks.example:443",
		"https://hooks.example:8443/a":                      "https://hooks.example:8443",
		"https://bücher.example/a":                          "https://xn--bcher-kva.example:443",
		"https://xn--bcher-kva.example/a":                   "https://xn--bcher-kva.example:443",
		"https://192.0.2.7/":                                "https://192.0.2.7:443",
		"https://[2001:DB8::1]:9/":                          "https://[2001:db8::1]:9",
		"https://my_host.example/":                          "https://my_host.example:443",
		"https://hooks.example/" + strings.Repeat("a", 2e3): "https://hooks.example:443",

		"https://hooks.example/" + strings.Repeat("a", 2048): "url max_length",
		"":                                            "url format",
		"hooks.example/a":                             "url format",
		"/a":                                          "url format",
		"https:hooks.example":                         "url format",
		"https:///a":                                  "url format",
		"https://:443/a":                              "url format",
		"https://hooks example/":                      "url format",
		"https://hooks.example:x/":                    "url format",
		"https://hooks.example\n/":                    "url format",
		"https:\\\\hooks.example":                     "url format",
		" https://hooks.example":                      "url format",
		"https://[::1":                                "url format",
		"http://hooks.example/a":                      "url https",
		"HTTP://hooks.example/a":                      "url https",
		"ftp://hooks.example/a":                       "url https",
		"file://hooks.example/a":                      "url https",
		"javascript://hooks/a":                        "url https",
		"https://u:p@hooks.example":                   "url no_credentials",
		"https://u@hooks.example":                     "url no_credentials",
		"https://hooks.example/#a":                    "url no_fragment",
		"https://hooks.example:0/":                    "url port",
		"https://hooks.example:65536/":                "url port",
		"https://hooks.example:99999999999999999999/": "url port",
		"https://.":                                   "url host",
		"https://bü\u200dcher..example/":              "url host",
	} {
		_, host, err := webhook.ParseURL(raw)
		got := host
		if err != nil {
			got = ruleOf(err)
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q (%v)", raw, got, want, err)
		}
	}
}

func TestStaticHeadersAreCheckedAndReservedNamesRefused(t *testing.T) {
	headers := func(n int) map[string]string {
		all := map[string]string{}
		for i := range n {
			all["X-"+strings.Repeat("a", i+1)] = "v"
		}
		return all
	}
	for name, c := range map[string]struct {
		headers map[string]string
		rule    string
	}{
		"usual":                {map[string]string{"authorization": "Bearer abc", "X-Secret": "é"}, ""},
		"none":                 {nil, ""},
		"empty value":          {map[string]string{"X-Empty": ""}, ""},
		"as many as may be":    {headers(20), ""},
		"too many":             {headers(21), "headers max_items"},
		"longest value":        {map[string]string{"X-Secret": strings.Repeat("v", 4096)}, ""},
		"name with a space":    {map[string]string{"X Secret": "v"}, "headers format"},
		"name with a colon":    {map[string]string{"X-Secret:": "v"}, "headers format"},
		"empty name":           {map[string]string{"": "v"}, "headers format"},
		"value with a newline": {map[string]string{"X-Secret": "a\r\nHost: evil"}, "headers characters"},
		"value with a zero":    {map[string]string{"X-Secret": "a\x00"}, "headers characters"},
		"long value":           {map[string]string{"X-Secret": strings.Repeat("v", 4097)}, "headers characters"},
		"twice":                {map[string]string{"X-Secret": "a", "x-secret": "b"}, "headers unique"},
	} {
		if _, err := webhook.CheckHeaders(c.headers); ruleOf(err) != c.rule {
			t.Errorf("%s: %v, want %q", name, err, c.rule)
		}
	}
	for _, name := range []string{
		"host", "Content-Length", "content-type", "CONTENT-ENCODING", "Transfer-Encoding", "connection", "keep-alive",
		"Upgrade", "te", "trailer",
		"Proxy-Authorization", "expect", "User-Agent", "Accept-Encoding", "cookie", "x-service-signature",
		"webhook-id", "Webhook-Timestamp", "webhook-signature", "x-proofdesk-test",
	} {
		if _, err := webhook.CheckHeaders(map[string]string{name: "v"}); ruleOf(err) != "headers reserved" {
			t.Errorf("%s may be set: %v", name, err)
		}
	}
	got, err := webhook.CheckHeaders(map[string]string{"x-api-key": "v"})
	if err != nil || !slices.Equal(slices.Collect(maps.Keys(got)), []string{"X-Api-Key"}) {
		t.Errorf("names are not canonical: %v %v", got, err)
	}
}

func TestASubscriptionToNothingIsOneToEverything(t *testing.T) {
	for _, c := range []struct {
		asked, want []onboarding.EventType
		rule        string
	}{
		{nil, webhook.EventTypes(), ""},
		{
			[]onboarding.EventType{onboarding.ApplicationReviewed, onboarding.ApplicationReviewed},
			[]onboarding.EventType{onboarding.ApplicationReviewed},
			"",
		},
		{[]onboarding.EventType{"application.deleted"}, nil, "events one_of"},
	} {
		got, err := webhook.CheckEvents(c.asked)
		if !slices.Equal(got, c.want) || ruleOf(err) != c.rule {
			t.Errorf("%v: %v, %v", c.asked, got, err)
		}
	}
}

// TestEveryTypeOfEventIsOffered finds the types in the source: a new one is offered, and named to who mistypes one.
func TestEveryTypeOfEventIsOffered(t *testing.T) {
	source, err := os.ReadFile("../onboarding/payload.go")
	if err != nil {
		t.Fatal(err)
	}
	var types []onboarding.EventType
	declared := regexp.MustCompile(`(?m)^\tApplication\w+ +EventType = "(.+)"$`)
	for _, found := range declared.FindAllSubmatch(source, -1) {
		types = append(types, onboarding.EventType(found[1]))
	}
	if offered := webhook.EventTypes(); len(types) < 2 || !slices.Equal(types, offered) {
		t.Errorf("the types are %v, offered are %v", types, offered)
	}
	_, err = webhook.CheckEvents([]onboarding.EventType{"application.deleted"})
	for _, one := range types {
		if err == nil || !strings.Contains(err.Error(), string(one)) {
			t.Errorf("%s is not named: %v", one, err)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	for _, raw := range []string{
		"https://hooks.example/a", "https://[::1]:8443", "https://bücher.example", "http://x", "https://a@b",
		"https://a:0443/?q#f", "https://%41.example",
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, host, err := webhook.ParseURL(raw)
		if err != nil {
			return
		}
		if u.Scheme != "https" || u.User != nil || !strings.HasPrefix(host, "https://") ||
			host != strings.ToLower(host) {
			t.Fatalf("%q gives %v in lane %q", raw, u, host)
		}
		_, again, err := webhook.ParseURL(u.String())
		if err != nil || again != host {
			t.Errorf("%q: saved as %q, which gives %q, %v", raw, u, again, err)
		}
		if _, lane, err := webhook.ParseURL(host); err != nil || lane != host {
			t.Errorf("%q: the host key %q gives %q, %v", raw, host, lane, err)
		}
	})
}
