package httpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/catalogue"
	"proofdesk/app/fault"
	"proofdesk/app/httpserver"
)

// lines keeps what was logged.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

type running struct {
	*httpserver.Server
	address string
	log     *lines
	served  chan error
}

// start runs a server with routes that show what they got.
func start(t *testing.T, o httpserver.Options) *running {
	t.Helper()
	log := &lines{}
	o.Log = slog.New(slog.NewJSONHandler(log, nil))
	o.Bodies = []httpserver.BodyRule{
		{Method: "PUT", Pattern: "/api/upload/*", Limit: 100_000, Stream: true},
		{Method: "POST", Pattern: "/api/small", Limit: 10},
	}
	s := httpserver.New(o)
	s.App.All("/api/echo", func(c *fiber.Ctx) error {
		return c.SendString(fmt.Sprintf("%s %s %q", c.Method(), s.Address(c), c.Body()))
	})
	s.App.Post("/api/small", func(c *fiber.Ctx) error { return c.Send(c.Body()) })
	s.App.Put("/api/upload/read", func(c *fiber.Ctx) error {
		n, err := io.Copy(io.Discard, httpserver.Upload(c))
		if err != nil {
			return err
		}
		return c.SendString(fmt.Sprint(n))
	})
	s.App.Put("/api/upload/of/*", func(c *fiber.Ctx) error { return c.SendString(c.Params("*")) })
	s.App.Put("/api/upload/named-:name", func(c *fiber.Ctx) error { return c.SendString(c.Params("name")) })
	s.App.Post("/api/small/more", func(c *fiber.Ctx) error {
		n, err := io.Copy(io.Discard, httpserver.Upload(c))
		if err != nil || n == 0 {
			return fmt.Errorf("%d bytes: %w", n, err)
		}
		return nil
	})
	s.App.Put("/api/upload/unread", func(c *fiber.Ctx) error { return c.SendString("not read") })
	s.App.Get("/api/panic", func(*fiber.Ctx) error { panic("the secret of the house") })
	s.App.Get("/api/fault", func(*fiber.Ctx) error {
		return fault.Wrap(errors.New("SELECT secret"), fault.Internal, "private words")
	})
	s.App.Get("/api/busy", func(*fiber.Ctx) error {
		return &fault.Error{Code: fault.Unavailable, Message: "busy", RetryAfter: 1500 * time.Millisecond}
	})
	s.App.Get("/api/page/:id", func(c *fiber.Ctx) error { return c.SendString(c.Params("id")) })
	s.App.Get("/page", func(*fiber.Ctx) error { return fault.New(fault.NotFound, "no such page") })
	streams(s.App)
	s.App.Get("/api/download", func(c *fiber.Ctx) error {
		httpserver.Send(c, io.NopCloser(panics{}), 100)
		return nil
	})
	s.App.Get("/api/deadline", func(c *fiber.Ctx) error {
		<-c.UserContext().Done()
		return fault.Wrap(c.UserContext().Err(), fault.Unavailable, "it took too long")
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &running{Server: s, address: ln.Addr().String(), log: log, served: make(chan error, 1)}
	go func() { r.served <- s.Serve(ln) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		_ = s.Shutdown(ctx)
	})
	return r
}

type panics struct{}

func (panics) Read([]byte) (int, error) { panic("in a stream") }

// send writes raw bytes to a new connection and returns every answer until the server closes it; half tells to stop
// sending.
func (r *running) send(t *testing.T, raw string) []*http.Response {
	t.Helper()
	conn, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
	go func() {
		_, _ = io.WriteString(conn, raw)
		_ = conn.(*net.TCPConn).CloseWrite()
	}()
	var answers []*http.Response
	reader := bufio.NewReader(conn)
	for {
		answer, err := http.ReadResponse(reader, nil)
		if err != nil {
			return answers
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body = io.NopCloser(bytes.NewReader(body))
		answers = append(answers, answer)
	}
}

func text(r *http.Response) string {
	b, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(b))
	return string(b)
}

const host = "Host: proof.example\r\n"

func TestRequestsThatCanBeReadInTwoWaysAreRefusedAndEndTheConnection(t *testing.T) {
	r := start(t, httpserver.Options{})
	cases := map[string]struct {
		head  string
		field string
	}{
		"content-length with transfer-encoding": {
			"POST /api/echo HTTP/1.1\r\n" + host + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
			"content-length",
		},
		"two transfer-encodings": {
			"POST /api/echo HTTP/1.1\r\n" + host +
				"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
			"",
		},
		"another transfer-encoding": {
			"POST /api/echo HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "",
		},
		"an identity transfer-encoding": {
			"POST /api/echo HTTP/1.1\r\n" + host + "Transfer-Encoding: identity\r\n\r\n", "transfer-encoding",
		},
		"two content-lengths": {
			"POST /api/echo HTTP/1.1\r\n" + host + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde", "",
		},
		"two equal content-lengths": {
			"POST /api/echo HTTP/1.1\r\n" + host + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd", "",
		},
		"two hosts": {"GET /api/echo HTTP/1.1\r\n" + host + host + "\r\n", ""},
		"no host":   {"GET /api/echo HTTP/1.1\r\n\r\n", ""},
		"two authorizations": {
			"GET /api/echo HTTP/1.1\r\n" + host + "Authorization: a\r\nauthorization: b\r\n\r\n", "authorization",
		},
		"two key ids": {
			"GET /api/echo HTTP/1.1\r\n" + host + "X-Api-Key-Id: a\r\nx-api-key-id: b\r\n\r\n", "x-api-key-id",
		},
		"two key secrets": {
			"GET /api/echo HTTP/1.1\r\n" + host + "X-Api-Key-Secret: a\r\nX-Api-Key-Secret: a\r\n\r\n",
			"x-api-key-secret",
		},
		"two content-types": {
			"POST /api/echo HTTP/1.1\r\n" + host +
				"Content-Type: a/b\r\nContent-Type: a/c\r\nContent-Length: 0\r\n\r\n",
			"content-type",
		},
		"a body of a GET": {
			"GET /api/echo HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nGET /", "content-length",
		},
		"a chunked GET": {
			"GET /api/echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "content-length",
		},
		"a folded line":                {"GET /api/echo HTTP/1.1\r\n" + host + "X-A: b\r\n c\r\n\r\n", ""},
		"a space before the colon":     {"POST /api/echo HTTP/1.1\r\n" + host + "Content-Length : 0\r\n\r\n", ""},
		"a bare line feed":             {"GET /api/echo HTTP/1.1\r\n" + host + "X-A: b\nX-B: c\r\n\r\n", ""},
		"a zero byte in a value":       {"GET /api/echo HTTP/1.1\r\n" + host + "X-A: b\x00c\r\n\r\n", ""},
		"a carriage return in a value": {"GET /api/echo HTTP/1.1\r\n" + host + "X-A: b\rc\r\n\r\n", ""},
		"a DEL in a value":             {"GET /api/echo HTTP/1.1\r\n" + host + "X-A: b\x7fc\r\n\r\n", ""},
		"a content-length with a sign": {"POST /api/echo HTTP/1.1\r\n" + host + "Content-Length: +4\r\n\r\nabcd", ""},
		"a chunk size that is none": {
			"POST /api/echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", "",
		},
		"chunks of a request of HTTP/1.0": {
			"POST /api/echo HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "",
		},
		"no request at all": {"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", ""},
	}
	for _, name := range []string{"private-token", "idempotency-key", "range", "if-none-match", "origin"} {
		c := cases["two authorizations"]
		c.head, c.field = "GET /api/echo HTTP/1.1\r\n"+host+name+": a\r\n"+name+": b\r\n\r\n", name
		cases["two of "+name] = c
	}
	for name, c := range cases {
		answers := r.send(t, c.head+"GET /api/page/smuggled HTTP/1.1\r\n"+host+"\r\n")
		if len(answers) != 1 || answers[0].StatusCode != http.StatusBadRequest {
			t.Errorf("%s: got %d answers, the first %v; want one 400", name, len(answers), first(answers))
			continue
		}
		if c.field != "" && !strings.Contains(text(answers[0]), `"field":"`+c.field+`"`) {
			t.Errorf("%s: the answer does not name %s: %s", name, c.field, text(answers[0]))
		}
		checkProblem(t, name, answers[0])
	}
}

func first(answers []*http.Response) any {
	if len(answers) == 0 {
		return nil
	}
	return answers[0].Status + " " + text(answers[0])
}

func checkProblem(t *testing.T, name string, answer *http.Response) {
	t.Helper()
	var p httpserver.Problem
	if err := json.Unmarshal([]byte(text(answer)), &p); err != nil || p.Status != answer.StatusCode || p.Title == "" ||
		p.Detail == "" {
		t.Errorf("%s: no problem details: %v %s", name, err, text(answer))
	}
	if answer.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%s: content type %q", name, answer.Header.Get("Content-Type"))
	}
	id := answer.Header.Get("X-Request-Id")
	if len(id) != 26 || p.Instance != "urn:proofdesk:request:"+id {
		t.Errorf("%s: instance %q of request %q", name, p.Instance, id)
	}
}

