package dispatch_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/dispatch"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestADeliveryCarriesItsBytesItsHeadersAndSignaturesThatVerify(t *testing.T) {
	onEach(t, status(http.StatusNoContent), func(w *world, l *listener) {
		w.endpoint(l.URL+"/hooks?a=b", map[string]string{"Authorization": "Bearer hidden", "X-Team": "risk"})
		event := w.emit(1)[0]
		w.step()
		requests := l.requests()
		if len(requests) != 1 || !bytes.Equal(requests[0].body, event.Body) {
			w.Fatalf("%d requests, %+v", len(requests), requests)
		}
		h := requests[0].header
		if err := webhook.Verify(h.Get("X-Service-Signature"), map[string]string{kid: secret}, event.Body,
			w.clock.Now()); err != nil {
			w.Error(err)
		}
		if want := webhook.Standard(event.ID, secret, noon.Unix(), event.Body); h.Get("Webhook-Signature") != want ||
			h.Get("Webhook-Id") != event.ID || h.Get("Webhook-Timestamp") != fmt.Sprint(noon.Unix()) {
			w.Errorf("Standard Webhooks: %v", h)
		}
		if h.Get("Authorization") != "Bearer hidden" || h.Get("X-Team") != "risk" ||
			h.Get("Content-Type") != "application/json" || h.Get("Accept-Encoding") != "" ||
			h.Get(webhook.TestHeader) != "" {
			w.Errorf("headers: %v", h)
		}
		d := w.only()
		if d.State != webhook.Delivered || d.Attempts != 1 || d.LastStatus != 204 || d.FinishedAt.IsZero() ||
			d.Lease != "" {
			w.Errorf("%+v", d)
		}
		a := w.attempts(d)
		if len(a) != 1 || a[0].Class != webhook.Success || a[0].KID != kid ||
			!strings.HasPrefix(l.URL, "https://"+a[0].Address) {
			w.Fatalf("%+v", a)
		}
		if kept := a[0].RequestHeaders; strings.Contains(kept, "hidden") || strings.Contains(kept, "risk") ||
			!strings.Contains(kept, "Authorization: ••••••\n") ||
			!strings.Contains(kept, h.Get("X-Service-Signature")) {
			w.Errorf("kept headers: %s", kept)
		}
	})
}

func TestATestEventIsMarked(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	e := w.endpoint(l.URL, nil)
	w.endpoint(l.URL+"/other", nil)
	event := webhook.Event{
		Company:    company,
		ID:         "01JCZTESTTESTTESTTESTTEST0",
		JobID:      "job",
		Type:       webhook.EventTypes()[0],
		OccurredAt: noon,
		Body:       []byte("{}"),
		Test:       true,
	}
	w.write(func(tx *store.Tx) error {
		return errors.Join(storetest.Job(t.Context(), tx, company, event.JobID), tx.EmitTo(t.Context(), event, e))
	})
	w.step()
	if got := l.requests(); len(got) != 1 || got[0].header.Get(webhook.TestHeader) != "true" {
		t.Errorf("%+v", got)
	}
}

