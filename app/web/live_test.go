package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
)

func TestTheStateOfTheQueueNamesWhoHoldsARow(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.job("globex", "ROE, RICHARD")
	agent := h.as(access.Agent)
	agent.get("/jobs/"+id).post("/jobs/"+id+"/claim", nil)
	b := h.as(access.Auditor).get("/queue/state")
	var state struct {
		Counts map[string]int
		Rows   map[string]string
	}
	if err := json.Unmarshal([]byte(b.body), &state); err != nil {
		t.Fatal(err)
	}
	if len(state.Rows) != 1 || state.Rows[id] != "The agent" || state.Counts["open"] != 1 {
		t.Errorf("the state is %+v", state)
	}
	b.lacksSecrets("/queue/state")
	b.get("/queue/state?after=x").want(http.StatusBadRequest)
}

func TestTheLiveStreamEndsWithTheServer(t *testing.T) {
	h := open(t)
	h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- h.server.Serve(ln) }()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		(&url.URL{Scheme: "http", Host: ln.Addr().String(), Path: "/live"}).String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	if !lines.Scan() || lines.Text() != "event: queue" || !lines.Scan() || !strings.Contains(lines.Text(), `"open":1`) {
		t.Errorf("%d: the stream begins with %q", answer.StatusCode, lines.Text())
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := h.server.Shutdown(ctx); err != nil {
		t.Errorf("the stream held up the server's end: %v", err)
	}
	<-served
}
