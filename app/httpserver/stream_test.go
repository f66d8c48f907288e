package httpserver_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/httpserver"
)

// streams adds routes whose answers begin alike. One ends with the server, one well, one fails and one panics.
func streams(app *fiber.App) {
	for path, goOn := range map[string]func(context.Context) error{
		"/api/stream": func(life context.Context) error {
			<-life.Done()
			return nil
		},
		"/api/stream/whole":     func(context.Context) error { return nil },
		"/api/stream/failing":   func(context.Context) error { return errors.New("the rest can't be read") },
		"/api/stream/panicking": func(context.Context) error { panic("at the rest") },
	} {
		app.Get(path, func(c *fiber.Ctx) error {
			life := httpserver.Lifetime(c)
			httpserver.Stream(c, func(out *bufio.Writer) error {
				_, _ = out.WriteString("begun\n")
				if err := out.Flush(); err != nil {
					return err
				}
				return goOn(life)
			})
			return nil
		})
	}
}

func TestAStreamThatFailsIsNotTakenForWhole(t *testing.T) {
	r, base, pool := startTLS(t, nil)
	for name, server := range map[string]struct {
		base   string
		second bool
	}{"plain": {"http://" + r.address, false}, "HTTP/1.1": {base, false}, "HTTP/2": {base, true}} {
		client := &http.Client{
			Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: server.second},
			Timeout:   2 * time.Minute,
		}
		for path, want := range map[string]string{
			"whole": "", "failing": "the rest can't be read", "panicking": "panic in a stream: at the rest",
		} {
			answer, err := client.Get(server.base + "/api/stream/" + path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if string(body) != "begun\n" || (err == nil) != (want == "") {
				t.Errorf("%s, %s: read %q, %v", name, path, body, err)
			}
			if id := answer.Header.Get("X-Request-Id"); want != "" &&
				!strings.Contains(r.log.String(), `"msg":"a stream was broken off","request_id":"`+id+`","error":"`+want) {
				t.Errorf("%s, %s: the log lacks why %s was broken off", name, path, id)
			}
		}
		client.CloseIdleConnections()
	}
}

// limited is a connection that counts its writes, and those for which no limit was set since the one before.
type limited struct {
	net.Conn
	limit             bool
	writes, limitless int
}

// SetWriteDeadline implements net.Conn.
func (l *limited) SetWriteDeadline(t time.Time) error {
	l.limit = true
	return l.Conn.SetWriteDeadline(t)
}

// Write implements net.Conn.
func (l *limited) Write(p []byte) (int, error) {
	l.writes++
	if !l.limit {
		l.limitless++
	}
	l.limit = false
	return l.Conn.Write(p)
}

// RemoteAddr implements net.Conn.
func (l *limited) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// A stream may be silent for longer than one piece may take, also before its end.
func TestEachPieceOfAStreamHasItsOwnTime(t *testing.T) {
	r := start(t, httpserver.Options{})
	conns := make(handed)
	served := make(chan error, 1)
	go func() { served <- r.Serve(conns) }()
	client, server := net.Pipe()
	conn := &limited{Conn: server}
	conns <- conn
	go func() { _, _ = io.WriteString(client, "GET /api/stream/whole HTTP/1.1\r\n"+host+"\r\n") }()
	answer, err := http.ReadResponse(bufio.NewReader(client), nil)
	if err != nil {
		t.Fatal(err)
	}
	if body := text(answer); body != "begun\n" {
		t.Errorf("read %q", body)
	}
	_ = client.Close()
	if err := r.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if conn.writes < 2 || conn.limitless > 0 {
		t.Errorf("%d of %d writes had no limit of their own", conn.limitless, conn.writes)
	}
}

func TestWhoTakesNothingOfAStreamIsLeft(t *testing.T) {
	r := start(t, httpserver.Options{WriteTimeout: 50 * time.Millisecond})
	conns := make(handed)
	served := make(chan error, 1)
	go func() { served <- r.Serve(conns) }()
	client, server := net.Pipe()
	defer func() { _ = client.Close() }()
	conns <- &limited{Conn: server}
	if _, err := io.WriteString(client, "GET /api/stream HTTP/1.1\r\n"+host+"\r\n"); err != nil {
		t.Fatal(err)
	}
	_ = client.SetWriteDeadline(time.Now().Add(2 * time.Minute))
	if _, err := io.WriteString(client, "x"); !errors.Is(err, io.ErrClosedPipe) { // the server reads no more
		t.Fatalf("the connection is still open: %v", err)
	}
	if err := r.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
}
