package jobs_test

import (
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestSearchTakesAnything(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANÉ")
	h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Agent)
	for _, text := range []string{
		id, strings.ToUpper(id), captures[0].ID, "urn:documentsv1:test:here:acme:" + captures[1].ID,
	} {
		if b.Get("/jobs?q=" + url.QueryEscape(text)); b.Status != 303 ||
			b.Answer.Header.Get("Location") != "/jobs/"+id {
			t.Errorf("%q leads to %d %q", text, b.Status, b.Answer.Header.Get("Location"))
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
		b.Get("/jobs?q="+url.QueryEscape(text)).Want(200, want)
	}
	b.Get("/jobs?q=ri").Want(200, "Nothing found")
	b.Get("/jobs?q=jane+richard").Want(200, "Nothing found")
	b.Get("/jobs?status=REVIEW").Want(200, "DOE, JANÉ", "ROE, RICHARD")
	b.Get("/jobs?status=DECLINED").Want(200, "Nothing found")
}
