package control_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/control"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

// served answers commands on a socket in dir until the test ends.
func served(t *testing.T, dir string, log *slog.Logger) string {
	path, _ := servedAt(t, dir, clock.System{}, log)
	return path
}

// servedAt is served by a clock; stop ends it before the test does.
func servedAt(t *testing.T, dir string, now clock.Clock, log *slog.Logger) (path string, stop func()) {
	t.Helper()
	st, master := storetest.SQLite(t, now), vault.Ephemeral()
	keys := &keyring.Keys{Store: st, Master: master}
	o := admintest.On(st, now, master)
	c := &control.Commands{
		Store:       st,
		Keys:        keys,
		Master:      master,
		Captures:    filepath.Join(dir, "captures"),
		Accounts:    o.Accounts,
		Credentials: o.Credentials,
		Endpoints:   o.Endpoints,
		Companies:   o.Companies,
		Trail:       o.Trail,
	}
	path = control.Socket(dir)
	ctx, cancel := context.WithCancel(context.Background())
	var ended error
	done := make(chan struct{})
	go func() {
		defer close(done)
		ended = c.Serve(ctx, path, log)
	}()
	t.Cleanup(func() {
		cancel()
		if <-done; ended != nil {
			t.Errorf("the socket: %v", ended)
		}
	})
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := ask(t, path, "nothing", nil)
		var f *fault.Error
		if errors.As(err, &f) && f.Code == fault.Invalid {
			return path, cancel
		}
		select {
		case <-tick.C:
		case <-done:
			t.Fatalf("the socket ended: %v", ended)
		}
	}
}

func ask(t *testing.T, path, command string, args any) (json.RawMessage, error) {
	t.Helper()
	body, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return control.Ask(t.Context(), path, control.Request{Command: command, Args: body})
}

var silent = slog.New(slog.DiscardHandler)

// pausing is a clock that, once armed, stops whoever asks it next until it is let go.
type pausing struct {
	clock.System
	armed       atomic.Bool
	asked, goes chan struct{}
}

func (p *pausing) Now() time.Time {
	if p.armed.CompareAndSwap(true, false) {
		close(p.asked)
		<-p.goes
	}
	return p.System.Now()
}

func TestACommandThatRunsWhileTheServerStopsIsAnswered(t *testing.T) {
	now := &pausing{asked: make(chan struct{}), goes: make(chan struct{})}
	path, stop := servedAt(t, t.TempDir(), now, silent)
	now.armed.Store(true)
	answered := make(chan error, 1)
	go func() {
		_, err := ask(t, path, "company.create", control.Args{Company: "acme", Name: "Acme"})
		answered <- err
	}()
	<-now.asked
	stop()
	for { // until the server has begun to stop
		_, err := ask(t, path, "nothing", nil)
		if fault.Is(err, fault.Unavailable) {
			break
		}
	}
	close(now.goes)
	if err := <-answered; err != nil {
		t.Errorf("it was told %v", err)
	}
	if _, err := ask(t, path, "nothing", nil); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a command that comes too late was told %v", err)
	}
}

func TestOnlyItsOwnerMayOpenTheSocket(t *testing.T) {
	path := served(t, t.TempDir(), silent)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has mode %v (%v), want 0600", info.Mode(), err)
	}
}

func TestAFaultIsSentOverTheSocketWithItsFields(t *testing.T) {
	path := served(t, t.TempDir(), silent)
	_, err := ask(t, path, "company.create", control.Args{Company: "Not A Slug", Name: "Acme"})
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Name != "slug" ||
		f.Fields[0].Rule == "" {
		t.Errorf("got %+v", err)
	}
	if made, err := ask(t, path, "company.create", control.Args{Company: "acme", Name: "Acme"}); err != nil ||
		string(made) != `{"company":"acme"}` {
		t.Errorf("got %s, %v", made, err)
	}
}

func TestTheSocketOfAKilledProcessIsReplaced(t *testing.T) {
	dir := t.TempDir()
	stale, err := net.Listen("unix", control.Socket(dir))
	if err != nil {
		t.Fatal(err)
	}
	stale.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := stale.Close(); err != nil {
		t.Fatal(err)
	}
	served(t, dir, silent)
}

func TestADeepDataFolderHasASocketToo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("a-long-name-of-a-folder/", 6))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	served(t, dir, silent)
}

func TestASocketWithoutAServerIsReported(t *testing.T) {
	path := control.Socket(t.TempDir())
	if _, err := ask(t, path, "audit.verify", control.Args{}); !fault.Is(err, fault.Unavailable) ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func TestAnUnknownCommandIsRefusedAndNeverLogged(t *testing.T) {
	var log bytes.Buffer
	path := served(t, t.TempDir(), slog.New(slog.NewTextHandler(&log, nil)))
	client := http.Client{
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", path)
		}},
	}
	for _, body := range []string{
		"", "{", `[]`, `{"command":"user.create","args":"secret-words"}`,
		`{"command":"user.create","args":{"password":12345}}`, strings.Repeat("x", 2<<20),
	} {
		response, err := client.Post("http://proofdesk/", "application/json", strings.NewReader(body))
		if err != nil {
			t.Errorf("%.40q: %v", body, err)
			continue
		}
		var answer struct{ Result, Code any }
		if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || answer.Code == nil ||
			answer.Result != nil {
			t.Errorf("%.40q: %+v, %v", body, answer, err)
		}
		_ = response.Body.Close()
	}
	if strings.Contains(log.String(), "secret-words") {
		t.Errorf("an argument was logged: %s", log.String())
	}
}