func TestAnEncodedBodyIsRefusedUnread(t *testing.T) {
	r := start(t, httpserver.Options{})
	for _, coding := range []string{"gzip", "br", "zstd", "deflate", "identity", "gzip, gzip"} {
		answers := r.send(t,
			"POST /api/echo HTTP/1.1\r\n"+host+"Content-Encoding: "+coding+"\r\nContent-Length: 4\r\n\r\nabcd")
		if len(answers) != 1 || answers[0].StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("%s: got %v, want 415", coding, first(answers))
		}
	}
}

func TestAnUnreadBodyIsNeverTheNextRequest(t *testing.T) {
	r := start(t, httpserver.Options{})
	smuggled := "GET /api/page/smuggled HTTP/1.1\r\n" + host + "\r\n"
	next := "GET /api/page/next HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"
	long := strings.Repeat("x", 90_000)
	bodies := map[string]string{
		"of known length":      fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(smuggled), smuggled),
		"long of known length": fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(long)+len(smuggled), long+smuggled),
		"in chunks": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n",
			len(smuggled), smuggled),
	}
	for name, body := range bodies {
		answers := r.send(t, "PUT /api/upload/unread HTTP/1.1\r\n"+host+body+next)
		if len(answers) != 2 || text(answers[0]) != "not read" || text(answers[1]) != "next" {
			t.Errorf("%s: got %d answers, want the route's and the next request's: %v",
				name, len(answers), first(answers))
		}
		answers = r.send(t, "POST /api/nowhere HTTP/1.1\r\n"+host+strings.Replace(body, "PUT", "POST", 1)+next)
		for _, a := range answers[min(1, len(answers)):] {
			if text(a) == "smuggled" {
				t.Errorf("%s: a body became a request", name)
			}
		}
	}
}

