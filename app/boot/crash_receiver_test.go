package boot_test

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"proofdesk/app/webhook"
)

// listener is a client's server: it keeps what came and notes what a client would complain about.
type listener struct {
	server *httptest.Server

	mu       sync.Mutex
	secrets  map[string]string // by kid
	bodies   map[string][]byte // by event id
	requests int
	wrong    []string
}

// newListener listens on https and writes its certificate where the program reads extra authorities.
func newListener(t *testing.T, caFile string) *listener {
	t.Helper()
	l := &listener{secrets: map[string]string{}, bodies: map[string][]byte{}}
	l.server = httptest.NewUnstartedServer(http.HandlerFunc(l.receive))
	l.server.Config.ErrorLog = log.New(io.Discard, "", 0) // a killed client cuts its connections
	l.server.StartTLS()
	t.Cleanup(l.server.Close)
	must(t,
		os.WriteFile(caFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: l.server.Certificate().Raw}),
			0o600))
	return l
}

// receive takes its time now and then, so that kills hit requests under way.
func (l *listener) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // cut off by a kill: it was never delivered
	}
	l.keep(r.Header, body)
	select {
	case <-time.After(time.Duration(rand.IntN(40)) * time.Millisecond):
	case <-r.Context().Done():
	}
	w.WriteHeader(http.StatusNoContent)
}

func (l *listener) keep(header http.Header, body []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests++
	id := header.Get(webhook.StandardID)
	if err := webhook.Verify(header.Get(webhook.SignatureHeader), l.secrets, body, time.Now()); err != nil {
		l.wrong = append(l.wrong, fmt.Sprintf("event %s: signature: %v", id, err))
	}
	if before, again := l.bodies[id]; again && !bytes.Equal(before, body) {
		l.wrong = append(l.wrong, fmt.Sprintf("event %s came with other bytes than before", id))
	}
	l.bodies[id] = body
}
