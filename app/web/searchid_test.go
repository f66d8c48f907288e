package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
)

func TestSearchFindsAJobByWhatTheConsolePrintsOfItsID(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	for _, text := range []string{id[:4] + "…" + id[len(id)-4:], id[:4] + "..." + id[len(id)-4:], id[:13], id[:8]} {
		b.get("/jobs?q="+url.QueryEscape(text)).want(http.StatusOK, "/jobs/"+id)
	}
	b.get("/jobs?q="+url.QueryEscape(id[:4]+"…zzzz")).want(http.StatusOK, "Nothing found.")
}