func TestBodiesEndAtTheirRoutesLimit(t *testing.T) {
	r := start(t, httpserver.Options{})
	chunked := func(n int) string {
		return fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", n, strings.Repeat("x", n))
	}
	sized := func(n int) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", n, strings.Repeat("x", n)) }
	cases := []struct {
		line, body string
		status     int
	}{
		{"POST /api/small", sized(10), 200},
		{"POST /api/small", chunked(10), 200},
		{"POST /api/small", sized(11), 413},
		{"POST /api/small", chunked(11), 413},
		{"POST /api/small/", sized(11), 413},
		{"POST /api/echo", sized(64 << 10), 200},
		{"POST /api/echo", sized(64<<10 + 1), 413},
		{"POST /api/echo", chunked(64<<10 + 1), 413},
		{"PUT /api/upload/read", sized(100_000), 200},
		{"PUT /api/upload/read", chunked(100_000), 200},
		{"PUT /api/upload/read", sized(100_001), 413},
		{"PUT /api/upload/read", chunked(100_001), 413},
		{"POST /api/nowhere", sized(64<<10 + 1), 404},
		{"POST /api/nowhere", chunked(64<<10 + 1), 404},
		{"PUT /api/nowhere", sized(300_000), 404},
		{"POST /api/page/7", sized(64<<10 + 1), 413},
		{"PUT /api/upload/read", "Content-Length: 300000000\r\n\r\n" + strings.Repeat("x", 9000), 413},
		{"PUT /api/upload/read", "Content-Length: 300000\r\n\r\n" + strings.Repeat("x", 9000), 413},
		{"POST /api/upload/read", sized(64<<10 + 1), 413},   // the limit of another method
		{"POST /api/small/more", sized(11), 200},            // of a path that only begins so
		{"PUT /api/upload/named-a%2Fb", sized(70_000), 200}, // one segment
		{"PUT /api/upload/of/a/b", sized(64<<10 + 1), 413},
		{"PUT /api/upload/offer/a", sized(64<<10 + 1), 404},
		{"POST /api/page/7/x", sized(64<<10 + 1), 404},
	}
	for _, c := range cases {
		answers := r.send(t, c.line+" HTTP/1.1\r\n"+host+c.body)
		if len(answers) == 0 || answers[0].StatusCode != c.status {
			t.Errorf("%s with %.40q: got %v, want %d", c.line, c.body, first(answers), c.status)
		}
	}
	if answers := r.send(t, "POST /api/small HTTP/1.1\r\n"+host+sized(11)); !strings.Contains(text(answers[0]),
		"the body is larger than 10 bytes") {
		t.Errorf("the answer does not tell the limit: %v", first(answers))
	}
}

