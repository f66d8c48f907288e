package web_test

import (
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestPagesOfAdministrationKeepTheContentPolicyAndLeadSomewhere(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	links := regexp.MustCompile(`href="(/[^"#]*)"`)
	for _, path := range []string{
		"/users", "/sessions", "/clients", "/keys", "/repository-tokens", "/roles", "/sandbox", "/settings",
		"/settings/reasons",
		"/retention", "/audit", "/customers", "/me",
	} {
		b.Get(path).Want(200)
		if found := webtest.Inline.FindString(b.Body); found != "" {
			t.Errorf("%s: inline %q", path, found)
		}
		for _, m := range links.FindAllStringSubmatch(b.Body, -1) {
			to := strings.ReplaceAll(m[1], "&amp;", "&")
			visit := h.Browser()
			visit.Cookies = b.Cookies
			if visit.Get(to); visit.Status >= 400 {
				t.Errorf("%s leads to %s: %d", path, to, visit.Status)
			}
		}
	}
}
