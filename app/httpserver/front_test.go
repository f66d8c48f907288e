package httpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"proofdesk/app/httpserver"
)

// certificate makes a self-signed one for 127.0.0.1 and the pool that trusts it.
func certificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func startTLS(t *testing.T, trusted []netip.Prefix) (*running, string, *x509.CertPool) {
	t.Helper()
	r := start(t, httpserver.Options{TrustedProxies: trusted})
	cert, pool := certificate(t)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = r.ServeTLS(ln, &tls.Config{Certificates: []tls.Certificate{cert}}) }()
	return r, "https://" + ln.Addr().String(), pool
}

func TestHTTPSServesBothVersionsWithTheSameRoutes(t *testing.T) {
	_, base, pool := startTLS(t, nil)
	for proto, second := range map[string]bool{"HTTP/1.1": false, "HTTP/2.0": true} {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: second}
		client := &http.Client{Transport: transport, Timeout: 2 * time.Minute}
		answer, err := client.Post(base+"/api/echo", "text/plain", strings.NewReader("hello"))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.Proto != proto || string(body) != `POST 127.0.0.1 "hello"` ||
			len(answer.Header.Get("X-Request-Id")) != 26 {
			t.Errorf("%s: %s %q", proto, answer.Proto, body)
		}
		transport.CloseIdleConnections()
	}
}

func TestHTTPSHasTheSameGuards(t *testing.T) {
	_, base, pool := startTLS(t, nil)
	client := &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true},
		Timeout:   2 * time.Minute,
	}
	defer client.CloseIdleConnections()
	send := func(method, path, body string, headers map[string][]string) (*http.Response, string) {
		t.Helper()
		request, _ := http.NewRequest(method, base+path, strings.NewReader(body))
		for name, values := range headers {
			request.Header[name] = values
		}
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		b, _ := io.ReadAll(answer.Body)
		return answer, string(b)
	}
	if answer, body := send("POST", "/api/echo", "x",
		map[string][]string{"X-Forwarded-For": {"1.2.3.4"}}); !strings.Contains(body, "127.0.0.1") {
		t.Errorf("a forged address was believed: %d %s", answer.StatusCode, body)
	}
	if answer, _ := send("POST", "/api/echo", "x",
		map[string][]string{"Authorization": {"a", "b"}}); answer.StatusCode != 400 {
		t.Errorf("two authorizations: %d", answer.StatusCode)
	}
	if answer, _ := send("POST", "/api/echo", "x",
		map[string][]string{"Content-Encoding": {"gzip"}}); answer.StatusCode != 415 {
		t.Errorf("an encoded body: %d", answer.StatusCode)
	}
	if answer, _ := send("POST", "/api/small", "01234567890", nil); answer.StatusCode != 413 {
		t.Errorf("a body beyond its limit: %d", answer.StatusCode)
	}
	if answer, body := send("PUT", "/api/upload/read", strings.Repeat("x", 90_000), nil); body != "90000" {
		t.Errorf("an upload: %d %s", answer.StatusCode, body)
	}
}

// ask sends a GET of a path over HTTP/2 on a connection of its own, with header fields that a client of the standard
// library would not leave out, and returns the status and the body.
func ask(t *testing.T, base string, pool *x509.CertPool, path string, fields ...hpack.HeaderField) (string, string) {
	t.Helper()
	config := &tls.Config{RootCAs: pool, NextProtos: []string{http2.NextProtoTLS}}
	conn, err := tls.Dial("tcp", strings.TrimPrefix(base, "https://"), config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
	var head bytes.Buffer
	encoder := hpack.NewEncoder(&head)
	for _, f := range append([]hpack.HeaderField{
		{Name: ":method", Value: "GET"}, {Name: ":scheme", Value: "https"}, {Name: ":path", Value: path},
	}, fields...) {
		if err := encoder.WriteField(f); err != nil {
			t.Fatal(err)
		}
	}
	framer := http2.NewFramer(conn, conn)
	framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	_, err = io.WriteString(conn, http2.ClientPreface)
	request := http2.HeadersFrameParam{
		StreamID:      1,
		BlockFragment: head.Bytes(),
		EndStream:     true,
		EndHeaders:    true,
	}
	if err := errors.Join(err, framer.WriteSettings(), framer.WriteHeaders(request)); err != nil {
		t.Fatal(err)
	}
	var status, body string
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			t.Fatal(err)
		}
		switch frame := frame.(type) {
		case *http2.MetaHeadersFrame:
			status = frame.PseudoValue("status")
		case *http2.DataFrame:
			if body += string(frame.Data()); frame.StreamEnded() {
				return status, body
			}
		case *http2.RSTStreamFrame, *http2.GoAwayFrame:
			t.Fatalf("no answer: %v", frame)
		}
	}
}

func TestTheTLSFrontRefusesARequestWithoutAHost(t *testing.T) {
	_, base, pool := startTLS(t, nil)
	status, body := ask(t, base, pool, "/api/echo", hpack.HeaderField{Name: ":authority", Value: "proof.example"})
	if status != "200" {
		t.Errorf("with a host: %s %s", status, body)
	}
	if status, body := ask(t, base, pool, "/api/echo"); status != "400" || !strings.Contains(body, `"field":"host"`) {
		t.Errorf("without a host: %s %s", status, body)
	}
	conn, err := tls.Dial("tcp", strings.TrimPrefix(base, "https://"), &tls.Config{RootCAs: pool})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
	_, _ = io.WriteString(conn, "GET /api/echo HTTP/1.1\r\n\r\n")
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		t.Errorf("over HTTP/1.1: %s", answer.Status)
	}
}

func TestTheTLSFrontRefusesOldTLS(t *testing.T) {
	_, base, pool := startTLS(t, nil)
	config := &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	if conn, err := tls.Dial("tcp", strings.TrimPrefix(base, "https://"), config); err == nil {
		_ = conn.Close()
		t.Fatal("TLS 1.1 was spoken")
	}
}

func TestShuttingDownEndsStreamsThroughTheTLSFront(t *testing.T) {
	r, base, pool := startTLS(t, nil)
	client := &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true},
	}
	answer, err := client.Get(base + "/api/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	begun := make([]byte, 6)
	if _, err := io.ReadFull(answer.Body, begun); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := r.Shutdown(ctx); err != nil {
		t.Fatalf("shutdown: %v", err)
	}
}
