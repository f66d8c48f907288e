package dispatch_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// socket is the name of PostgreSQL's socket in its folder.
const socket = ".s.PGSQL.5432"

// slow is a proxy of PostgreSQL that keeps back its answer to one commit.
type slow struct {
	net.Listener
	to   string      // the server's socket
	late func() bool // whether the answer to the commit that was just made is kept back
	kept chan struct{}
	goes chan struct{}
	once sync.Once
}

func (s *slow) serve() {
	for {
		client, err := s.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", s.to)
		if err != nil {
			_ = client.Close()
			continue
		}
		go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
		go func() { _, _ = io.Copy(client, s.answers(server)); _ = client.Close() }()
	}
}

// answers reads from the server, and waits at the answer that is kept back.
func (s *slow) answers(server io.Reader) io.Reader {
	return reader(func(b []byte) (int, error) {
		n, err := server.Read(b)
		if bytes.Contains(b[:n], []byte("COMMIT\x00")) && s.late() {
			s.once.Do(func() {
				close(s.kept)
				<-s.goes
			})
		}
		return n, err
	})
}

type reader func(b []byte) (int, error)

func (r reader) Read(b []byte) (int, error) { return r(b) }

func TestAClaimWhoseCommitIsAnsweredAfterTheWorkerStopsIsNotLost(t *testing.T) {
	now := clock.NewManual(noon)
	address, err := url.Parse(storetest.PostgresURL(t)) // SQLite's writer always learns how a commit ended
	if err != nil {
		t.Fatal(err)
	}
	at := func(folder string) *store.Store {
		query := address.Query()
		query.Set("host", folder)
		there := *address
		there.RawQuery = query.Encode()
		st, err := store.Open(t.Context(), store.Options{URL: there.String(), Clock: now})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		return st
	}
	l := listen(t, status(200))
	folder := address.Query().Get("host")
	w := newWorld(t, now, at(folder), loopback(t, l))
	w.endpoint(l.URL, nil)
	w.emit(1)
	s := &slow{to: filepath.Join(folder, socket), kept: make(chan struct{}), goes: make(chan struct{})}
	s.late = func() bool {
		found, err := w.store.Deliveries(t.Context(), company, webhook.Pending, 0, 1)
		return err == nil && len(found) == 1 && found[0].Lease != ""
	}
	before, err := os.MkdirTemp("", "proofdesk-slow-") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(before) })
	if s.Listener, err = net.Listen("unix", filepath.Join(before, socket)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	go s.serve()
	w.worker.Store = at(before)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.worker.Run(ctx) }()
	<-s.kept
	stop()
	select {
	case err = <-ended:
		close(s.goes)
	case <-time.After(100 * time.Millisecond): // it waits for the answer
		close(s.goes)
		err = <-ended
	}
	if err != nil {
		t.Fatal(err)
	}
	if d := w.only(); d.Lease != "" {
		t.Errorf("nobody has it, and it waits for the end of its lease: %+v", d)
	}
}