func TestTheAnswerDecidesTheStateOfADelivery(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		class  webhook.Class
		state  webhook.State
		status int
	}{
		"200":         {status(200), webhook.Success, webhook.Delivered, 200},
		"202":         {status(202), webhook.Success, webhook.Delivered, 202},
		"500":         {status(500), webhook.ServerError, webhook.Pending, 500},
		"404":         {status(404), webhook.ClientError, webhook.Pending, 404},
		"401":         {status(401), webhook.ClientError, webhook.Pending, 401},
		"429":         {status(429), webhook.Throttled, webhook.Pending, 429},
		"410":         {status(410), webhook.Gone, webhook.Paused, 410},
		"304":         {status(304), webhook.Redirect, webhook.Pending, 304},
		"empty reply": {hijack(""), webhook.ConnectError, webhook.Pending, 0},
		"not HTTP":    {hijack("220 mail.example ESMTP\r\n\r\n"), webhook.ProtocolError, webhook.Pending, 0},
		"half a head": {hijack("HTTP/1.1 200 OK\r\nX-A: b\r\n"), webhook.ConnectError, webhook.Pending, 0},
		"huge header": {
			func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Huge", strings.Repeat("a", 17<<10)) },
			webhook.ProtocolError, webhook.Pending, 0,
		},
		"huge body": {func(w http.ResponseWriter, _ *http.Request) {
			for range 64 {
				_, _ = w.Write(bytes.Repeat([]byte("a"), 64<<10))
			}
		}, webhook.Success, webhook.Delivered, 200},
		"broken body": {
			hijack("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), webhook.Success, webhook.Delivered, 200,
		},
		"body that is no text": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(500)
			_, _ = w.Write([]byte{0xff, 0x00, 'a'})
		}, webhook.ServerError, webhook.Pending, 500},
	} {
		t.Run(name, func(t *testing.T) {
			l := listen(t, c.answer)
			w := onSQLite(t, l)
			w.endpoint(l.URL, nil)
			w.emit(1)
			w.step()
			d := w.only()
			if d.State != c.state || d.Attempts != 1 || d.LastClass != c.class || d.LastStatus != c.status ||
				d.Lease != "" {
				t.Errorf("%+v", d)
			}
			a := w.attempts(d)
			if len(a) != 1 || a[0].Class != c.class || len(a[0].ResponseExcerpt) > 16<<10 {
				t.Errorf("%+v", a)
			}
			if c.state == webhook.Pending && !d.DueAt.After(noon.Add(7*time.Second)) {
				t.Errorf("tried again at %s", d.DueAt)
			}
		})
	}
}

// hijack answers with raw bytes and hangs up.
func hijack(raw string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = c.Write([]byte(raw))
		_ = c.Close()
	}
}

func TestRedirectsAreNeverFollowed(t *testing.T) {
	reached := make(chan struct{}, 10)
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached <- struct{}{} }))
	t.Cleanup(inside.Close)
	for _, to := range []string{"http://169.254.169.254/latest/meta-data", inside.URL, "/again"} {
		for _, code := range []int{301, 302, 303, 307, 308} {
			l := listen(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, code) })
			w := onSQLite(t, l)
			w.endpoint(l.URL, nil)
			w.emit(1)
			w.step()
			if d := w.only(); d.LastClass != webhook.Redirect || len(l.requests()) != 1 {
				t.Errorf("%d to %s: %+v, %d requests", code, to, d, len(l.requests()))
			}
		}
	}
	if len(reached) > 0 {
		t.Error("a redirect was followed")
	}
}

func TestAListenerThatHangsIsATimeout(t *testing.T) {
	l := listen(t, func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		panic(http.ErrAbortHandler) // an answer would still be heard by a worker that is slow to hang up
	})
	w := onSQLite(t, l)
	w.worker.Timeout = 50 * time.Millisecond
	w.endpoint(l.URL, nil)
	w.emit(1)
	w.step()
	if d := w.only(); d.LastClass != webhook.Timeout || d.Attempts != 1 || d.State != webhook.Pending {
		t.Errorf("%+v", d)
	}
}

