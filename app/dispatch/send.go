package dispatch

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
	"strings"
	"time"

	"proofdesk/app/webhook"
)

const (
	excerptBytes = 16 << 10
	bodyPatience = 2 * time.Second
	userAgent    = "Proofdesk-Webhooks/1"
)

// answer is the result of an attempt.
type answer struct {
	attempt    webhook.Attempt
	retryAfter time.Duration
}

// send posts an outbound request once. ok is false where it was not sent because the program is stopping.
func (w *Worker) send(ctx context.Context, l outbound) (answer, bool) {
	started := w.Clock.Now()
	a := webhook.Attempt{
		Company:    l.delivery.Company,
		DeliveryID: l.delivery.ID,
		N:          l.delivery.Attempts + 1,
		StartedAt:  started,
		KID:        l.kid,
	}
	reqCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	deadline := time.AfterFunc(w.Timeout, func() { cancel(errTimeout) })
	defer deadline.Stop()
	request, err := w.request(reqCtx, l, started, &a)
	if err != nil {
		a.Class, a.Error = webhook.ProtocolError, "the request could not be made"
		return answer{attempt: a}, true
	}
	clock := time.Now()
	response, err := w.client.Do(request)
	a.Latency = time.Since(clock)
	if err != nil {
		if ctx.Err() != nil {
			return answer{}, false
		}
		a.Class, a.Error = classify(reqCtx, err)
		return answer{attempt: a}, true
	}
	deadline.Stop()
	defer func() { _ = response.Body.Close() }()
	a.Status, a.Class = response.StatusCode, webhook.ClassOf(response.StatusCode)
	a.ResponseHeaders = headerText(response.Header, nil)
	a.ResponseExcerpt = excerpt(response.Body, w.patience, func() { cancel(errTimeout) })
	return answer{attempt: a, retryAfter: webhook.RetryAfter(response.Header.Get("Retry-After"), started)}, true
}

// request returns the POST: the stored bytes, our headers, the signatures of this attempt.
func (w *Worker) request(ctx context.Context, l outbound, now time.Time, a *webhook.Attempt) (*http.Request, error) {
	trace := &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { a.Address = info.Conn.RemoteAddr().String() },
	}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodPost, l.endpoint.URL,
		bytes.NewReader(l.event.Body))
	if err != nil {
		return nil, err
	}
	t := now.Unix()
	h := request.Header
	for name, value := range l.headers {
		h.Set(name, value)
	}
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", userAgent)
	h.Set(webhook.SignatureHeader, webhook.Signature(l.kid, l.secret, t, l.event.Body))
	h.Set(webhook.StandardID, l.event.ID)
	h.Set(webhook.StandardTimestamp, timestamp(t))
	h.Set(webhook.StandardSignature, webhook.Standard(l.event.ID, l.secret, t, l.event.Body))
	if l.event.Test {
		h.Set(webhook.TestHeader, "true")
	}
	a.RequestHeaders = headerText(h, l.headers)
	return request, nil
}

// headerText formats headers in order, with the values of secret ones masked.
func headerText(h http.Header, secret map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			if _, hide := secret[name]; hide {
				value = "••••••"
			}
			b.WriteString(name + ": " + value + "\n")
		}
	}
	return b.String()
}

// excerpt reads the beginning of an answer's body; a body that takes longer than patience is cut off.
func excerpt(body io.Reader, patience time.Duration, giveUp func()) []byte {
	timer := time.AfterFunc(patience, giveUp)
	defer timer.Stop()
	b, _ := io.ReadAll(io.LimitReader(body, excerptBytes)) // an error in the body changes nothing: the status is there
	return bytes.ToValidUTF8(b, []byte("�"))
}

var errTimeout = errors.New("no answer within the time limit")

// classify returns the class and the description of the error of a request that got no answer.
func classify(ctx context.Context, err error) (webhook.Class, string) {
	var dns *net.DNSError
	var unknownCA *tls.CertificateVerificationError
	var op *net.OpError
	var slow net.Error
	switch {
	case errors.Is(context.Cause(ctx), errTimeout):
		return webhook.Timeout, "no answer within the time limit"
	case errors.Is(err, errAddress):
		return webhook.AddressError, "the address is in a network that deliveries must not reach"
	case errors.As(err, &dns):
		return webhook.DNSError, "the host name did not resolve"
	case errors.As(err, &unknownCA):
		return webhook.TLSError, "the certificate is not valid: " + unknownCA.Err.Error()
	case errors.Is(err, http.ErrSchemeMismatch):
		return webhook.TLSError, "the port speaks plain HTTP, not TLS"
	case isOfTLS(err):
		return webhook.TLSError, "the TLS handshake failed"
	case errors.As(err, &op) && op.Op == "dial":
		if op.Timeout() {
			return webhook.Timeout, "the connection was not accepted in time"
		}
		return webhook.ConnectError, "the connection was refused"
	case errors.As(err, &slow) && slow.Timeout(): // http.Transport limits nothing else by itself
		return webhook.Timeout, "the TLS handshake was not completed in time"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &op):
		return webhook.ConnectError, "the connection was closed before an answer"
	}
	return webhook.ProtocolError, "the answer was not HTTP"
}

// isOfTLS reports whether a handshake was broken off: some of its errors have no type.
func isOfTLS(err error) bool {
	var record tls.RecordHeaderError
	var alert tls.AlertError
	return errors.As(err, &record) || errors.As(err, &alert) || strings.Contains(err.Error(), "tls: ")
}

func timestamp(t int64) string { return strconv.FormatInt(t, 10) }