func TestABodyThatIsCutShortIsA400(t *testing.T) {
	r := start(t, httpserver.Options{})
	for _, raw := range []string{
		"POST /api/small HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
		"PUT /api/upload/read HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nffff\r\nab",
	} {
		if answers := r.send(t, raw); len(answers) != 1 || answers[0].StatusCode != 400 {
			t.Errorf("%.30q: got %v, want 400", raw, first(answers))
		}
	}
}

func TestASlowUploadIsDroppedByTheChunk(t *testing.T) {
	r := start(t, httpserver.Options{ChunkTimeout: 50 * time.Millisecond})
	conn, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, "PUT /api/upload/read HTTP/1.1\r\n"+host+"Transfer-Encoding: chunked\r\n\r\n10\r\nab")
	_ = conn.SetReadDeadline(time.Now().Add(2 * time.Minute))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || answer.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("got %v, %v; want 408", answer, err)
	}
}

func TestHeadersAreBounded(t *testing.T) {
	r := start(t, httpserver.Options{})
	answers := r.send(t, "GET /api/echo HTTP/1.1\r\n"+host+"X-Long: "+strings.Repeat("x", 20_000)+"\r\n\r\n")
	if len(answers) != 1 || answers[0].StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Fatalf("got %v, want 431", first(answers))
	}
	checkProblem(t, "long header", answers[0])
}

