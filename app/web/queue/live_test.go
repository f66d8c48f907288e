package queue_test

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
	"proofdesk/app/web/webtest"
)

func TestTheStateOfTheQueueNamesWhoHoldsARow(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Job("globex", "ROE, RICHARD")
	agent := h.As(access.Agent)
	b := h.As(access.Auditor)
	for _, holder := range []string{"", "The agent"} {
		var state struct {
			Counts map[string]int
			Rows   map[string]string
		}
		if err := json.Unmarshal([]byte(b.Get("/queue/state").Body), &state); err != nil {
			t.Fatal(err)
		}
		who, listed := state.Rows[id]
		if !listed || len(state.Rows) != 1 || who != holder || state.Counts["open"] != 1 {
			t.Errorf("held by %q, the state is %+v", holder, state)
		}
		agent.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil)
	}
	b.LacksSecrets("/queue/state")
	b.Get("/queue/state?after=x").Want(http.StatusBadRequest)
}

func TestTheLiveStreamEndsWithTheServer(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- h.Server.Serve(ln) }()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		(&url.URL{Scheme: "http", Host: ln.Addr().String(), Path: "/live"}).String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range b.Cookies {
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
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := h.Server.Shutdown(ctx); err != nil {
		t.Errorf("the stream held up the server's end: %v", err)
	}
	<-served
}
