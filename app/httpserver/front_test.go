package httpserver_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

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
	for proto, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2.0": true} {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: http2}
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