func TestABodyThatNeverEndsIsASuccess(t *testing.T) {
	l := listen(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("thanks"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	w := onSQLite(t, l)
	w.worker.SetPatience(20 * time.Millisecond)
	w.endpoint(l.URL, nil)
	w.emit(1)
	w.step()
	d := w.only()
	if d.State != webhook.Delivered || string(w.attempts(d)[0].ResponseExcerpt) != "thanks" {
		t.Errorf("%+v %q", d, w.attempts(d)[0].ResponseExcerpt)
	}
}

func TestRetryAfterIsAFloor(t *testing.T) {
	for value, c := range map[string]struct{ least, most time.Duration }{
		"3600":                    {time.Hour, time.Hour},
		"1":                       {8 * time.Second, 12 * time.Second},
		"-5":                      {8 * time.Second, 12 * time.Second},
		"99999999999999999999999": {24 * time.Hour, 24 * time.Hour},
		noon.Add(10 * time.Minute).Format(http.TimeFormat): {10 * time.Minute, 10 * time.Minute},
	} {
		l := listen(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(503)
		})
		w := onSQLite(t, l)
		w.endpoint(l.URL, nil)
		w.emit(1)
		w.step()
		if wait := w.only().DueAt.Sub(noon); wait < c.least || wait > c.most {
			t.Errorf("%q: waits %s", value, wait)
		}
	}
}

func TestCertificatesAndProtocolsAreChecked(t *testing.T) {
	l := listen(t, status(200))
	plain := httptest.NewServer(status(200))
	t.Cleanup(plain.Close)
	old := httptest.NewUnstartedServer(status(200))
	//nolint:gosec // the worker must refuse it
	old.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	old.Config.ErrorLog = l.Config.ErrorLog
	old.StartTLS()
	t.Cleanup(old.Close)
	trusting, strict := loopback(t, l), loopback(t, l)
	strict.ExtraCA = ""
	for name, c := range map[string]struct {
		url     string
		network dispatch.Network
	}{
		"unknown authority":  {l.URL, strict},
		"another name":       {strings.Replace(l.URL, "127.0.0.1", "localhost", 1), trusting},
		"no TLS at the port": {strings.Replace(plain.URL, "http://", "https://", 1), trusting},
		"TLS 1.1":            {old.URL, trusting},
	} {
		w := onSQLite(t, l)
		w.worker = w.newWorker(c.network)
		w.endpoint(c.url, nil)
		w.emit(1)
		w.step()
		if d := w.only(); d.LastClass != webhook.TLSError || d.Attempts != 1 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if n := len(l.requests()); n > 0 {
		t.Errorf("%d requests came through", n)
	}
}

func TestAddressesInsideAreRefusedWhenDialled(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	w.worker = w.newWorker(dispatch.Network{ExtraCA: authority(t, l)})
	w.endpoint(l.URL, nil)
	w.endpoint(strings.Replace(l.URL, "127.0.0.1", "localhost", 1), nil)
	for _, host := range []string{
		"169.254.169.254", "10.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "168.63.129.16", "0.0.0.0",
	} {
		w.endpoint("https://"+host+":"+portOf(l), nil)
	}
	w.emit(1)
	w.step()
	for _, d := range w.all() {
		if d.LastClass != webhook.AddressError || d.Attempts != 1 || d.LastError == "" {
			t.Errorf("%s: %+v", d.Host, d)
		}
	}
	if n := len(l.requests()); n > 0 {
		t.Errorf("%d requests came through", n)
	}
}

func TestNetworksThatAreAllowedAreReachedInBothFamilies(t *testing.T) {
	n := dispatch.Network{AllowCIDRs: []netip.Prefix{
		netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00:1::/32"),
	}}
	for _, tt := range []struct {
		network, address string
		want             bool
	}{
		{"tcp4", "10.1.0.9:443", true},
		{"tcp4", "10.2.0.9:443", false},
		{"tcp6", "[fd00:1::9]:443", true},
		{"tcp6", "[fd00:2::9]:443", false},
	} {
		if err := n.Dial(tt.network, tt.address); (err == nil) != tt.want {
			t.Errorf("%s: %v", tt.address, err)
		}
	}
}

func TestHeadersOfAnEndpointDoNotReplaceOurs(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	own := map[string]string{"X-Team": "risk"}
	for _, name := range []string{
		"Content-Type", "User-Agent", webhook.SignatureHeader, webhook.StandardID, webhook.StandardTimestamp,
		webhook.StandardSignature,
	} {
		own[name] = "theirs"
	}
	w.endpoint(l.URL, own)
	w.emit(1)
	w.step()
	for name, values := range l.requests()[0].header {
		if slices.Contains(values, "theirs") {
			t.Errorf("%s is %v", name, values)
		}
	}
}

func portOf(l *listener) string {
	_, port, _ := net.SplitHostPort(l.Listener.Addr().String())
	return port
}

func TestAHostThatDoesNotListenIsAConnectError(t *testing.T) {
	l := listen(t, nil)
	conn, err := net.Dial("tcp", l.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	w := onSQLite(t, l)
	w.endpoint("https://"+conn.LocalAddr().String(), nil) // a port that nobody else can listen on meanwhile
	w.emit(1)
	w.step()
	if d := w.only(); d.LastClass != webhook.ConnectError {
		t.Errorf("%+v", d)
	}
}

func TestANameThatDoesNotResolveIsADNSError(t *testing.T) {
	class, text := dispatch.Classify(context.Background(), &net.OpError{
		Op:  "dial",
		Err: &net.DNSError{Err: "none of your endpoints is on this host", Name: "nowhere.invalid", IsNotFound: true},
	})
	if class != webhook.DNSError || strings.Contains(text, "nowhere") {
		t.Errorf("%s %s", class, text)
	}
}

func TestADeliveryThatCanNotBeSentIsNoAttempt(t *testing.T) {
	l := listen(t, status(200))
	for name, spoil := range map[string]func(w *world){
		"plain HTTP":     func(w *world) { w.endpoint("http://127.0.0.1:"+portOf(l), nil) },
		"no active key":  func(w *world) { e := w.endpoint(l.URL, nil); w.retire(e) },
		"unopened value": func(w *world) { e := w.endpoint(l.URL, map[string]string{"X-A": "b"}); w.swapHeaders(e) },
	} {
		w := onSQLite(t, l)
		spoil(w)
		w.emit(1)
		w.step()
		d := w.only()
		if d.State != webhook.Pending || d.Attempts != 0 || d.Lease != "" || d.LastError == "" ||
			!d.DueAt.Equal(noon.Add(time.Minute)) {
			t.Errorf("%s: %+v", name, d)
		}
		w.clock.Advance(73 * time.Hour)
		if w.step(); w.only().State != webhook.Failed {
			t.Errorf("%s never ends: %+v", name, w.only())
		}
	}
	if n := len(l.requests()); n > 0 {
		t.Errorf("%d requests came through", n)
	}
}

// retire leaves an endpoint without a key that signs.
func (w *world) retire(e webhook.Endpoint) {
	w.Helper()
	w.write(func(tx *store.Tx) error {
		err := tx.InsertEndpointKey(w.Context(), webhook.EndpointKey{
			Company:      company,
			EndpointID:   e.ID,
			KID:          "k_2",
			SealedSecret: []byte("x"),
			State:        webhook.KeyPending,
		})
		if err != nil {
			return err
		}
		return tx.PromoteEndpointKey(w.Context(), company, e.ID, "k_2")
	})
}

// swapHeaders puts sealed headers in place that were sealed for another endpoint.
// latest returns an endpoint as it is now.
func (w *world) latest(e webhook.Endpoint) webhook.Endpoint {
	w.Helper()
	now, err := w.store.Endpoint(w.Context(), company, e.ID)
	if err != nil {
		w.Fatal(err)
	}
	return now
}

func (w *world) swapHeaders(e webhook.Endpoint) {
	w.Helper()
	sealed, err := w.keys.Seal(w.Context(), company, []byte(`{}`), webhook.HeadersContext("another"))
	if err != nil {
		w.Fatal(err)
	}
	e.SealedHeaders = sealed
	e.Version = w.latest(e).Version
	w.write(func(tx *store.Tx) error { return tx.UpdateEndpoint(w.Context(), e) })
}

func TestATLSHandshakeThatNeverComesIsATimeout(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	client := &http.Client{Transport: &http.Transport{TLSHandshakeTimeout: time.Millisecond}}
	answer, err := client.Get("https://" + silent.Addr().String())
	if err == nil {
		_ = answer.Body.Close()
		t.Fatal("a port that says nothing has answered")
	}
	if class, text := dispatch.Classify(t.Context(), err); class != webhook.Timeout || !strings.Contains(text, "TLS") {
		t.Errorf("%v is %s, %q", err, class, text)
	}
}
