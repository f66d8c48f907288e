package web_test

import (
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
)

func TestSearchTakesAnything(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "DOE, JANÉ")
	h.job("acme", "ROE, RICHARD")
	b := h.as(access.Agent)
	for _, text := range []string{
		id, strings.ToUpper(id), captures[0].ID, "urn:documentsv1:test:here:acme:" + captures[1].ID,
	} {
		if b.get("/jobs?q=" + url.QueryEscape(text)); b.status != 303 ||
			b.answer.Header.Get("Location") != "/jobs/"+id {
			t.Errorf("%q leads to %d %q", text, b.status, b.answer.Header.Get("Location"))
		}
	}
	for text, want := range map[string]string{
		"jane":         "DOE, JANÉ",
		"doe JANÉ":     "DOE, JANÉ",
		"g09988123":    "ROE, RICHARD",
		"4471 richard": "ROE, RICHARD",
		"richa":        "ROE, RICHARD",
		"g099":         "DOE, JANÉ",
	} {
		b.get("/jobs?q="+url.QueryEscape(text)).want(200, want)
	}
	b.get("/jobs?q=ri").want(200, "Nothing found")
	b.get("/jobs?q=jane+richard").want(200, "Nothing found")
	b.get("/jobs?status=REVIEW").want(200, "DOE, JANÉ", "ROE, RICHARD")
	b.get("/jobs?status=DECLINED").want(200, "Nothing found")
}
