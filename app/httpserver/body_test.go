package httpserver_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"proofdesk/app/httpserver"
)

func TestACallWithoutTheBasePathNamesTheRightPath(t *testing.T) {
	r := start(t, httpserver.Options{Base: "/api/upload"})
	large := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", 70_000, strings.Repeat("x", 70_000))
	for _, path := range []string{"/read", "/api/read"} {
		for _, body := range []string{large, "Content-Length: 1\r\n\r\nx"} {
			answers := r.send(t, "PUT "+path+" HTTP/1.1\r\n"+host+body)
			if len(answers) == 0 || answers[0].StatusCode != 404 ||
				!strings.Contains(text(answers[0]),
					"the calls are under /api/upload, and this one is /api/upload/read") {
				t.Errorf("%s: %v", path, first(answers))
			}
		}
	}
	if answers := r.send(t, "PUT /elsewhere HTTP/1.1\r\n"+host+large); answers[0].StatusCode != 404 ||
		strings.Contains(text(answers[0]), "the calls are under") {
		t.Errorf("elsewhere: %v", first(answers))
	}
}

func TestABodyThatIsFramedWronglyEndsTheConnection(t *testing.T) {
	r := start(t, httpserver.Options{})
	wrong := "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nzz\r\n0\r\n\r\n"
	for line, status := range map[string]int{
		"POST /api/echo":         400,
		"PUT /api/upload/read":   400,
		"PUT /api/upload/unread": 200,
		"POST /api/nowhere":      400,
	} {
		answers := r.send(t, line+" HTTP/1.1\r\n"+host+wrong+"GET /api/page/smuggled HTTP/1.1\r\n"+host+"\r\n")
		if len(answers) != 1 || answers[0].StatusCode != status {
			t.Errorf("%s: %d answers, the first %v; want one %d", line, len(answers), first(answers), status)
		}
	}
}

func TestWhatFollowsABodyThatIsTooLongToDrainIsNoRequest(t *testing.T) {
	r := start(t, httpserver.Options{})
	long := strings.Repeat("x", 32<<20+1) + "GET /api/page/smuggled HTTP/1.1\r\n" + host + "\r\n"
	for _, answer := range r.send(t, fmt.Sprintf("PUT /api/upload/unread HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s",
		host, len(long), long)) {
		if text(answer) == "smuggled" {
			t.Error("a body became a request")
		}
	}
}

// stalled is a connection on which nothing comes after the first read. Until is when it was told to stop waiting, and
// ends has that of each read.
type stalled struct {
	net.Conn
	begun bool
	until time.Time
	ends  []time.Time
}

// SetReadDeadline implements net.Conn.
func (s *stalled) SetReadDeadline(t time.Time) error {
	s.until = t
	return nil
}

// Read implements net.Conn.
func (s *stalled) Read(p []byte) (int, error) {
	if !s.begun {
		s.begun = true
		return s.Conn.Read(p)
	}
	s.ends = append(s.ends, s.until)
	return 0, os.ErrDeadlineExceeded
}

// RemoteAddr implements net.Conn.
func (s *stalled) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// handed is a listener of the connections of a channel.
type handed chan net.Conn

// Accept implements net.Listener.
func (h handed) Accept() (net.Conn, error) {
	if conn, ok := <-h; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

// Close implements net.Listener.
func (h handed) Close() error {
	close(h)
	return nil
}

// Addr implements net.Listener.
func (h handed) Addr() net.Addr { return &net.TCPAddr{} }

func TestABodyOfWhichMuchHasComeIsWaitedForLonger(t *testing.T) {
	o := httpserver.Options{ReadTimeout: time.Hour, ChunkTimeout: time.Hour, UploadTimeout: time.Hour}
	much := "3a98\r\n" + strings.Repeat("x", 14<<10)
	if waits := waitsFor(t, o, "PUT /api/upload/read", much, 408); waits[0] < 44*time.Second {
		t.Errorf("after 14 kB: waited for %v", waits)
	}
}

func TestNoBodyIsWaitedForLongerThanItsTime(t *testing.T) {
	for name, c := range map[string]struct {
		line          string
		chunk, upload time.Duration
		status        int
	}{
		"the next chunk":    {"PUT /api/upload/read", time.Second, time.Hour, http.StatusRequestTimeout},
		"the whole upload":  {"PUT /api/upload/read", time.Hour, time.Second, http.StatusRequestTimeout},
		"what comes slowly": {"PUT /api/upload/read", time.Hour, time.Hour, http.StatusRequestTimeout},
		"what is discarded": {"PUT /api/upload/unread", time.Hour, time.Hour, http.StatusOK},
		"what is too much":  {"POST /api/small", time.Hour, time.Hour, http.StatusRequestEntityTooLarge},
	} {
		for _, wait := range waitsFor(t,
			httpserver.Options{ReadTimeout: time.Hour, ChunkTimeout: c.chunk, UploadTimeout: c.upload},
			c.line, "10\r\nabcdefghijk", c.status) {
			if wait > 10*time.Minute {
				t.Errorf("%s: waited for %v", name, wait)
			}
		}
	}
}

// waitsFor sends the beginning of a body in chunks, and returns how long after that the server stopped waiting for more
// before it gave the answer with a status.
func waitsFor(t *testing.T, o httpserver.Options, line, body string, status int) []time.Duration {
	t.Helper()
	r := start(t, o)
	conns := make(handed)
	served := make(chan error, 1)
	go func() { served <- r.Serve(conns) }()
	client, server := net.Pipe()
	slow := &stalled{Conn: server}
	sent := time.Now()
	conns <- slow
	go func() {
		_, _ = io.WriteString(client, line+" HTTP/1.1\r\n"+host+"Transfer-Encoding: chunked\r\n\r\n"+body)
	}()
	answer, err := http.ReadResponse(bufio.NewReader(client), nil)
	if err != nil || answer.StatusCode != status || !answer.Close {
		t.Fatalf("%s: %v, %v; want %d and the end of the connection", line, answer, err, status)
	}
	_ = client.Close()
	if err := r.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	var waits []time.Duration
	for _, end := range slow.ends {
		waits = append(waits, end.Sub(sent))
	}
	return waits
}