func TestErrorsRevealNoInternals(t *testing.T) {
	r := start(t, httpserver.Options{})
	cases := map[string]int{"/api/panic": 500, "/api/fault": 500, "/api/nowhere?<script>": 404, "/api/busy": 503}
	for path, status := range cases {
		answers := r.send(t, "GET "+path+" HTTP/1.1\r\n"+host+"\r\n")
		if len(answers) != 1 || answers[0].StatusCode != status {
			t.Errorf("%s: got %v, want %d", path, first(answers), status)
			continue
		}
		checkProblem(t, path, answers[0])
		for _, secret := range []string{"secret", "SELECT", "private", "goroutine", "script", "nowhere"} {
			if strings.Contains(text(answers[0]), secret) {
				t.Errorf("%s: the answer tells %q", path, secret)
			}
		}
	}
	if got := r.send(t, "GET /api/busy HTTP/1.1\r\n"+host+"\r\n")[0].Header.Get("Retry-After"); got != "2" {
		t.Errorf("retry-after %q, want whole seconds rounded up", got)
	}
	answers := r.send(t, "DELETE /api/small HTTP/1.1\r\n"+host+"\r\n")
	if answers[0].StatusCode != 405 || answers[0].Header.Get("Allow") != "POST" {
		t.Errorf("another method: %v, allow %q", first(answers), answers[0].Header.Get("Allow"))
	}
	if answers := r.send(t, "BREW /api/small HTTP/1.1\r\n"+host+"\r\n"); answers[0].StatusCode != 405 ||
		answers[0].Header.Get("Allow") == "" {
		t.Errorf("a method that is not known: %v", first(answers))
	}
}

func TestAPanicInAStreamEndsOnlyItsConnection(t *testing.T) {
	r := start(t, httpserver.Options{})
	r.send(t, "GET /api/download HTTP/1.1\r\n"+host+"\r\n")
	if answers := r.send(t, "GET /api/page/alive HTTP/1.1\r\n"+host+"\r\n"); len(answers) != 1 ||
		text(answers[0]) != "alive" {
		t.Fatalf("got %v", first(answers))
	}
}

func TestForwardedAddressesAreBelievedFromTrustedProxiesOnly(t *testing.T) {
	loopback := netip.MustParsePrefix("127.0.0.0/8")
	inner := netip.MustParsePrefix("10.0.0.0/8")
	cases := []struct {
		trusted []netip.Prefix
		header  string
		want    string
	}{
		{nil, "", "127.0.0.1"},
		{nil, "X-Forwarded-For: 1.2.3.4\r\n", "127.0.0.1"},
		{[]netip.Prefix{loopback}, "X-Forwarded-For: 1.2.3.4\r\n", "1.2.3.4"},
		{[]netip.Prefix{loopback}, "X-Forwarded-For: 9.9.9.9, 1.2.3.4\r\n", "1.2.3.4"},
		{[]netip.Prefix{loopback, inner}, "X-Forwarded-For: 9.9.9.9, 1.2.3.4, 10.0.0.7\r\n", "1.2.3.4"},
		{[]netip.Prefix{loopback}, "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-For: 1.2.3.4\r\n", "1.2.3.4"},
		{[]netip.Prefix{loopback}, "X-Forwarded-For: 1.2.3.4, nonsense\r\n", "127.0.0.1"},
		{[]netip.Prefix{loopback}, "X-Real-Ip: 1.2.3.4\r\nForwarded: for=1.2.3.4\r\n", "127.0.0.1"},
	}
	for _, c := range cases {
		r := start(t, httpserver.Options{TrustedProxies: c.trusted})
		answers := r.send(t, "GET /api/echo HTTP/1.1\r\n"+host+c.header+"\r\n")
		if got := text(answers[0]); !strings.Contains(got, "GET "+c.want+" ") {
			t.Errorf("%q from %v: %s, want %s", c.header, c.trusted, got, c.want)
		}
	}
}

func TestParametersOutliveTheirRequest(t *testing.T) {
	s := httpserver.New(httpserver.Options{})
	var mu sync.Mutex
	var kept []string
	s.App.Get("/api/keep/:id", func(c *fiber.Ctx) error {
		mu.Lock()
		defer mu.Unlock()
		kept = append(kept, c.Params("id"))
		return nil
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(ln) }()
	defer func() { _ = s.Shutdown(context.Background()) }()
	client := &http.Client{}
	defer client.CloseIdleConnections()
	for i := range 50 {
		answer, err := client.Get(fmt.Sprintf("http://%s/api/keep/%04d", ln.Addr(), i))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}
	for i, id := range kept {
		if want := fmt.Sprintf("%04d", i); id != want {
			t.Fatalf("parameter %d became %q", i, id)
		}
	}
}

func TestEveryAnswerHasItsIdHeadersAndOneLogLine(t *testing.T) {
	r := start(t, httpserver.Options{HSTS: true})
	answers := r.send(t, "GET /api/page/secret-path?name=Ada HTTP/1.1\r\n"+host+"X-Request-Id: mine\r\n\r\n")
	h := answers[0].Header
	id := h.Get("X-Request-Id")
	if len(id) != 26 {
		t.Errorf("request id %q is no ULID of ours", id)
	}
	for _, name := range []string{
		"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Strict-Transport-Security",
		"Cache-Control", "X-Frame-Options",
	} {
		if h.Get(name) == "" {
			t.Errorf("no %s", name)
		}
	}
	if h.Get("Server") != "" {
		t.Errorf("the server names itself: %s", h.Get("Server"))
	}
	log := r.log.String()
	if strings.Count(log, "\n") != 1 || !strings.Contains(log, id) ||
		!strings.Contains(log, `"route":"/api/page/:id"`) {
		t.Errorf("log: %s", log)
	}
	for _, private := range []string{"secret-path", "Ada", "127.0.0.1", "mine"} {
		if strings.Contains(log, private) {
			t.Errorf("the log tells %q: %s", private, log)
		}
	}
}

func TestPagesRenderTheirOwnErrorsAndTheAPINever(t *testing.T) {
	r := start(t, httpserver.Options{Page: func(c *fiber.Ctx, p httpserver.Problem) bool {
		c.Type("html")
		_ = c.SendString("<h1>" + p.Title + "</h1>")
		return true
	}})
	for _, path := range []string{"/page", "/nowhere"} {
		answers := r.send(t, "GET "+path+" HTTP/1.1\r\n"+host+"\r\n")
		if answers[0].StatusCode != 404 || text(answers[0]) != "<h1>Not Found</h1>" {
			t.Errorf("%s: %v", path, first(answers))
		}
	}
	for _, path := range []string{"/api/nowhere", "/auth/nowhere"} {
		checkProblem(t, path, r.send(t, "GET "+path+" HTTP/1.1\r\n"+host+"\r\n")[0])
	}
}

func TestARouteHasATimeLimit(t *testing.T) {
	r := start(t, httpserver.Options{RequestTimeout: 20 * time.Millisecond})
	if answers := r.send(t, "GET /api/deadline HTTP/1.1\r\n"+host+"\r\n"); answers[0].StatusCode != 503 {
		t.Fatalf("got %v", first(answers))
	}
}

func TestShuttingDownEndsOpenStreams(t *testing.T) {
	r := start(t, httpserver.Options{})
	conn, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, "GET /api/stream HTTP/1.1\r\n"+host+"\r\n")
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	begun := make([]byte, 6)
	if _, err := io.ReadFull(answer.Body, begun); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := r.Shutdown(ctx); err != nil {
		t.Fatalf("shutdown: %v", err)
	}
	if err := <-r.served; err != nil {
		t.Fatalf("serve: %v", err)
	}
}

func TestEveryKindOfProblemIsInTheCatalogueAndItsTypeOpensTheDocumentation(t *testing.T) {
	codes := httpserver.ProblemCodes()
	var declared []string
	for _, p := range catalogue.Problems {
		declared = append(declared, p.Code)
	}
	slices.Sort(declared)
	if !slices.Equal(codes, declared) {
		t.Errorf("answered are %v, in the catalogue are %v", codes, declared)
	}
	o := httpserver.Options{Public: "https://desk.example"}
	answer, err := httpserver.New(o).App.Test(httptest.NewRequest(http.MethodGet, "/api/nothing", nil))
	if err != nil {
		t.Fatal(err)
	}
	if body := text(answer); !strings.Contains(body, `"type":"https://desk.example/docs/errors#not_found"`) {
		t.Error(body)
	}
}
